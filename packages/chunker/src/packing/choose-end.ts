import { earliestCut, type Limits } from '../limits.js'
import { breakStrength } from '../structure/break-strength.js'
import type { Unit } from '../units/unit.js'
import { createBestBreak } from './best-break.js'
import type { Lookahead } from './lookahead.js'

/** What a chunk that begins at the first unit ahead may hold. */
export interface ChunkBounds {
  /** Units at the beginning that repeat the chunk before. */
  readonly repeated: number
  /** The most tokens, as the sum of the units'. */
  readonly budget: number
}

/**
 * How many of the units ahead make the next chunk: all until a heading, once the chunk is large enough to stand alone,
 * or else as many as fit, up to the strongest break in the later part of them, the last of equals. At least one is new.
 */
export function chooseEnd(units: Lookahead<Unit>, bounds: ChunkBounds, limits: Limits): number {
  const { repeated, budget } = bounds
  const furthest = (units.at(0)?.from ?? 0) + limits.characters
  const best = createBestBreak()
  let tokens = 0
  let index = 0
  for (let unit = units.at(0); unit !== undefined; unit = units.at(++index)) {
    const { strength } = unit
    if (index > repeated) {
      if (strength === breakStrength.heading && tokens >= limits.minimumSection) return index
      best.offer({ index, strength, isPreferred: tokens >= budget * earliestCut })
      if (tokens + unit.tokens > budget || unit.to > furthest) return best.index ?? index
    }
    tokens += unit.tokens
  }
  return index
}
