/** Below this, means differ by the rounding of their sums alone. */
const rounding = 1e-12

function meanOver(values: Float64Array, queries: readonly number[]): number {
  return queries.reduce((sum, query) => sum + (values[query] ?? 0), 0) / queries.length
}

/** Of the mean of the paired differences; Infinity where a single pair says nothing of their spread. */
function standardError(differences: readonly number[], mean: number): number {
  const { length } = differences
  if (length < 2) return Infinity
  const squares = differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0)
  return Math.sqrt(squares / (length - 1) / length)
}

/** The setting of the highest mean over the queries; of equal ones the earliest. */
export function bestSetting(scores: readonly Float64Array[], queries: readonly number[]): number {
  const means = scores.map((values) => meanOver(values, queries))
  return means.reduce((best, mean, setting) => (mean > (means[best] ?? 0) + rounding ? setting : best), 0)
}

/**
 * Chooses by some queries: the setting of the highest mean, unless it gains no more than one standard error of its
 * paired differences to the default (the first setting); then the default.
 *
 * The one-standard-error rule, with the default as the simplest choice: Breiman, Friedman, Olshen & Stone,
 * Classification and Regression Trees, 1984, section 3.4.3. The bare maximum of many settings follows whichever the
 * queries happen to flatter (Cawley & Talbot, On Over-fitting in Model Selection and Subsequent Selection Bias in
 * Performance Evaluation, JMLR 11, 2010), and leaving a default costs its user something: a gain should stand out from
 * its own noise first. The rule does not correct for how many were tried; the held-out queries do that. A setting that
 * is better on every query always passes: for positive differences the standard error is no more than the mean.
 */
export function selectSetting(scores: readonly Float64Array[], queries: readonly number[]): number {
  const best = bestSetting(scores, queries)
  const differences = queries.map((query) => (scores[best]?.[query] ?? 0) - (scores[0]?.[query] ?? 0))
  const gain = differences.reduce((sum, difference) => sum + difference, 0) / differences.length
  return gain > standardError(differences, gain) + rounding ? best : 0
}
