import { breakStrength } from '../structure/break-strength.js'

/** A place to cut at. */
export interface Break {
  /** The unit behind the cut. */
  readonly index: number
  readonly strength: number
  /** Whether it lies in the part of the units where a cut is wanted. */
  readonly isPreferred: boolean
}

/** The best of the breaks offered so far. */
export interface BestBreak {
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
