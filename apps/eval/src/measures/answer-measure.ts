import type { Answer, RunQuery } from '../run/run.js'

/** What of an answer and of its query such a measure looks at. */
export type ShownAnswer = Pick<Answer, 'results'>
/** The same of a query. */
export type JudgedQuery = Pick<RunQuery, 'grades' | 'passages'>

/**
 * A measure of what a strategy shows for one query by its own limit and threshold, however deep it would rank; its
 * mean over the queries that it applies to has the same name.
 */
export interface AnswerMeasure {
  /** As in reports. */
  readonly name: string
  /** 0 or 1; undefined where it does not apply to the query, or where what was shown is not known. */
  readonly score: (answer: ShownAnswer, query: JudgedQuery) => number | undefined
}

/** The ids of the documents that answer a query, in the order of its grades. */
export function relevantDocuments({ grades }: Pick<RunQuery, 'grades'>): string[] {
  return Object.entries(grades).flatMap(([id, grade]) => (grade > 0 ? [id] : []))
}

/** Whether any document answers a query. */
export function isAnswerable(query: Pick<RunQuery, 'grades'>): boolean {
  return relevantDocuments(query).length > 0
}
