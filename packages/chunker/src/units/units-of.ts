import { countTokens } from '../counting.js'
import { isBlank, isSpace, skipSpace, trimEnd } from '../lines.js'
import { hasWords, withoutNoise } from '../noise.js'
import { charactersPerToken, type Limits } from '../options.js'
import { breakStrength, type LineRange, type Structure } from '../structure/parse-blocks.js'
import { rowLength } from '../tables.js'
import { type Cut, outsideAddress } from './outside-address.js'
import { firstMark, graphemeBoundary } from './graphemes.js'
import { sentenceStarts } from './sentences.js'

/** An indivisible part of a text: several lines, a line or a piece of a line. Counts from 0; `endColumn` is exclusive. */
export interface Unit {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
  /** Offsets in the text without the padding of tables. */
  readonly from: number
  readonly to: number
  readonly tokens: number
  /** The `breakStrength` of a cut before it. */
  readonly strength: number
  /** Whether it belongs to a heading of the outline. */
  readonly isHeading: boolean
}

/**
 * The units of a text in order: fences and tables that fit, short lines, and pieces of long lines. They cover everything except
 * blank lines, white space at cuts and noise. A unit after noise begins a chunk.
 */
export function* unitsOf(lines: readonly string[], structure: Structure, limits: Limits): Generator<Unit> {
  const headingLines = new Set(structure.headings.flatMap(linesOf))
  const wholes = new Map([...structure.code, ...structure.tables].map((range) => [range.start, range]))
  const rows = new Set(structure.tables.flatMap(linesOf))
  const lengthOf = (index: number) => rowLength(lines[index] ?? '', rows.has(index))
  const clean = cleanLines(lines)
  let [from, isAfterNoise] = [0, false]
  /** Tokens of the headings directly above, which are not separated from the text below them. */
  let headingTokens = 0
  const strengthBelow = (strength: number) => {
    if (isAfterNoise) return breakStrength.start
    return headingTokens === 0 ? strength : breakStrength.never
  }
  let index = structure.firstLine
  while (index < lines.length) {
    const line = lines[index] ?? ''
    const strength = structure.breaks[index] ?? breakStrength.line
    const room = roomBelow(headingTokens, limits.target)
    const whole = wholeUnit(lines, wholes.get(index), { from, room, limits, lengthOf })
    if (whole !== undefined) {
      yield { ...whole, strength: strengthBelow(strength) }
      headingTokens = 0
      isAfterNoise = false
      index = whole.endLine + 1
      from = whole.to + 1
      continue
    }
    const isHeading = headingLines.has(index)
    const length = lengthOf(index)
    const division = { limits, room: isHeading ? limits.target : room, strength, length }
    let reached = 0
    for (const piece of piecesIn(line, clean[index], division)) {
      isAfterNoise ||= !isBlank(line.slice(reached, piece.start))
      const columns = { startLine: index, startColumn: piece.start, endLine: index, endColumn: piece.end }
      const offsets = { from: from + Math.min(piece.start, length), to: from + Math.min(piece.end, length) }
      const { tokens } = piece
      yield { ...columns, ...offsets, tokens, strength: strengthBelow(piece.strength), isHeading }
      isAfterNoise = false
      headingTokens = isHeading ? headingTokens + piece.tokens : 0
      reached = piece.end
    }
    isAfterNoise ||= !isBlank(line.slice(reached))
    index++
    from += length + 1
  }
}

/** The lines with U+FEFF in place of noise. */
function cleanLines(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  const clean = withoutNoise(text)
  return clean === text ? lines : clean.split('\n')
}

/** The parts of a line with words between its noise, which is U+FEFF in `clean`. */
function partsOf(line: string, clean: string): readonly Pick<Stretch, 'start' | 'end'>[] {
  const parts = Array.from(clean.matchAll(/[^\s\uFEFF](?:[^\uFEFF]*[^\s\uFEFF])?/gu), (part) => {
    return { start: part.index, end: part.index + part[0].length }
  })
  return parts.filter(({ start, end }) => hasWords(line.slice(start, end)))
}

function piecesIn(line: string, clean = line, division: LineDivision): Iterable<Piece> {
  if (line !== clean) return cleanPieces(line, clean, division)
  return isBlank(line) ? [] : divideLine(line, division)
}

/** The pieces of a line without its noise. */
function* cleanPieces(line: string, clean: string, division: LineDivision): Generator<Piece> {
  const { room, strength, length = Infinity } = division
  const tokens = isBlank(clean) ? undefined : countUpTo(line, room, division.length)
  // Noise that fits into a chunk, as a rule the end of an address, is no break.
  if (tokens !== undefined) return yield { start: 0, end: line.length, tokens, strength }
  for (const part of partsOf(line, clean)) {
    const text = line.slice(part.start, part.end)
    for (const piece of divideLine(text, { ...division, length: Math.min(length, text.length) }))
      yield { ...piece, start: part.start + piece.start, end: part.start + piece.end }
  }
}

function linesOf({ start, end }: LineRange): number[] {
  return Array.from({ length: end - start }, (_, line) => start + line)
}

/** The tokens that are left in a chunk after the headings above. */
function roomBelow(headingTokens: number, target: number): number {
  return headingTokens < target ? target - headingTokens : target
}

/** The lines of a range as one unit without trailing blank lines; undefined if they have more tokens than `room`. */
function wholeUnit(
  lines: readonly string[],
  range: LineRange | undefined,
  {
    from,
    room,
    limits,
    lengthOf,
  }: { from: number; room: number; limits: Limits; lengthOf: (line: number) => number },
): Omit<Unit, 'strength'> | undefined {
  if (range === undefined) return undefined
  let tokens = 0
  let to = from
  let end = { endLine: range.start, endColumn: 0, to: from }
  for (let index = range.start; index < range.end; index++) {
    const line = lines[index] ?? ''
    to += lengthOf(index)
    if (to - from > limits.characters) return undefined
    if (!isBlank(line)) {
      tokens += countTokens(line)
      end = { endLine: index, endColumn: line.length, to }
    }
    if (tokens > room) return undefined
    to++
  }
  return { startLine: range.start, startColumn: 0, ...end, from, tokens, isHeading: false }
}

interface LineDivision {
  readonly limits: Limits
  /** Maximum tokens of the first piece, which shares a chunk with the heading above. */
  readonly room: number
  readonly strength: number
  /** Of the line without the padding of a table; default: of the line. */
  readonly length?: number
}

/** A part of a line; `end` is exclusive. */
interface Stretch {
  readonly start: number
  readonly end: number
  readonly strength: number
}

type Piece = Stretch & Pick<Unit, 'tokens'>

/** Returns a short line as one piece, and divides others into sentences, words or, as a last resort, characters. */
export function divideLine(line: string, division: LineDivision): Iterable<Piece> {
  const { limits, room, strength, length } = division
  const tokens = countUpTo(line, Math.min(limits.line, room), length)
  if (tokens === undefined) return withMargins(line, division)
  return [{ start: 0, end: line.length, tokens, strength }]
}

/** The tokens of a text; undefined if there are more than `max`. */
function countUpTo(text: string, max: number, length = text.length): number | undefined {
  if (length > max * charactersPerToken) return undefined
  const tokens = countTokens(text)
  return tokens > max ? undefined : tokens
}

/** Wider white space at an end of a long line is left out. */
const maxMargin = 200

/** The pieces of a long line. The first and the last include its margins if they fit. */
function* withMargins(line: string, division: LineDivision): Generator<Piece> {
  const { room } = division
  const [indent, textEnd] = [skipSpace(line, 0, line.length), trimEnd(line, 0, line.length)]
  for (const piece of piecesOf(line, division)) {
    const start = piece.start === indent && indent <= maxMargin ? 0 : piece.start
    const end = piece.end === textEnd && line.length - textEnd <= maxMargin ? line.length : piece.end
    const isSame = start === piece.start && end === piece.end
    const tokens = isSame ? piece.tokens : countTokens(line.slice(start, end))
    yield tokens > room ? piece : { start, end, tokens, strength: piece.strength }
  }
}

/** The sentences of a line, and the pieces of those that are too long. */
function* piecesOf(line: string, { limits, room, strength }: LineDivision): Generator<Piece> {
  const max = Math.min(limits.sentence, room)
  const pieceLimits = { ...limits, piece: Math.min(limits.piece, max) }
  const textEnd = trimEnd(line, 0, line.length)
  let sentence = { start: skipSpace(line, 0, textEnd), strength }
  for (const next of [...sentenceStarts(line, sentence.start, textEnd), textEnd]) {
    const end = trimEnd(line, sentence.start, next)
    const tokens = countUpTo(line.slice(sentence.start, end), max)
    if (tokens !== undefined) yield { ...sentence, end, tokens }
    else yield* divideStretch(line, { ...sentence, end: next }, pieceLimits)
    sentence = { start: next, strength: breakStrength.sentence }
  }
}

/** The maximum of any script. */
const pieceCharactersPerToken = 6

/** Divides a part of a line into pieces of up to `limits.piece` tokens, or of a single character. */
function* divideStretch(text: string, stretch: Stretch, limits: Limits): Generator<Piece> {
  let rest = stretch
  const maxLength = Math.max(1, Math.floor(limits.piece * pieceCharactersPerToken))
  let length = maxLength
  while (rest.start < rest.end) {
    const { start, strength } = rest
    const tokensTo = (position: number): number =>
      countTokens(text.slice(start, trimEnd(text, start, position)))
    const free = nextCut(text, rest, { length, fits: (position) => tokensTo(position) <= limits.piece })
    const cut = outsideAddress(text, { start, cut: free }, (position) => tokensTo(position) <= limits.target)
    const end = trimEnd(text, start, cut.position)
    yield { start, end, tokens: tokensTo(end), strength }
    // The next piece mostly has a similar length, so larger ones are not tried.
    length = Math.min(maxLength, (cut.position - start) * 2)
    rest = { start: skipSpace(text, cut.position, stretch.end), end: stretch.end, strength: cut.strength }
  }
}

/** The end of the next piece: after up to `length` characters, which are halved until the piece fits. */
function nextCut(
  text: string,
  { start, end }: Stretch,
  { length, fits }: { length: number; fits: (position: number) => boolean },
): Cut {
  const rest: Cut = { position: end, strength: breakStrength.never }
  if (end - start <= length && fits(end)) return rest
  const cutAfter = cutsFrom(text, start, length)
  for (let size = Math.min(length, end - start - 1); size > 0; size = Math.floor(size / 2)) {
    const cut = cutAfter(size)
    if (size === 1 || fits(cut.position)) return cut
  }
  return rest
}

/**
 * Finds the cut up to `size` characters after `start`: after a comma in the later half, else after white space, else after another
 * mark in the later half, else between two characters. No size exceeds `maxSize`.
 */
export function cutsFrom(text: string, start: number, maxSize: number): (size: number) => Cut {
  const boundaryAt = graphemeBoundary(text, start, maxSize)
  return (size) => {
    const limit = start + size
    const half = start + size / 2
    let best: Cut = { position: limit, strength: breakStrength.never }
    for (let position = limit; position > start; position--) {
      const strength = strengthBefore(text, position)
      const isWeak = strength !== breakStrength.word && position < half
      if (!isWeak && strength > best.strength) best = { position, strength }
      if (best.strength === breakStrength.clause || (position < half && best.strength === breakStrength.word))
        break
    }
    if (best.strength !== breakStrength.never) return best
    return { position: boundaryAt(limit), strength: breakStrength.character }
  }
}

const clauseEnds = new Set(',;:，、；：،؛')

function strengthBefore(text: string, position: number): number {
  const previous = text.charAt(position - 1)
  if (isSpace(text.charCodeAt(position - 1))) {
    return clauseEnds.has(text.charAt(position - 2)) ? breakStrength.clause : breakStrength.word
  }
  if (clauseEnds.has(previous)) return breakStrength.clause
  if (isSpace(text.charCodeAt(position))) return breakStrength.word
  if (text.charCodeAt(position) >= firstMark) return breakStrength.never
  const isInWord = /[\p{L}\p{M}\p{N}\p{So}\p{Sk}\p{C}_]/u.test(previous)
  return isInWord ? breakStrength.never : breakStrength.character
}
