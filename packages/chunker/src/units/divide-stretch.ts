import type { Limits } from '../limits.js'
import { breakStrength } from '../structure/break-strength.js'
import { skipSpace, trimEnd } from '../white-space.js'
import { type Cut, cutPiece } from './cut-piece.js'
import type { Piece, Stretch } from './piece.js'

/** Tells whether the part of a stretch up to a place is small enough for a piece. */
type Fits = (place: number) => boolean

/** Where the next piece of a stretch ends: at most `size` characters on, and fitting, where that can be had. */
function nextCut(text: string, { start, end }: Stretch, options: { size: number; fits: Fits }): Cut {
  const { fits } = options
  const rest: Cut = { place: end, strength: breakStrength.never }
  if (end - start <= options.size && fits(end)) return rest
  let size = Math.min(options.size, end - start - 1)
  while (size > 0) {
    const cut = cutPiece(text, start, size)
    if (size === 1 || fits(cut.place)) return cut
    size = Math.floor(size / 2)
  }
  return rest
}

/**
 * Divides a stretch of a line without regard to sentences, into pieces of at most `limits.piece` tokens and as many
 * characters; a single character may count more.
 */
export function* divideStretch(text: string, stretch: Stretch, limits: Limits): Generator<Piece> {
  let rest = stretch
  while (rest.start < rest.end) {
    const { start, strength } = rest
    const tokensTo = (place: number): number => limits.count(text.slice(start, trimEnd(text, start, place)))
    const cut = nextCut(text, rest, { size: limits.piece, fits: (place) => tokensTo(place) <= limits.piece })
    const end = trimEnd(text, start, cut.place)
    yield { start, end, tokens: tokensTo(end), strength }
    rest = { start: skipSpace(text, cut.place, stretch.end), end: stretch.end, strength: cut.strength }
  }
}
