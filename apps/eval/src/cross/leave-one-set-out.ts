import { mean } from '../statistics/descriptive.js'

/** The confidences of one collection's answers. */
export interface CollectionConfidences {
  readonly suite: string
  /** To the questions that the collection answers. */
  readonly own: Float64Array
  /** To the questions of each other suite. */
  readonly foreign: readonly Float64Array[]
}

/** The share of own questions that the other sets may lose when they choose a threshold. */
export const mostLost = 0.015

/**
 * How a threshold fares on a collection that had no part in choosing it: for each collection the highest threshold that
 * abstains on at most `mostLost` of the other collections' own questions (the mean of their shares), and what it
 * abstains on of the one left out.
 */
export function leaveOneSetOut(collections: readonly CollectionConfidences[]) {
  return collections.map(({ suite, own, foreign }) => {
    const others = collections.filter((other) => other.suite !== suite).map((other) => other.own)
    const threshold = highestThreshold(others, mostLost)
    const shares = foreign.map((pair) => shareBelow(pair, threshold) ?? 0)
    return { suite, threshold, own: shareBelow(own, threshold), foreign: mean(Float64Array.from(shares)) }
  })
}

/**
 * The highest threshold below which at most this share of the confidences of each set lies, in the mean over the sets. It is one of the
 * confidences: the share does not change between two of them. 0 without confidences.
 */
export function highestThreshold(sets: readonly Float64Array[], most: number): number {
  const known = sets.filter(({ length }) => length > 0)
  const candidates = Float64Array.from(known.flatMap((set) => [...set])).toSorted()
  const isAllowed = (threshold: number) => {
    const shares = known.map((set) => shareBelow(set, threshold) ?? 0)
    return (mean(Float64Array.from(shares)) ?? 0) <= most
  }
  let [low, high] = [0, candidates.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isAllowed(candidates[middle] ?? 0)) low = middle
    else high = middle - 1
  }
  return candidates[low] ?? 0
}

/** The share of confidences that a threshold abstains on: those below it. Null without confidences. */
export function shareBelow(confidences: Float64Array, threshold: number): number | null {
  if (confidences.length === 0) return null
  return confidences.filter((confidence) => confidence < threshold).length / confidences.length
}
