import { charactersPerToken, type Limits } from '../limits.js'
import { breakStrength } from '../structure/break-strength.js'
import { skipSpace, trimEnd } from '../white-space.js'
import { divideStretch } from './divide-stretch.js'
import type { Piece, Stretch } from './piece.js'
import { sentenceStarts } from './sentences.js'

/** Wider white space at an end of a long line is no indentation and is left out. */
const widestMargin = 200

/** How a line is divided. */
export interface LineDivision {
  readonly limits: Limits
  /** The most tokens that the line's first piece may have, for the heading that stays with it. */
  readonly room: number
  /** The `breakStrength` of a cut before the line. */
  readonly strength: number
}

/** The tokens of a stretch, or undefined where they are more than `most`. */
function countUpTo(text: string, most: number, limits: Limits): number | undefined {
  if (text.length > most * charactersPerToken) return undefined
  const tokens = limits.count(text)
  return tokens > most ? undefined : tokens
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

/** Lets the first and the last piece reach to the ends of their line, unless that makes them too large. */
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

/** A line in pieces: whole where it is short, else by sentences, else by words, at worst by characters. */
export function divideLine(line: string, division: LineDivision): Iterable<Piece> {
  const { limits, room, strength } = division
  const tokens = countUpTo(line, Math.min(limits.line, room), limits)
  if (tokens === undefined) return withMargins(line, piecesOf(line, division), division)
  return [{ start: 0, end: line.length, tokens, strength }]
}
