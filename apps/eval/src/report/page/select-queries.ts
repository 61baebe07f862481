import { outcomeOf, searchable, type QueryItem } from './query-item.js'

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
