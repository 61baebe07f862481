import type { PageData, PageQuery, PageSuite } from '../encode-page-data.js'

/** Which queries to list; an empty text selects all. */
export interface QueryFilter {
  /** Words that must all occur in the query's text or id. */
  readonly search: string
  /** A suite's title. */
  readonly suite: string
  readonly kind: string
  readonly outcome: 'any' | 'found' | 'missed' | 'disagree' | 'unanswerable'
  /** The name of the system whose outcome it is. */
  readonly system: string
}

/** A query in the list. */
export interface QueryItem {
  readonly suite: PageSuite
  readonly query: PageQuery
  /** The text that a search looks through. */
  readonly haystack: string
}

/** How a system did on a query: `none` if it was not asked, or if no document answers. */
export type Outcome = 'found' | 'missed' | 'none'

/** Every query of every suite, in their order. */
export function queryItems({ suites }: PageData): QueryItem[] {
  return suites.flatMap((suite) =>
    suite.queries.map((query) => ({ suite, query, haystack: searchable(`${query.text}\n${query.id}`) })),
  )
}

/** The queries that a filter selects, in their order. */
export function selectQueries(items: readonly QueryItem[], filter: QueryFilter, hitDepth: number) {
  const words = searchable(filter.search).match(/\S+/g) ?? []
  return items.filter(
    (item) =>
      (filter.suite === '' || item.suite.title === filter.suite) &&
      (filter.kind === '' || item.query.kind === filter.kind) &&
      words.every((word) => item.haystack.includes(word)) &&
      hasOutcome(item, filter, hitDepth),
  )
}

/** A query is found if a relevant document is among the first `hitDepth`. */
export function outcomeOf({ answers, relevant }: PageQuery, system: number, hitDepth: number): Outcome {
  const answer = answers[system]
  if (!answer || relevant === 0) return 'none'
  return answer.rank !== null && answer.rank <= hitDepth ? 'found' : 'missed'
}

function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function hasOutcome({ suite, query }: QueryItem, { outcome, system }: QueryFilter, hitDepth: number) {
  if (outcome === 'any') return true
  if (outcome === 'unanswerable') return query.relevant === 0
  const outcomes = new Map(suite.systems.map(({ name }, index) => [name, outcomeOf(query, index, hitDepth)]))
  if (outcome !== 'disagree') return outcomes.get(system) === outcome
  const all = new Set(outcomes.values())
  return all.has('found') && all.has('missed')
}
