import { breakStrength } from '../structure/break-strength.js'
import { isSpace } from '../white-space.js'
import { firstMark, graphemeBoundary } from './grapheme-boundary.js'

/** A place to cut at and its `breakStrength`. */
export interface Cut {
  readonly place: number
  readonly strength: number
}

const clauseEnds = new Set(',;:，、；：،؛')
const wordCharacter = /[\p{L}\p{M}\p{N}\p{So}\p{Sk}\p{C}_]/u

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

/**
 * Where to cut a stretch of a line at most `size` characters behind `start`: after a comma in the later half, else after
 * white space, else after any other mark in the later half, else between two characters.
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
