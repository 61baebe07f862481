import type { SearchResult } from '@recallite/core'

/** The least confidence of each word for it, the highest first; a result below the threshold is `weak` whatever it has. */
const words = [
  ['likely', 0.5],
  ['possible', 0.25],
  ['doubtful', 0],
] as const

/** The word for a confidence. */
export type ConfidenceWord = (typeof words)[number][0] | 'weak'

/**
 * Confidence as a word: `likely` (from 50 %), `possible` (from 25 %), `doubtful` (less), or `weak`: below the threshold, and
 * so shown only because another result is not, or because the search has a lower threshold than usual.
 */
export function wordFor({ confidence, weak }: Pick<SearchResult, 'confidence' | 'weak'>): ConfidenceWord {
  if (weak) return 'weak'
  // As the percentage beside it is rounded, so that two results with 50 % have the same word.
  const rounded = Math.round(confidence * 100) / 100
  return words.find(([, least]) => rounded >= least)?.[0] ?? 'doubtful'
}

/** Confidence for people: a word and a percentage, as in `likely 82 %`. */
export function confidenceOf(result: Pick<SearchResult, 'confidence' | 'weak'>): string {
  return `${wordFor(result)} ${percentOf(result.confidence)}`
}

/** A share from 0 to 1 as a whole percentage; neither 0 nor 100 unless it is exactly that. */
export function percentOf(share: number): string {
  if (share > 0 && share < 0.005) return '<1 %'
  if (share < 1 && share >= 0.995) return '>99 %'
  return `${Math.round(share * 100)} %`
}
