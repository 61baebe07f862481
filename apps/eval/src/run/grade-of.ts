import type { RunQuery } from './run.js'

/** A document's grade for a query: 0 where nobody judged it, whatever it is called. */
export function gradeOf({ grades }: Pick<RunQuery, 'grades'>, document: string): number {
  return Object.hasOwn(grades, document) ? (grades[document] ?? 0) : 0
}
