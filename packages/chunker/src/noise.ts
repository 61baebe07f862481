import { isBlank, type Span } from './lines.js'

/** A part of a line; `end` is exclusive. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * The parts of each line that are data and not text: data URIs, long or wrapped base64 and hexadecimal numbers, minified code, the
 * ends of very long addresses. Lines without any are missing.
 */
export function noiseOf(lines: readonly string[]): ReadonlyMap<number, readonly Stretch[]> {
  const noise = new Map<number, readonly Stretch[]>()
  let wrapped = 0
  for (const [index, line] of lines.entries()) {
    wrapped = isWrapped(line) || (wrapped > 1 && lastWrapped.test(line)) ? wrapped + 1 : 0
    for (let one = 0; wrapped > 1 && one < 2; one++)
      noise.set(index - one, [{ start: 0, end: lines[index - one]?.length ?? 0 }])
    if (wrapped < 2 && line.length >= minLength) addNoise(noise, index, line)
  }
  return noise
}

/** The text with spaces in place of its noise, of the same length. */
export function withoutNoise(text: string): string {
  const lines = text.split('\n')
  const noise = noiseOf(lines)
  for (const [index, stretches] of noise)
    for (const { start, end } of stretches) lines[index] = blanked(lines[index] ?? '', start, end)
  return noise.size > 0 ? lines.join('\n') : text
}

/** The text with white space in place of everything but line ends from `start` to `end`. */
export function blanked(text: string, start: number, end: number, space = ' '): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, space) + text.slice(end)
}

const emptyItem = /^[\s>]*[-*+](?:[ \t]+\[.?\])?[ \t]*$/gmu
const fenceMark = /^[\s>]*(?:`{3,}|~{3,}).*$/gmu

/** Whether a text has words or signs beyond noise, empty list items, rules and the marks of fences. */
export function hasWords(text: string): boolean {
  return /[^\s!-/:-@[-`{-~]/u.test(withoutNoise(text).replace(emptyItem, '').replace(fenceMark, ''))
}

/** How much of a document is in no chunk. */
export interface LeftOut {
  /** Number of lines with text. */
  readonly lines: number
  /** Number of characters other than white space, also in lines of which a part is in a chunk. */
  readonly characters: number
}

/** Counts what is in none of the chunks, from line `firstLine` on. */
export function countLeftOut(lines: readonly string[], firstLine: number, chunks: readonly Span[]): LeftOut {
  let [reached, column] = [firstLine, 0]
  let [left, characters] = [0, 0]
  const leave = (index: number, start: number, end?: number) => {
    const rest = (lines[index] ?? '').slice(start, end)
    if (start === 0 && end === undefined && !isBlank(rest)) left++
    characters += rest.replace(/\s+/gu, '').length
  }
  for (const { startLine, endLine, startColumn, endColumn } of [...chunks, endOf(lines)]) {
    for (; reached < startLine - 1; reached++, column = 0) leave(reached, column)
    if (reached === startLine - 1) leave(reached, column, (startColumn ?? 1) - 1)
    ;[reached, column] = [endLine - 1, endColumn ?? Infinity]
  }
  return { lines: left, characters }
}

function endOf({ length }: readonly string[]): Span {
  return { startLine: length + 1, endLine: length + 1, startColumn: null, endColumn: null }
}

/** Shorter lines are text. */
const minLength = 60
const lastWrapped = /^[\s>]*[A-Za-z0-9+/]{2,}={0,2}\s*$/
const digest = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i

function isWrapped(line: string): boolean {
  const data = line.length < minLength ? '' : line.replace(/^[\s>]+|\s+$/gu, '')
  return /^[A-Za-z0-9+/]{60,}={0,2}$/.test(data) && !digest.test(data) && isDense(data)
}

/** Whether letters of either case and digits alternate as they do in data, but not in names. */
function isDense(run: string): boolean {
  return (run.match(/\d(?=\D)|[a-z](?=[^a-z])|[A-Z](?=[^A-Z])/g)?.length ?? 0) > run.length * 0.35
}

const mime = String.raw`data:\w+\/[\w.+-]+[;,]`
const dataUri = new RegExp(
  String.raw`<\w[^<>]*${mime}[^<>]{16,}>|"${mime}[^"]{48,}"|'${mime}[^']{48,}'|(?:^\s*\[[^\]]*\]:\s*)?[(<]*${mime}[^\s"'<>()\x60]{16,}[)>]*`,
  'giu',
)
const run = /[A-Za-z0-9+/_-]{140,}={0,2}[)>"'\]]*/g
const longAddress = /:\/\/[^\s"'<>()[\]]{300,}/g
/** The beginning of an address that stays. */
const addressStart = 200

function addNoise(noise: Map<number, readonly Stretch[]>, index: number, line: string): void {
  const stretches = isMinified(line) ? [{ start: 0, end: line.length }] : partsOf(line)
  if (stretches.length > 0) noise.set(index, stretches)
}

function partsOf(line: string): Stretch[] {
  const find = (pattern: RegExp, skipped = 0) =>
    Array.from(line.matchAll(pattern), ({ index, 0: { length } }) => ({
      start: index + skipped,
      end: index + length,
    }))
  const uris = line.includes('data:') ? find(dataUri) : []
  if (uris.length > 0) return uris
  const runs = line.length < 140 ? [] : find(run).filter(({ start, end }) => isDense(line.slice(start, end)))
  return runs.length > 0 ? runs : line.includes('://') ? find(longAddress, addressStart) : []
}

/** Prose has more spaces or fewer marks. */
function isMinified(line: string): boolean {
  if (line.length < 500 || /\]\(http|[\u3040-\u9fff]/u.test(line)) return false
  const count = (pattern: RegExp) => line.match(pattern)?.length ?? 0
  return count(/\s/gu) < line.length / 11 && count(/[{}:;,="&!<>+*]/gu) > line.length / 13
}
