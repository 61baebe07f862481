import { isRelevant, nameAt, type Measure } from './measure.js'

/**
 * Precision: relevant documents among the first `depth` (a whole number) ÷ `depth`, also where fewer were found or
 * fewer are relevant. `P_<depth>` of trec_eval.
 */
export function precision(depth: number): Measure {
  return {
    name: nameAt('precision', depth),
    depth,
    score: (ranking, grades) => ranking.slice(0, depth).filter((id) => isRelevant(id, grades)).length / depth,
  }
}
