import { fuse, type ListEntry, weighers } from '../fuse.js'
import { sumAscending } from '../lists.js'
import { deviations, median, type Normalizer } from '../normalizers.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * The log-odds conjunction of Bayesian BM25:
 *
 *     score(d) = logistic(√n · Σ w·logit(p(d)) / Σ w),   p = logistic((s − median) / σ)
 *
 * p, the normalised score, is a probability calibrated on the list: its median has ½, one standard deviation (of a
 * population) above it .73. n is the number of lists of positive weight: √n keeps lists that agree from being averaged
 * down. The score is in (0, 1), but no probability that could be compared between queries. Each contribution is the list's
 * share of the score: the effective weight is score·(w / Σw) / p, Σw over the lists that contain d.
 *
 * - Missing: log odds of 0, which say nothing, at full weight. A completed score counts like a found one.
 * - Single candidate, all equal: ½ in the list.
 * - Equal scores: by id. Reads no option.
 *
 * J. Jeong: Bayesian BM25, 2026, doi:10.5281/zenodo.18414940, and From Bayesian Inference to Neural Computation, 2026,
 * doi:10.5281/zenodo.18512411 (mean log odds × n^α, α = ½); Lucene, `LogOddsFusionQuery` without gating and priors, with
 * the median and 1 / σ that `BayesianScoreEstimator` estimates, here from the list itself.
 * @throws FusionError if a list or a weight is invalid
 */
export const logOddsConjunction: FusionStrategy = (lists) =>
  fuse(lists, {
    normalize: probabilities,
    weighting: (entries) => {
      const shares = weighers.share(entries)
      const logits = entries.map((entry, index) =>
        entry.normalized === null ? 0 : (shares[index] ?? 0) * logit(entry.normalized),
      )
      return split(entries, logistic(Math.sqrt(entries.length) * sumAscending(logits)))
    },
  })

/** The weights that split a score which is no sum: each contribution is the list's share of it. No probability is 0. */
function split(entries: readonly ListEntry[], score: number): number[] {
  const shares = weighers['held-share'](entries)
  return entries.map(({ normalized }, index) => (score * (shares[index] ?? 0)) / (normalized ?? 1))
}

/** Probabilities are kept this far from 0 and 1, as in Lucene, so that their log odds are finite. */
const margin = 1e-7

const probabilities: Normalizer = (list) =>
  deviations(list, { centreOf: median })?.map((deviation) =>
    Math.min(1 - margin, Math.max(margin, logistic(deviation))),
  ) ?? list.items.map(() => 0.5)

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}
