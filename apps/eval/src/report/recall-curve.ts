import { isAnswerable, relevantDocuments } from '../measures/answer-measure.js'
import type { Answer, RunQuery } from '../run/run.js'

/** Recall@k at one k. */
export interface CurvePoint {
  readonly depth: number
  readonly share: number
}

/** The ranks, from 1, of the documents that answer, from the best. */
function foundRanks(relevant: ReadonlySet<string>, documents: readonly string[]): number[] {
  return documents.flatMap((document, index) => (relevant.has(document) ? [index + 1] : []))
}

function addRecall(
  sums: Float64Array,
  query: RunQuery,
  { documents, depths }: { readonly documents: readonly string[]; readonly depths: readonly number[] },
): void {
  const relevant = new Set(relevantDocuments(query))
  const ranks = foundRanks(relevant, documents)
  let found = 0
  for (const [index, depth] of depths.entries()) {
    while ((ranks[found] ?? Infinity) <= depth) found += 1
    sums[index] = (sums[index] ?? 0) + found / relevant.size
  }
}

/**
 * Recall@k at some depths, given from the least up: the share of a query's relevant documents that are among its first
 * k, as a mean over the queries that some document answers; one without an answer counts 0. Empty where there are no
 * such queries.
 */
export function recallCurve(
  queries: readonly RunQuery[],
  answers: ReadonlyMap<string, Answer>,
  depths: readonly number[],
): CurvePoint[] {
  const answerable = queries.filter(isAnswerable)
  if (answerable.length === 0) return []
  const sums = new Float64Array(depths.length)
  for (const query of answerable) {
    addRecall(sums, query, { documents: answers.get(query.id)?.documents ?? [], depths })
  }
  return depths.map((depth, index) => ({ depth, share: (sums[index] ?? 0) / answerable.length }))
}
