import { isRelevant, nameAt, type Measure } from './measure.js'

/**
 * Hit rate, also called success: 1 where a relevant document is among the first `depth`, else 0. `success_<depth>` of
 * trec_eval.
 */
export function hit(depth: number): Measure {
  return {
    name: nameAt('hit', depth),
    depth,
    score: (ranking, grades) => (ranking.slice(0, depth).some((id) => isRelevant(id, grades)) ? 1 : 0),
  }
}
