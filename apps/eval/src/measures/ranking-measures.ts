/** Grades of the documents that were judged for a query, by document id; above 0 is relevant. */
export type Grades = ReadonlyMap<string, number>

/** A measure of how well documents were ranked for one query; its mean over queries has the same name. */
export interface Measure {
  /** As in reports, with its depth: `hit@6`. */
  readonly name: string
  /** How many documents it looks at; Infinity for all that are ranked. */
  readonly depth: number
  /**
   * From 0 to 1, for distinct document ids, best first. Documents without a grade count as not relevant; a ranking
   * without a relevant document, an empty one above all, scores 0.
   */
  readonly score: (ranking: readonly string[], grades: Grades) => number
}

const exponential: Gain = (grade) => (grade > 0 ? 2 ** grade - 1 : 0)

const linear: Gain = (grade) => (grade > 0 ? grade : 0)

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

/**
 * Normalised discounted cumulative gain: DCG of the first `depth` documents ÷ DCG of the best possible order of all
 * judged ones, cut at `depth` as well. DCG = Σ (2^grade − 1)/log2(rank + 1), rank from 1; 0 where nothing is relevant.
 * Normalisation: Järvelin & Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002; exponential gain:
 * Burges et al., Learning to Rank Using Gradient Descent, 2005. For grades of 0 and 1 the same as linear gain.
 */
export function ndcg(depth: number): Measure {
  return normalisedGain('nDCG', exponential, depth)
}

/**
 * The same with the grade itself as gain: DCG = Σ grade/log2(rank + 1). `ndcg_cut_<depth>` of trec_eval, with a depth
 * of Infinity its `ndcg`.
 */
export function linearNdcg(depth: number): Measure {
  return normalisedGain('nDCG-linear', linear, depth)
}

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

/** Whether a document is relevant at all. */
function isRelevant(id: string, grades: Grades): boolean {
  return (grades.get(id) ?? 0) > 0
}

/** How many documents are relevant, found or not. */
function countRelevant(grades: Grades): number {
  return [...grades.values()].filter((grade) => grade > 0).length
}

/** A measure's name at a depth; the bare name where the whole ranking counts (a depth of Infinity). */
function nameAt(name: string, depth: number): string {
  return depth === Infinity ? name : `${name}@${depth}`
}

/** What a document adds, by its grade; one that is not relevant adds nothing. */
type Gain = (grade: number) => number

function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)
}

function normalisedGain(name: string, gain: Gain, depth: number): Measure {
  return {
    name: nameAt(name, depth),
    depth,
    score(ranking, grades) {
      const best = [...grades.values()].map(gain).toSorted((a, b) => b - a)
      const ideal = discountedGain(best.slice(0, depth))
      if (ideal === 0) return 0
      return discountedGain(ranking.slice(0, depth).map((id) => gain(grades.get(id) ?? 0))) / ideal
    },
  }
}
