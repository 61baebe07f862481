import { countRelevant, isRelevant, nameAt, type Measure } from './measure.js'

/**
 * Recall: the share of all relevant documents that is among the first `depth`; 0 where nothing is relevant.
 * `recall_<depth>` of trec_eval.
 */
export function recall(depth: number): Measure {
  return {
    name: nameAt('recall', depth),
    depth,
    score(ranking, grades) {
      const relevant = countRelevant(grades)
      if (relevant === 0) return 0
      return ranking.slice(0, depth).filter((id) => isRelevant(id, grades)).length / relevant
    },
  }
}
