import { isRelevant, nameAt, type Measure } from './measure.js'

/**
 * Reciprocal rank: 1/r, r the rank (from 1) of the first relevant document, 0 where it is not among the first
 * `depth`. Its mean over queries is MRR: Voorhees, The TREC-8 Question Answering Track Report, 1999. With a depth of
 * Infinity `recip_rank` of trec_eval.
 */
export function reciprocalRank(depth: number): Measure {
  return {
    name: nameAt('MRR', depth),
    depth,
    score(ranking, grades) {
      const index = ranking.slice(0, depth).findIndex((id) => isRelevant(id, grades))
      return index === -1 ? 0 : 1 / (index + 1)
    },
  }
}
