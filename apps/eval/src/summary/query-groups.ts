import type { RunQuery } from '../run/run.js'
import { overall } from './row.js'

/** Queries whose figures stand in one row. */
export interface QueryGroup {
  /** `all`, or a kind. */
  readonly kind: string
  /** Whether these are all the queries of the suite, rather than those of a kind. */
  readonly whole: boolean
  /** Where they are among the suite's queries. */
  readonly positions: readonly number[]
}

/**
 * All queries of a suite, then those of each kind, in order of first appearance. Queries whose kind nobody says have
 * no group of their own; where every query has the same kind there are no kinds to tell apart.
 */
export function groupQueries(queries: readonly Pick<RunQuery, 'kind'>[]): QueryGroup[] {
  const byKind = new Map<string, number[]>()
  for (const [position, { kind }] of queries.entries()) {
    const positions = byKind.get(kind)
    if (positions) positions.push(position)
    else byKind.set(kind, [position])
  }
  const all = { kind: overall, whole: true, positions: [...queries.keys()] }
  if (byKind.size < 2) return [all]
  const named = [...byKind].filter(([kind]) => kind !== '')
  return [all, ...named.map(([kind, positions]) => ({ kind, whole: false, positions }))]
}
