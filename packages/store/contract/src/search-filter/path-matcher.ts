import { foldText, isAscii } from './field-value.js'

/** Longer globs match nothing. */
export const maximumGlobLength = 1000

/**
 * Creates a function that tests whether a whole path matches one of the globs, ignoring case and accents: `*` any part of a name, `?`
 * one character, `[a-z]` and `[!a-z]` a character in or outside of a set, `**` any number of folders (before a slash, also none),
 * `{a,b}` alternatives, `\` an escape. Unclosed brackets and braces are text; no glob is an error.
 */
export function createPathMatcher(globs: readonly string[]): (path: string) => boolean {
  const steps = globs.filter((glob) => glob.length <= maximumGlobLength).map(parseGlob)
  return (path) => {
    const folded = foldPath(path)
    return steps.some((step) => step(folded, [0]).at(-1) === folded.length)
  }
}

/** Folds a path or a part of one; no folded name contains a slash. */
function foldPath(path: string): string {
  if (isAscii(path)) return foldText(path)
  return path
    .split('/')
    .map((name) => foldText(name).replaceAll('/', '\u2215'))
    .join('/')
}

/** Distinct positions in a path, in ascending order. */
type Positions = readonly number[]

/** Advances all positions by one part of a glob, so that the time is limited by the length of the glob times that of the path. */
type Step = (path: string, positions: Positions) => Positions

/** A part of a parsed glob; text is not folded yet. */
type Part = string | Step

const token =
  /(?<![^/{,])\*\*\/|\*\*?|\?|\[(?<negation>[!^]?)(?<set>\]?(?:\\.|[^\]\\])*)\]|(?<mark>[{},])|\\(?<escaped>.)|./gsu

function parseGlob(glob: string): Step {
  // The branches of each open brace, the innermost last.
  const open: Part[][][] = [[[]]]
  for (const { 0: whole, groups = {} } of glob.matchAll(token)) {
    const mark = open.length > 1 || whole === '{' ? groups['mark'] : undefined
    if (mark === undefined) add(open, partOf(whole, groups))
    else addMark(open, mark)
  }
  // An unclosed brace and its commas are ordinary characters.
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

/** Joins adjacent texts, because several characters may compose one letter. */
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

/** A character in or outside of a set such as `a-z_`. */
function oneOf(set: string, isNegated: boolean): Step {
  const ranges = Array.from(set.matchAll(range), ([, from = '', to = from]) => [from, to].map(foldPath))
  return character((one) => ranges.some(([from = '', to = '']) => from <= one && one <= to) !== isNegated)
}

/** Any character except a slash that passes a test. */
function character(fits: (character: string) => boolean): Step {
  return eachTo((path, position) => {
    const one = path.slice(position, position + lengthAt(path, position))
    return one !== '' && one !== '/' && fits(one) ? position + one.length : -1
  })
}

/** Advances each position to the next one, or drops it for -1. */
function eachTo(next: (path: string, position: number) => number): Step {
  return (path, positions) => positions.map((position) => next(path, position)).filter((end) => end >= 0)
}

function lengthAt(path: string, position: number): number {
  const unit = path.charCodeAt(position)
  return unit >= 0xd800 && unit < 0xdc00 ? 2 : 1
}

const wildcards: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['?', character(() => true)],
  ['*', (path, positions) => onwards(path, positions, '/')],
  ['**', (path, positions) => onwards(path, positions.slice(0, 1), '')],
  ['**/', afterFolders],
])

/** All positions from the given ones up to the next `end`. */
function onwards(path: string, positions: Positions, end: string): number[] {
  const reached: number[] = []
  let last = -1
  for (const start of positions) {
    if (start <= last) continue
    const next = end === '' ? -1 : path.indexOf(end, start)
    last = next < 0 ? path.length : next
    for (let position = start; position <= last; position += lengthAt(path, position)) reached.push(position)
  }
  return reached
}

function afterFolders(path: string, positions: Positions): number[] {
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
