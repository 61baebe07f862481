import type { SuiteQuery } from './suite.js'

/** A suite's queries by what can be measured with them. */
export interface SortedQueries {
  /** Those that ask something which some document answers. */
  readonly rankable: readonly SuiteQuery[]
  /** How many ask something which no document answers. */
  readonly unanswerable: number
  /** How many ask nothing. */
  readonly blank: number
}

/** Tells the queries whose ranking can be measured from the others. */
export function sortQueries(queries: readonly SuiteQuery[]): SortedQueries {
  const asking = queries.filter(({ text }) => text.trim() !== '')
  const rankable = asking.filter(({ grades }) => [...grades.values()].some((grade) => grade > 0))
  return {
    rankable,
    unanswerable: asking.length - rankable.length,
    blank: queries.length - asking.length,
  }
}
