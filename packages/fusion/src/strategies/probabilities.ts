import { fuse } from '../fuse.js'
import { isHeld, splitScore, sumAscending, weighers } from '../lists.js'
import {
  coveredMinMax,
  deviations,
  median,
  type Normalizer,
  onKnownScale,
  reciprocalRank,
  theoreticalMinMax,
} from '../normalizers.js'
import { resolveOptions } from '../options.js'
import type { FusionStrategy } from '../strategy.js'

/**
 * A convex combination like TM2C2 (`convex`) in which a list whose scale is known keeps that scale:
 *
 *     score(d) = Σ w·n(d) / Σ w
 *     n(d) = max(0, (s(d) − unrelated) / (related − unrelated))       for a list with a `RankedList.scale`
 *     n(d) = .9·φ(s(d))·∛(c(d)·√c*) + .1·3 / (2 + r(d))               for any other
 *
 * The first is 0 for what is unrelated to a query and about 1 for what is closely related, also if nothing better was
 * found, and means the same for every model. φ, c and c* are those of `convex`; r is the rank in the list from 1, and an item
 * that the list did not find has 0 in place of 3 / (2 + r). If only one list has a positive weight, n is the scaled score or
 * φ alone.
 *
 * - Missing: the sums run over the lists that contain d (`missing: 'zero'`: over all, absent counts 0).
 * - Single candidate: 1 in a list without scale, coverage and unfound items.
 * - Equal scores: by id. Reads `missing`.
 *
 * S. Bruch, S. Gai, A. Ingber: An Analysis of Fusion Functions for Hybrid Retrieval. ACM Transactions on Information
 * Systems 42(1), 2023. arXiv:2210.11934, for the convex combination; the scale, the coverage and the rank are our additions.
 * @throws FusionError if a list, a weight or an option is invalid
 */
export const calibrated: FusionStrategy = (lists, options) => {
  const { missing } = resolveOptions(options)
  const isAlone = lists.filter(({ weight }) => weight > 0).length < 2
  const onOwnScale = isAlone ? theoreticalMinMax : coveredWithRank
  return fuse(lists, {
    normalize: (list) => (list.scale ? onKnownScale(list, list.scale) : onOwnScale(list)),
    weighting: missing === 'zero' ? 'share' : 'held-share',
  })
}

/** How much of a normalised score is the rank. */
const rankShare = 0.1

const coveredWithRank: Normalizer = (list) => {
  const ranks = reciprocalRank(list)
  return coveredMinMax(list).map((value, index) => (1 - rankShare) * value + rankShare * (ranks[index] ?? 0))
}

/** Probabilities are kept this far from 0 and 1, as in Lucene, so that their log odds are finite. */
const margin = 1e-7

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
        isHeld(entry) ? (shares[index] ?? 0) * logit(entry.normalized) : 0,
      )
      return splitScore(entries, logistic(Math.sqrt(entries.length) * sumAscending(logits)))
    },
  })

const probabilities: Normalizer = (list) =>
  deviations(list, { from: median })?.map((deviation) =>
    Math.min(1 - margin, Math.max(margin, logistic(deviation))),
  ) ?? list.items.map(() => 0.5)

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}
