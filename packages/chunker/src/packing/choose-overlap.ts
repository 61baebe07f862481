import type { Limits } from '../limits.js'
import { breakStrength } from '../structure/break-strength.js'
import type { Unit } from '../units/unit.js'
import { createBestBreak } from './best-break.js'
import type { Lookahead } from './lookahead.js'

/** The most tokens that can be repeated before a unit. */
function reachBefore(next: Unit, { overlap, target }: Limits): number {
  if (next.strength === breakStrength.heading) return 0
  return Math.min(overlap, target - next.tokens)
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
