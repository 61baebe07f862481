import { earliestCut, type Limits } from '../options.js'
import { breakStrength } from '../structure/parse-blocks.js'
import type { Unit } from '../units/units-of.js'

/** What the next chunk may hold. */
interface ChunkBounds {
  /** The number of units that repeat the previous chunk. */
  readonly repeated: number
  readonly budget: number
}

/**
 * How many units form the next chunk: up to a heading once the chunk is large enough to stand alone, else as many as
 * fit, up to the last of the strongest breaks in their later part. At least one unit is new.
 */
export function chooseEnd(units: Lookahead<Unit>, bounds: ChunkBounds, limits: Limits): number {
  const { repeated, budget } = bounds
  const furthest = (units.at(0)?.from ?? 0) + limits.characters
  let best = noBreak
  let tokens = 0
  let index = 0
  for (let unit = units.at(0); unit !== undefined; unit = units.at(++index)) {
    const { strength } = unit
    if (index > repeated) {
      if (strength === breakStrength.heading && tokens >= limits.minimumSection) return index
      best = betterBreak(best, { index, strength, isPreferred: tokens >= budget * earliestCut })
      if (tokens + unit.tokens > budget || unit.to > furthest) return best.index || index
    }
    tokens += unit.tokens
  }
  return index
}

/**
 * The unit with which the next chunk begins: up to `limits.overlap` tokens before the cut, at the farthest of the
 * strongest breaks in the farther half. The cut itself if it is at a heading or nothing could follow the overlap. The
 * overlap never extends beyond a heading.
 */
export function chooseOverlap(units: Lookahead<Unit>, end: number, limits: Limits): number {
  const next = units.at(end)
  const reach = reachBefore(next, limits)
  const nearest = (next?.to ?? 0) - limits.characters
  let best = noBreak
  let tokens = 0
  for (let index = end - 1; index > 0; index--) {
    const unit = units.at(index)
    if (unit === undefined) break
    tokens += unit.tokens
    if (tokens > reach || unit.from < nearest) break
    best = betterBreak(best, { index, strength: unit.strength, isPreferred: tokens * 2 >= limits.overlap })
    if (unit.isHeading) break
  }
  return best.index || end
}

/** A position to cut at. */
export interface Break {
  /** The unit after the cut. */
  readonly index: number
  readonly strength: number
  /** Whether it is in the part of the units where a cut is preferred. */
  readonly isPreferred: boolean
}

export const noBreak: Break = { index: 0, strength: breakStrength.never, isPreferred: false }

/** The better of two breaks: a preferred one, else the stronger one, else the candidate. `never` is not used. */
export function betterBreak(best: Break, candidate: Break): Break {
  if (candidate.strength === breakStrength.never) return best
  if (best.strength === breakStrength.never) return candidate
  if (candidate.isPreferred !== best.isPreferred) return candidate.isPreferred ? candidate : best
  return candidate.strength >= best.strength ? candidate : best
}

/** The most tokens to repeat before a unit. */
function reachBefore(next: Unit | undefined, { overlap, target }: Limits): number {
  if (next === undefined || next.strength === breakStrength.heading) return 0
  return Math.min(overlap, target - next.tokens)
}

export type Lookahead<Item> = ReturnType<typeof createLookahead<Item>>

/** A sequence whose items can be inspected before they are consumed; it is read no further than it is inspected. */
export function createLookahead<Item>(source: Iterator<Item>) {
  let items: Item[] = []
  let isExhausted = false
  return {
    /** The item this many positions ahead; undefined after the end. */
    at(index: number): Item | undefined {
      while (items.length <= index && !isExhausted) {
        const next = source.next()
        if (next.done === true) isExhausted = true
        else items.push(next.value)
      }
      return items[index]
    },
    /** Consumes the next `count` items. */
    drop(count: number): void {
      items = items.slice(count)
    },
  }
}
