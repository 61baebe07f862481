import { fuse, type ListEntry, weighers } from '../fuse.js'
import { sumAscending } from '../lists.js'
import { deviations, median, type Normalizer } from '../normalizers.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * The log-odds conjunction of Bayesian BM25:
 *
 *     score(d) = logistic(√n · Σ w·logit(p(d)) / Σ w),   p = logistic((s − median) / σ),   σ of the population
 *
 * p is a probability calibrated on the list (½ if all scores are equal), n the number of lists of positive weight: √n
 * prevents lists that agree from being averaged down. Missing scores have log odds of 0 at full weight. The score is in (0, 1),
 * but it is not comparable across queries. Each contribution is the list's share of the score: the effective weight is
 * score·(w / Σw) / p, Σw over the lists that contain d. Reads no option.
 *
 * J. Jeong: Bayesian BM25, 2026, doi:10.5281/zenodo.18414940, and From Bayesian Inference to Neural Computation, 2026,
 * doi:10.5281/zenodo.18512411 (mean log odds × n^α, α = ½); Lucene, `LogOddsFusionQuery` without gating and priors, with
 * the median and 1 / σ that `BayesianScoreEstimator` estimates, here from the list itself.
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

/** The weights that divide the score among the lists. No probability is 0. */
function split(entries: readonly ListEntry[], score: number): number[] {
  const shares = weighers['held-share'](entries)
  return entries.map(({ normalized }, index) => (score * (shares[index] ?? 0)) / (normalized ?? 1))
}

/** The minimum distance of probabilities from 0 and 1, as in Lucene, so that their log odds are finite. */
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
