import type { Limits } from '../limits.js'
import { breakStrength } from '../structure/break-strength.js'
import { skipSpace, trimEnd } from '../white-space.js'
import { type Cut, cutPiece } from './cut-piece.js'
import type { Piece, Stretch } from './piece.js'

/** Characters of a piece for each token it may have: as many as a token has in the scripts where it has most. */
const charactersPerToken = 6

/** How large the next piece may be. */
interface PieceSize {
  /** The most characters, unless a single character has more code units. */
  readonly most: number
  /** Tells whether the stretch up to a place has few enough tokens. */
  readonly fits: (place: number) => boolean
}

/** Where the next piece of a stretch ends; its size is halved until it fits. */
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

/**
 * Divides a stretch of a line without regard to sentences, into pieces of at most `limits.piece` tokens; a single
 * character may count more.
 */
export function* divideStretch(text: string, stretch: Stretch, limits: Limits): Generator<Piece> {
  let rest = stretch
  const largest = Math.max(1, Math.floor(limits.piece * charactersPerToken))
  let most = largest
  while (rest.start < rest.end) {
    const { start, strength } = rest
    const tokensTo = (place: number): number => limits.count(text.slice(start, trimEnd(text, start, place)))
    const cut = nextCut(text, rest, { most, fits: (place) => tokensTo(place) <= limits.piece })
    const end = trimEnd(text, start, cut.place)
    yield { start, end, tokens: tokensTo(end), strength }
    // What comes is mostly like what was: this spares trying sizes that will not fit.
    most = Math.min(largest, (cut.place - start) * 2)
    rest = { start: skipSpace(text, cut.place, stretch.end), end: stretch.end, strength: cut.strength }
  }
}
