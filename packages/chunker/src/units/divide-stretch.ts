import type { Limits } from '../limits.js'
import { skipSpace, trimEnd } from '../white-space.js'
import { type Cut, cutPiece } from './cut-piece.js'
import type { Piece, Stretch } from './piece.js'

/** The part of `stretch` that is at most `tokens` large, if it can be had, and where it was cut. */
function nextCut(text: string, stretch: Stretch, count: (place: number) => number, tokens: number): Cut {
  let size = tokens
  for (;;) {
    if (stretch.start + size >= stretch.end) {
      if (count(stretch.end) <= tokens) return { place: stretch.end, strength: stretch.strength }
      size = stretch.end - stretch.start - 1
    }
    if (size < 1) return { place: stretch.end, strength: stretch.strength }
    const cut = cutPiece(text, stretch.start, size)
    if (size === 1 || count(cut.place) <= tokens) return cut
    size = Math.max(1, Math.floor(size / 2))
  }
}

/** Divides a stretch of a line without regard to sentences, into pieces of at most `limits.piece` tokens. */
export function* divideStretch(text: string, stretch: Stretch, limits: Limits): Generator<Piece> {
  let rest = stretch
  while (rest.start < rest.end) {
    const { start, strength } = rest
    const count = (place: number): number => limits.count(text.slice(start, trimEnd(text, start, place)))
    const cut = nextCut(text, rest, count, limits.piece)
    const end = trimEnd(text, start, cut.place)
    yield { start, end, tokens: limits.count(text.slice(start, end)), strength }
    rest = { start: skipSpace(text, cut.place, stretch.end), end: stretch.end, strength: cut.strength }
  }
}
