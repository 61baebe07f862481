import { charactersPerToken, type Limits } from '../options.js'
import { breakStrength } from '../structure/structure.js'
import { isSpace, skipSpace, trimEnd } from '../white-space.js'
import { sentenceStarts } from './sentences.js'

interface LineDivision {
  readonly limits: Limits
  /** The most tokens of the first piece, which shares a chunk with the heading above. */
  readonly room: number
  readonly strength: number
}

export interface Piece {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  readonly tokens: number
  readonly strength: number
}

/** Divides a line into pieces: not at all if it is short, else by sentences, by words, at worst by characters. */
export function divideLine(line: string, division: LineDivision): Iterable<Piece> {
  const { limits, room, strength } = division
  const tokens = countUpTo(line, Math.min(limits.line, room), limits)
  if (tokens === undefined) return withMargins(line, piecesOf(line, division), division)
  return [{ start: 0, end: line.length, tokens, strength }]
}

interface Cut {
  readonly place: number
  readonly strength: number
}

/**
 * Where to cut a part of a line, at most `size` characters after `start`: after a comma in the later half, else after
 * white space, else after another mark in the later half, else between two characters.
 */
export function cutPiece(text: string, start: number, size: number): Cut {
  const limit = start + size
  const half = start + size / 2
  let best: Cut = { place: limit, strength: breakStrength.never }
  for (let place = limit; place > start; place--) {
    const strength = strengthBefore(text, place)
    const isWeak = strength !== breakStrength.word && place < half
    if (!isWeak && strength > best.strength) best = { place, strength }
    if (best.strength === breakStrength.clause || (place < half && best.strength === breakStrength.word))
      break
  }
  if (best.strength !== breakStrength.never) return best
  return { place: graphemeBoundary(text, start, limit), strength: breakStrength.character }
}

let segmenter: Intl.Segmenter | undefined
/** A longer grapheme cluster is cut. */
const longestGrapheme = 64

/**
 * The last position up to `place`, but after `start`, that does not split a grapheme cluster. `start` must be such a
 * position; the first cluster stays whole even if it extends beyond `place`.
 */
export function graphemeBoundary(text: string, start: number, place: number): number {
  if (isPlain(text.charCodeAt(place)) && isPlain(text.charCodeAt(place - 1))) return place
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  const segments = segmenter.segment(text.slice(start, place + longestGrapheme))
  const at = segments.containing(place - start)
  if (at === undefined) return place
  if (at.index > 0) return start + at.index
  if (at.segment.length <= longestGrapheme) return start + at.segment.length
  return splitsSurrogates(text, place) ? place + 1 : place
}

/** The tokens of a text, or undefined if there are more than `most`. */
function countUpTo(text: string, most: number, limits: Limits): number | undefined {
  if (text.length > most * charactersPerToken) return undefined
  const tokens = limits.count(text)
  return tokens > most ? undefined : tokens
}

/** More white space than this at an end of a long line is no indentation and is left out. */
const widestMargin = 200

/** Extends the first and the last piece to the ends of the line, unless that makes them too large. */
function* withMargins(
  line: string,
  pieces: Iterable<Piece>,
  { limits, room }: LineDivision,
): Generator<Piece> {
  const [indent, textEnd] = [skipSpace(line, 0, line.length), trimEnd(line, 0, line.length)]
  for (const piece of pieces) {
    const start = piece.start === indent && indent <= widestMargin ? 0 : piece.start
    const end = piece.end === textEnd && line.length - textEnd <= widestMargin ? line.length : piece.end
    const isSame = start === piece.start && end === piece.end
    const tokens = isSame ? piece.tokens : limits.count(line.slice(start, end))
    yield tokens > room ? piece : { start, end, tokens, strength: piece.strength }
  }
}

function* piecesOf(line: string, { limits, room, strength }: LineDivision): Generator<Piece> {
  const most = Math.min(limits.sentence, room)
  for (const stretch of stretchesOf(line, strength)) {
    const end = trimEnd(line, stretch.start, stretch.end)
    const tokens = countUpTo(line.slice(stretch.start, end), most, limits)
    if (tokens === undefined)
      yield* divideStretch(line, stretch, { ...limits, piece: Math.min(limits.piece, most) })
    else yield { start: stretch.start, end, tokens, strength: stretch.strength }
  }
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly strength: number
}

function* stretchesOf(line: string, strength: number): Generator<Stretch> {
  const end = trimEnd(line, 0, line.length)
  let start = skipSpace(line, 0, end)
  let current = strength
  for (const next of sentenceStarts(line, start, end)) {
    yield { start, end: next, strength: current }
    start = next
    current = breakStrength.sentence
  }
  yield { start, end, strength: current }
}

/** The most characters per token of any script. */
const pieceCharactersPerToken = 6

/**
 * Divides a part of a line without regard to sentences into pieces of at most `limits.piece` tokens; a single character
 * may count more.
 */
function* divideStretch(text: string, stretch: Stretch, limits: Limits): Generator<Piece> {
  let rest = stretch
  const largest = Math.max(1, Math.floor(limits.piece * pieceCharactersPerToken))
  let most = largest
  while (rest.start < rest.end) {
    const { start, strength } = rest
    const tokensTo = (place: number): number => limits.count(text.slice(start, trimEnd(text, start, place)))
    const cut = nextCut(text, rest, { most, fits: (place) => tokensTo(place) <= limits.piece })
    const end = trimEnd(text, start, cut.place)
    yield { start, end, tokens: tokensTo(end), strength }
    // The next piece is mostly similar; this avoids trying sizes that do not fit.
    most = Math.min(largest, (cut.place - start) * 2)
    rest = { start: skipSpace(text, cut.place, stretch.end), end: stretch.end, strength: cut.strength }
  }
}

/** The limits of the next piece. */
interface PieceSize {
  /** The most characters, unless a single character has more code units. */
  readonly most: number
  readonly fits: (place: number) => boolean
}

/** Where the next piece ends; its size is halved until it fits. */
function nextCut(text: string, { start, end }: Stretch, { most, fits }: PieceSize): Cut {
  const rest: Cut = { place: end, strength: breakStrength.never }
  if (end - start <= most && fits(end)) return rest
  let size = Math.min(most, end - start - 1)
  while (size > 0) {
    const cut = cutPiece(text, start, size)
    if (size === 1 || fits(cut.place)) return cut
    size = Math.floor(size / 2)
  }
  return rest
}

const clauseEnds = new Set(',;:，、；：،؛')
const wordCharacter = /[\p{L}\p{M}\p{N}\p{So}\p{Sk}\p{C}_]/u
/** No code unit below this combines with the one before it. */
const firstMark = 0x300

function strengthBefore(text: string, place: number): number {
  const previous = text.charAt(place - 1)
  if (isSpace(text.charCodeAt(place - 1))) {
    return clauseEnds.has(text.charAt(place - 2)) ? breakStrength.clause : breakStrength.word
  }
  if (clauseEnds.has(previous)) return breakStrength.clause
  if (isSpace(text.charCodeAt(place))) return breakStrength.word
  const isInside = wordCharacter.test(previous) || text.charCodeAt(place) >= firstMark
  return isInside ? breakStrength.never : breakStrength.character
}

/** Latin letters, digits and Han characters are grapheme clusters of their own. */
function isPlain(unit: number): boolean {
  return unit < firstMark || (unit >= 0x3400 && unit <= 0x9fff)
}

function splitsSurrogates(text: string, place: number): boolean {
  const unit = text.charCodeAt(place)
  return unit >= 0xdc00 && unit <= 0xdfff && text.charCodeAt(place - 1) >>> 10 === 0xd800 >>> 10
}
