import { isAnswerable, relevantDocuments } from '../measures/answer-measure.js'
import type { Answer, RunQuery } from '../run/run.js'

function addRecall(sums: number[], query: RunQuery, documents: readonly string[]): void {
  const relevant = new Set(relevantDocuments(query))
  let found = 0
  for (const index of sums.keys()) {
    if (relevant.has(documents[index] ?? '')) found++
    sums[index] = (sums[index] ?? 0) + found / relevant.size
  }
}

/**
 * Recall@k for k = 1 … depth: the share of a query's relevant documents that are among its first k, as a mean over the
 * queries that some document answers; one without an answer counts 0. Empty where there are no such queries.
 */
export function recallCurve(
  queries: readonly RunQuery[],
  answers: ReadonlyMap<string, Answer>,
  depth: number,
): number[] {
  const answerable = queries.filter(isAnswerable)
  if (answerable.length === 0) return []
  const sums = Array.from({ length: depth }, () => 0)
  for (const query of answerable) addRecall(sums, query, answers.get(query.id)?.documents ?? [])
  return sums.map((sum) => sum / answerable.length)
}
