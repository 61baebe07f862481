import { earliestCut, type Limits } from '../options.js'
import { breakStrength } from '../structure/structure.js'
import type { Unit } from '../units/units-of.js'
import type { Lookahead } from './lookahead.js'

/** What a chunk that begins at the first unit ahead may hold. */
interface ChunkBounds {
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

/**
 * The unit with which the chunk behind a cut begins: up to `limits.overlap` tokens before the cut, at the strongest
 * break in the farther half of them, the farthest of equals. At the cut itself where the cut is at a heading, and where
 * nothing could follow what is repeated. A heading before the cut is the farthest place.
 */
export function chooseOverlap(units: Lookahead<Unit>, end: number, limits: Limits): number {
  const next = units.at(end)
  const reach = next === undefined ? 0 : reachBefore(next, limits)
  const nearest = (next?.to ?? 0) - limits.characters
  const best = createBestBreak()
  let tokens = 0
  for (let index = end - 1; index > 0; index--) {
    const unit = units.at(index)
    if (unit === undefined) break
    tokens += unit.tokens
    if (tokens > reach || unit.from < nearest) break
    best.offer({ index, strength: unit.strength, isPreferred: tokens * 2 >= limits.overlap })
    if (unit.isHeading) break
  }
  return best.index ?? end
}

/** A place to cut at. */
export interface Break {
  /** The unit behind the cut. */
  readonly index: number
  readonly strength: number
  /** Whether it lies in the part of the units where a cut is wanted. */
  readonly isPreferred: boolean
}

/** The best of the breaks offered so far. */
interface BestBreak {
  offer(candidate: Break): void
  /** The unit behind the best break; undefined where none was offered that may be used. */
  readonly index: number | undefined
}

/** Keeps the best break: preferred ones first, then the strongest, then the last offered. `never` is never it. */
export function createBestBreak(): BestBreak {
  let best: Break | undefined
  function isBetter(candidate: Break): boolean {
    if (best === undefined) return true
    if (candidate.isPreferred !== best.isPreferred) return candidate.isPreferred
    return candidate.strength >= best.strength
  }
  return {
    offer(candidate) {
      if (candidate.strength !== breakStrength.never && isBetter(candidate)) best = candidate
    },
    get index() {
      return best?.index
    },
  }
}

/** The most tokens that can be repeated before a unit. */
function reachBefore(next: Unit, { overlap, target }: Limits): number {
  if (next.strength === breakStrength.heading) return 0
  return Math.min(overlap, target - next.tokens)
}
