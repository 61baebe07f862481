import { countRelevant, isRelevant, nameAt, type Measure } from './measure.js'

/**
 * Average precision: Σ precision at the rank of each relevant document among the first `depth`, ÷ the number of all
 * relevant documents; 0 where nothing is relevant. Its mean over queries is MAP: Buckley & Voorhees, Evaluating
 * Evaluation Measure Stability, 2000. `map_cut_<depth>` of trec_eval, with a depth of Infinity its `map`.
 */
export function averagePrecision(depth: number): Measure {
  return {
    name: nameAt('MAP', depth),
    depth,
    score(ranking, grades) {
      const relevant = countRelevant(grades)
      if (relevant === 0) return 0
      let found = 0
      let sum = 0
      for (const [index, id] of ranking.slice(0, depth).entries()) {
        if (!isRelevant(id, grades)) continue
        found += 1
        sum += found / (index + 1)
      }
      return sum / relevant
    },
  }
}
