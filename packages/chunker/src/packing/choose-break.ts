import { earliestCut, type Limits } from '../options.js'
import { breakStrength } from '../structure/parse-blocks.js'
import type { Unit } from '../units/units-of.js'

/**
 * The exclusive end of the chunk that begins at `start`: at a line of the option `starts`, at a heading once the chunk is large enough,
 * else at the last of the strongest breaks in the later part of the units that fit. Units from `fresh` on are not in a chunk yet;
 * this one contains the first of them.
 */
export function chooseEnd(
  units: readonly Unit[],
  { start, fresh }: { readonly start: number; readonly fresh: number },
  limits: Limits,
): number {
  const lastPosition = (units[start]?.from ?? 0) + limits.characters
  let best = noBreak
  let tokens = 0
  let index = start
  for (let unit = units[index]; unit !== undefined; unit = units[++index]) {
    const { strength } = unit
    if (index > fresh) {
      if (strength === breakStrength.start || endsSection(strength, tokens, limits)) return index
      best = betterBreak(best, { index, strength, isPreferred: tokens >= limits.target * earliestCut })
      if (tokens + unit.tokens > limits.target || unit.to > lastPosition) return best.index || index
    }
    tokens += unit.tokens
  }
  return index
}

function endsSection(strength: number, tokens: number, { minimumSection }: Limits): boolean {
  return strength === breakStrength.heading && tokens >= minimumSection
}

/**
 * The start of the next chunk: up to `limits.overlap` tokens before the cut, at the earliest of the strongest breaks in the earlier
 * half. The cut itself if it is at a heading, or if no unit would fit after the overlap. The overlap never crosses a heading.
 */
export function chooseOverlap(
  units: readonly Unit[],
  { start, end }: { readonly start: number; readonly end: number },
  limits: Limits,
): number {
  const next = units[end]
  if (next === undefined || next.strength >= breakStrength.heading) return end
  const reach = Math.min(limits.overlap, limits.target - next.tokens)
  const nearest = next.to - limits.characters
  let best = noBreak
  let tokens = 0
  for (let index = end - 1; index > start; index--) {
    const unit = units[index]
    if (unit === undefined) break
    tokens += unit.tokens
    if (tokens > reach || unit.from < nearest) break
    best = betterBreak(best, { index, strength: unit.strength, isPreferred: tokens * 2 >= limits.overlap })
    if (unit.isHeading) break
  }
  return best.index || end
}

interface Break {
  readonly index: number
  readonly strength: number
  /** Whether it is in the preferred part of the units. */
  readonly isPreferred: boolean
}

const noBreak: Break = { index: 0, strength: breakStrength.never, isPreferred: false }

/** The better of two breaks: a preferred one, else the stronger one, else the candidate. */
function betterBreak(best: Break, candidate: Break): Break {
  if (candidate.strength === breakStrength.never) return best
  if (best.strength === breakStrength.never) return candidate
  if (candidate.isPreferred !== best.isPreferred) return candidate.isPreferred ? candidate : best
  return candidate.strength >= best.strength ? candidate : best
}
