import type { PageData, PageQuery, PageSuite } from '../page-data.js'

/** Which queries to list; an empty text stands for all. */
export interface QueryFilter {
  /** Words that must all be there. */
  readonly search: string
  /** A suite's title. */
  readonly suite: string
  readonly kind: string
  readonly outcome: 'any' | 'found' | 'missed' | 'disagree' | 'unanswerable'
  /** Whose outcome it is, by the system's name. */
  readonly system: string
}

/** A query in the list. */
export interface QueryItem {
  readonly suite: PageSuite
  readonly query: PageQuery
  /** What a search looks through, as `searchable` writes it. */
  readonly haystack: string
}

/** How a system did on a query: `none` where it was not asked, or where no document answers. */
export type Outcome = 'found' | 'missed' | 'none'

/** The queries that a filter lets through, in their order. */
export function selectQueries(
  items: readonly QueryItem[],
  filter: QueryFilter,
  hitDepth: number,
): QueryItem[] {
  const words = searchable(filter.search)
    .split(/\s+/)
    .filter((word) => word !== '')
  return items.filter(
    (item) =>
      (filter.suite === '' || item.suite.title === filter.suite) &&
      (filter.kind === '' || item.query.kind === filter.kind) &&
      words.every((word) => item.haystack.includes(word)) &&
      hasOutcome(item, filter, hitDepth),
  )
}

/** Every query of every suite, in their order. */
export function queryItems({ suites }: PageData): QueryItem[] {
  return suites.flatMap((suite) =>
    suite.queries.map((query) => ({ suite, query, haystack: searchable(`${query.text}\n${query.id}`) })),
  )
}

/** Found is a query with a relevant document among the first `hitDepth`. */
export function outcomeOf({ answers, relevant }: PageQuery, system: number, hitDepth: number): Outcome {
  const answer = answers[system]
  if (!answer || relevant === 0) return 'none'
  return answer.rank !== null && answer.rank <= hitDepth ? 'found' : 'missed'
}

function outcomesOf({ suite, query }: QueryItem, hitDepth: number): Map<string, string> {
  return new Map(suite.systems.map(({ name }, index) => [name, outcomeOf(query, index, hitDepth)]))
}

function hasOutcome(item: QueryItem, { outcome, system }: QueryFilter, hitDepth: number): boolean {
  if (outcome === 'any') return true
  if (outcome === 'unanswerable') return item.query.relevant === 0
  const outcomes = outcomesOf(item, hitDepth)
  if (outcome !== 'disagree') return outcomes.get(system) === outcome
  const all = new Set(outcomes.values())
  return all.has('found') && all.has('missed')
}

/** Text so that equal words are equal, however they are written. */
function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
