import { foldText, isAscii } from './field-value.js'

/** Globs of more characters match nothing. */
export const maximumGlobLength = 1000

/**
 * Tells whether a path fits one of the globs, all of it, without case and accents: `*` any part of a name, `?` one
 * character, `[a-z]` and `[!a-z]` one of these or none of these, `**` anything over any number of folders (as a name of
 * its own in front of a slash: perhaps none), `{a,b}` either; `\` takes the sign behind it as it is. What is not closed
 * is text. No glob is an error.
 */
export function createPathMatcher(globs: readonly string[]): (path: string) => boolean {
  const steps = globs.filter((glob) => glob.length <= maximumGlobLength).map(parseGlob)
  return (path) => {
    const folded = foldPath(path)
    return steps.some((step) => step(folded, [0]).at(-1) === folded.length)
  }
}

/** A path or a piece of one, folded; no character of a name becomes a slash by it. */
function foldPath(path: string): string {
  if (isAscii(path)) return foldText(path)
  return path
    .split('/')
    .map((name) => foldText(name).replaceAll('/', '\u2215'))
    .join('/')
}

/** Positions in a path, in order, each once. */
type Positions = readonly number[]

/**
 * Where a part of a glob leads to in a path from positions before it. All positions take a step at once: no glob takes more than
 * its length times that of the path.
 */
type Step = (path: string, positions: Positions) => Positions

/** A part of a glob that is read: text is not folded yet. */
type Part = string | Step

const token =
  /(?<![^/{,])\*\*\/|\*\*?|\?|\[(?<negation>[!^]?)(?<set>\]?(?:\\.|[^\]\\])*)\]|(?<mark>[{},])|\\(?<escaped>.)|./gsu

/** Any text is a glob. */
function parseGlob(glob: string): Step {
  // The braces that are open, the innermost last, each as its branches.
  const open: Part[][][] = [[[]]]
  for (const { 0: whole, groups = {} } of glob.matchAll(token)) {
    const mark = open.length > 1 || whole === '{' ? groups['mark'] : undefined
    if (mark === undefined) add(open, partOf(whole, groups))
    else addMark(open, mark)
  }
  // A brace that is never closed is a character like any other, and so are its commas.
  while (open.length > 1) {
    const unclosed = open.pop() ?? []
    add(open, ...unclosed.flatMap((branch, index) => [index === 0 ? '{' : ',', ...branch]))
  }
  return inTurn(open.flat(2))
}

function addMark(open: Part[][][], mark: string): void {
  if (mark === '{') open.push([[]])
  else if (mark === ',') open.at(-1)?.push([])
  else add(open, eitherOf(open.pop() ?? []))
}

/** Neighbouring texts become one: what composes a letter may be spread over several characters. */
function add(open: readonly Part[][][], ...parts: readonly Part[]): void {
  const branch = open.at(-1)?.at(-1) ?? []
  for (const part of parts) {
    const last = branch.at(-1)
    if (typeof part === 'string' && typeof last === 'string') branch[branch.length - 1] = last + part
    else branch.push(part)
  }
}

type Groups = Readonly<Record<string, string | undefined>>

function partOf(whole: string, { set = '', negation, escaped = whole }: Groups): Part {
  return wildcards.get(whole) ?? (set === '' ? escaped : oneOf(set, negation !== ''))
}

const range = /\\?(.)(?:-\\?(.))?/gsu

/** One of the characters of `a-z_`, or none of them. */
function oneOf(set: string, isNegated: boolean): Step {
  const ranges = Array.from(set.matchAll(range), ([, from = '', to = from]) => [from, to].map(foldPath))
  return character((one) => ranges.some(([from = '', to = '']) => from <= one && one <= to) !== isNegated)
}

/** A character that is no slash. */
function character(fits: (character: string) => boolean): Step {
  return eachTo((path, position) => {
    const one = path.slice(position, position + lengthAt(path, position))
    return one !== '' && one !== '/' && fits(one) ? position + one.length : -1
  })
}

/** Leads each position by itself to another one, or to -1: nowhere. */
function eachTo(next: (path: string, position: number) => number): Step {
  return (path, positions) => {
    const reached: number[] = []
    for (const position of positions) {
      const end = next(path, position)
      if (end >= 0) reached.push(end)
    }
    return reached
  }
}

function lengthAt(path: string, position: number): number {
  const unit = path.charCodeAt(position)
  return unit >= 0xd800 && unit < 0xdc00 ? 2 : 1
}

const wildcards: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['?', character(() => true)],
  ['*', (path, positions) => onwards(path, positions, '/')],
  ['**', (path, positions) => onwards(path, positions.slice(0, 1), '')],
  ['**/', behindFolders],
])

/** Every position from the given ones on, up to the next that has `end` behind it. */
function onwards(path: string, positions: Positions, end: string): number[] {
  const reached: number[] = []
  let last = -1
  for (const start of positions) {
    if (start <= last) continue
    const found = end === '' ? -1 : path.indexOf(end, start)
    last = found < 0 ? path.length : found
    for (let position = start; position <= last; position += lengthAt(path, position)) reached.push(position)
  }
  return reached
}

function behindFolders(path: string, positions: Positions): number[] {
  const reached = [...positions]
  let slash = path.indexOf('/', positions[0] ?? path.length)
  for (; slash >= 0; slash = path.indexOf('/', slash + 1)) reached.push(slash + 1)
  return inOrder(reached)
}

const inOrder = (positions: readonly number[]): number[] => [...new Set(positions)].toSorted((a, b) => a - b)

function eitherOf(branches: readonly (readonly Part[])[]): Step {
  const steps = branches.map(inTurn)
  return (path, positions) => inOrder(steps.flatMap((step) => step(path, positions)))
}

function inTurn(parts: readonly Part[]): Step {
  const steps = parts.map((part) => (typeof part === 'string' ? textOf(foldPath(part)) : part))
  return (path, positions) => {
    let reached = positions
    for (const step of steps) {
      if (reached.length === 0) return reached
      reached = step(path, reached)
    }
    return reached
  }
}

function textOf(text: string): Step {
  return eachTo((path, position) => (path.startsWith(text, position) ? position + text.length : -1))
}
