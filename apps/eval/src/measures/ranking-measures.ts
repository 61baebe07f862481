/** Grades of judged documents, by document id; above 0 is relevant. */
export type Grades = ReadonlyMap<string, number>

/** A measure of the ranking for one query. `name` includes the depth, which may be Infinity: `hit@6`. */
export interface Measure {
  readonly name: string
  readonly depth: number
  /** From 0 to 1. `ranking`: distinct document ids, best first. Documents without a grade are not relevant. */
  readonly score: (ranking: readonly string[], grades: Grades) => number
}

/** 1 if a relevant document is among the first `depth`, else 0; trec_eval's `success_<depth>`. */
export const hit = measureOf('hit', (first, grades) => (first.some((id) => isRelevant(id, grades)) ? 1 : 0))

/** The share of the relevant documents among the first `depth`; trec_eval's `recall_<depth>`. */
export const recall = measureOf('recall', (first, grades) => {
  const relevant = countRelevant(grades)
  return relevant === 0 ? 0 : first.filter((id) => isRelevant(id, grades)).length / relevant
})

/** 1 if all relevant documents are among the first `depth`, else 0; all@5 of BEAM and other sets with several parts of evidence. */
export const all = measureOf('all', (first, grades) => {
  const relevant = countRelevant(grades)
  return relevant > 0 && first.filter((id) => isRelevant(id, grades)).length === relevant ? 1 : 0
})

/** Relevant documents among the first `depth`, divided by `depth`; trec_eval's `P_<depth>`. */
export const precision = measureOf(
  'precision',
  (first, grades, depth) => first.filter((id) => isRelevant(id, grades)).length / depth,
)

/**
 * 1 ÷ the rank (from 1) of the first relevant document, 0 if none is among the first `depth`. The mean over queries is
 * MRR: Voorhees, The TREC-8 Question Answering Track Report, 1999. With a depth of Infinity trec_eval's `recip_rank`.
 */
export const reciprocalRank = measureOf('MRR', (first, grades) => {
  const index = first.findIndex((id) => isRelevant(id, grades))
  return index === -1 ? 0 : 1 / (index + 1)
})

/**
 * Normalised discounted cumulative gain: the DCG of the first `depth` documents ÷ the DCG of the best possible order.
 * DCG = Σ (2^grade − 1)/log2(rank + 1), rank from 1. Normalisation: Järvelin & Kekäläinen, Cumulated Gain-Based
 * Evaluation of IR Techniques, 2002; gain: Burges et al., Learning to Rank Using Gradient Descent, 2005.
 */
export const ndcg = normalisedGain('nDCG', (grade) => 2 ** grade - 1)

/** nDCG with the grade itself as gain: trec_eval's `ndcg_cut_<depth>`, with a depth of Infinity its `ndcg`. */
export const linearNdcg = normalisedGain('nDCG-linear', (grade) => grade)

/**
 * Average precision: Σ precision at the rank of each relevant document among the first `depth` ÷ the number of relevant documents:
 * Buckley & Voorhees, Evaluating Evaluation Measure Stability, 2000. trec_eval's `map_cut_<depth>`, or `map`.
 */
export const averagePrecision = measureOf('MAP', (first, grades) => {
  const relevant = countRelevant(grades)
  if (relevant === 0) return 0
  let count = 0
  let sum = 0
  for (const [index, id] of first.entries()) {
    if (!isRelevant(id, grades)) continue
    count += 1
    sum += count / (index + 1)
  }
  return sum / relevant
})

/** A measure at any depth. `score` gets only the first `depth` documents. */
function measureOf(
  name: string,
  score: (first: readonly string[], grades: Grades, depth: number) => number,
): (depth: number) => Measure {
  return (depth) => ({
    name: depth === Infinity ? name : `${name}@${depth}`,
    depth,
    score: (ranking, grades) => score(ranking.slice(0, depth), grades, depth),
  })
}

function isRelevant(id: string, grades: Grades): boolean {
  return (grades.get(id) ?? 0) > 0
}

const countRelevant = (grades: Grades): number => [...grades.values()].filter((grade) => grade > 0).length

function normalisedGain(name: string, gainOf: (grade: number) => number): (depth: number) => Measure {
  // Some collections mark spam with negative grades, which must not lower a score.
  const gain = (grade: number) => (grade > 0 ? gainOf(grade) : 0)
  return measureOf(name, (first, grades, depth) => {
    const best = [...grades.values()].map(gain).toSorted((a, b) => b - a)
    const ideal = discountedGain(best.slice(0, depth))
    return ideal === 0 ? 0 : discountedGain(first.map((id) => gain(grades.get(id) ?? 0))) / ideal
  })
}

function discountedGain(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)
}
