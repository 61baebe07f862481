import { foldPath, parseGlob, type GlobStep } from './path-glob.js'

/** Places in a path that the steps so far may lead to, in order, each once. */
type Places = readonly number[]

function lengthAt(path: string, place: number): number {
  const unit = path.charCodeAt(place)
  return unit >= 0xd800 && unit < 0xdc00 ? 2 : 1
}

function behindText(path: string, places: Places, text: string): number[] {
  const reached: number[] = []
  for (const place of places) if (path.startsWith(text, place)) reached.push(place + text.length)
  return reached
}

function behindCharacter(path: string, places: Places, fits: (character: string) => boolean): number[] {
  const reached: number[] = []
  for (const place of places) {
    const end = place + lengthAt(path, place)
    if (place < path.length && fits(path.slice(place, end))) reached.push(end)
  }
  return reached
}

/** Every place from the given ones on, up to the next that has `end` behind it. */
function onwards(path: string, places: Places, end: string): number[] {
  const reached: number[] = []
  let last = -1
  for (const start of places) {
    if (start <= last) continue
    const found = end === '' ? -1 : path.indexOf(end, start)
    last = found < 0 ? path.length : found
    for (let place = start; place <= last; place += lengthAt(path, place)) reached.push(place)
  }
  return reached
}

function behindFolders(path: string, places: Places): number[] {
  const reached = [...places]
  let slash = path.indexOf('/', places[0] ?? path.length)
  for (; slash >= 0; slash = path.indexOf('/', slash + 1)) reached.push(slash + 1)
  return inOrder(reached)
}

function inOrder(places: readonly number[]): number[] {
  return [...new Set(places)].toSorted((a, b) => a - b)
}

function take(path: string, places: Places, step: GlobStep): Places {
  switch (step.kind) {
    case 'text':
      return behindText(path, places, step.text)
    case 'character':
      return behindCharacter(path, places, step.fits)
    case 'part':
      return onwards(path, places, '/')
    case 'anything':
      return onwards(path, places.slice(0, 1), '')
    case 'folders':
      return behindFolders(path, places)
    case 'branches':
      return inOrder(step.branches.flatMap((branch) => walk(path, places, branch)))
  }
}

/** One step at a time over all places at once: no glob takes more than its length times that of the path. */
function walk(path: string, places: Places, steps: readonly GlobStep[]): Places {
  let reached = places
  for (const step of steps) {
    if (reached.length === 0) return reached
    reached = take(path, reached, step)
  }
  return reached
}

/** Globs of more characters match nothing. */
export const maximumGlobLength = 1000

/**
 * Tells whether a path fits one of the globs, all of it, without case and accents: `*` any part of a name, `?` one
 * character, `[a-z]` and `[!a-z]` one of these or none of these, `**` anything over any number of folders (as a name of
 * its own in front of a slash: perhaps none), `{a,b}` either; `\` takes the sign behind it as it is. What is not closed
 * is text. No glob is an error.
 */
export function createPathMatcher(globs: readonly string[]): (path: string) => boolean {
  const parsed = globs.filter((glob) => glob.length <= maximumGlobLength).map(parseGlob)
  return (path) => {
    const folded = foldPath(path)
    return parsed.some((steps) => walk(folded, [0], steps).at(-1) === folded.length)
  }
}
