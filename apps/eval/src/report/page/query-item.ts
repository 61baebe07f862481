import type { PageData, PageQuery, PageSuite } from '../page-data/page-data.js'

/** A query in the list. */
export interface QueryItem {
  readonly suite: PageSuite
  readonly query: PageQuery
  /** What a search looks through, as `searchable` writes it. */
  readonly haystack: string
}

/** Text so that equal words are equal, however they are written. */
export function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Every query of every suite, in their order. */
export function queryItems({ suites }: PageData): QueryItem[] {
  return suites.flatMap((suite) =>
    suite.queries.map((query) => ({ suite, query, haystack: searchable(`${query.text}\n${query.id}`) })),
  )
}

/** How a system did on a query: `none` where it was not asked, or where no document answers. */
export type Outcome = 'found' | 'missed' | 'none'

/** Found is a query with a relevant document among the first `hitDepth`. */
export function outcomeOf({ answers, relevant }: PageQuery, system: number, hitDepth: number): Outcome {
  const answer = answers[system]
  if (!answer || relevant === 0) return 'none'
  return answer.rank !== null && answer.rank <= hitDepth ? 'found' : 'missed'
}
