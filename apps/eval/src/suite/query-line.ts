import type { Passage, SuiteQuery } from './suite.js'

interface Entry {
  readonly path: string
  readonly lines?: Passage['lines']
  readonly contains?: Passage['contains']
  readonly grade?: number
}

function toEntries(
  { grades, passages }: Pick<SuiteQuery, 'grades' | 'passages'>,
  pathOf: (document: string) => string,
): Entry[] {
  const placed = new Set(passages.map(({ document }) => document))
  const whole = [...grades.keys()]
    .filter((document) => !placed.has(document))
    .map((document) => ({ document }))
  return [...passages, ...whole].map(({ document, ...place }) => {
    const grade = grades.get(document) ?? 1
    return { path: pathOf(document), ...place, ...(grade !== 1 && { grade }) }
  })
}

/**
 * A query as a line of `queries.jsonl` in our layout.
 * @param pathOf a document's path in the corpus
 */
export function queryLine(query: SuiteQuery, pathOf: (document: string) => string): string {
  const { id, text, kind, note } = query
  const relevant = toEntries(query, pathOf)
  return `${JSON.stringify({ id, text, kind, relevant, ...(note !== '' && { note }) })}\n`
}
