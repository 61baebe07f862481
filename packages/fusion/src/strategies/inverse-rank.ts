import { fuse } from '../fuse.js'
import { normalizers } from '../normalizers.js'
import type { FusionStrategy } from '../strategy.js'
import { countFinders, weighers } from '../weighting.js'

/**
 * Inverse square rank:
 *
 *     score(d) = N · Σ ŵ / r²,   r the rank found, from 1;   N the number of lists that found d;   ŵ = w ÷ the greatest weight
 *
 * - Missing, or completed and not found: 0 from that list.
 * - Single candidate: ŵ. Scores are not used, so equal ones change nothing.
 * - Equal scores: by id. Reads no option.
 *
 * A. Mourão, F. Martins, J. Magalhães: Inverse square rank fusion for multimodal search. CBMI 2014; unweighted there.
 * @throws FusionError if a list or a weight is invalid
 */
export const isr: FusionStrategy = inverseSquares((finders) => finders)

/**
 * Logarithmic inverse square rank: `isr` with ln(N + .01) in place of N.
 *
 *     score(d) = ln(N + .01) · Σ ŵ / r²
 *
 * Without the .01 all items that a single list found would have the score 0, and no order.
 *
 * - Missing, or completed and not found: 0 from that list.
 * - Single candidate: .00995·ŵ. Scores are not used, so equal ones change nothing.
 * - Equal scores: by id. Reads no option.
 *
 * A. Mourão, F. Martins, J. Magalhães: Inverse square rank fusion for multimodal search. CBMI 2014; the smoothed variant.
 * @throws FusionError if a list or a weight is invalid
 */
export const logisr: FusionStrategy = inverseSquares((finders) => Math.log(finders + 0.01))

/**
 * Mean reciprocal rank:
 *
 *     score(d) = Σ w / r ÷ Σ w,   r the rank found, from 1
 *
 * - Missing, or completed and not found: 0 from that list, at full weight.
 * - Single candidate: 1 in its list. Scores are not used, so equal ones change nothing.
 * - Equal scores: by id. Reads no option.
 *
 * LanceDB, `MRRReranker`; weights of .5 each there.
 * @throws FusionError if a list or a weight is invalid
 */
export const mrr: FusionStrategy = (lists) =>
  fuse(lists, { normalize: normalizers.position, weighting: 'share' })

function inverseSquares(factorOf: (finders: number) => number): FusionStrategy {
  return (lists) =>
    fuse(lists, {
      normalize: ({ items }) => items.map(({ foundRank }) => (foundRank === null ? 0 : 1 / foundRank ** 2)),
      weighting: (entries) => {
        const factor = factorOf(countFinders(entries))
        return weighers.relative(entries).map((weight) => weight * factor)
      },
    })
}
