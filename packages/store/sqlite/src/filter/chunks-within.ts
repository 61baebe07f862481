import { maximumConditions, StoreError, type SearchFilter } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import { membershipOf, type DocumentPath } from './membership-of.js'

function assertFewEnough(filter: SearchFilter): void {
  if (filter.length <= maximumConditions) return
  throw new StoreError(
    'STORE_INVALID_QUERY',
    `The filter has ${filter.length} conditions. Use at most ${maximumConditions}.`,
  )
}

/** Runs its work at the first call and gives the same result ever after. */
function once<Result>(work: () => Result): () => Result {
  let done: { readonly result: Result } | undefined
  return () => (done ??= { result: work() }).result
}

/**
 * Which chunks a filter lets through, as their row ids in JSON; undefined lets all through. The list is made once: a
 * search may ask for it several times, and each condition may take a look at every document.
 * @throws StoreError `STORE_INVALID_QUERY`
 */
export function chunksWithin(database: SqlDatabase, filter: SearchFilter = []): string | undefined {
  if (filter.length === 0) return undefined
  assertFewEnough(filter)
  const listPaths = once(() => database.prepare<DocumentPath>('SELECT id, path FROM document').all())
  const parts = filter.map((condition) => {
    const { column, sql, values } = membershipOf(condition, listPaths)
    return { sql: `chunk.${column} ${condition.isNegated ? 'NOT IN' : 'IN'} (${sql})`, values }
  })
  const found = database
    .prepare<{ ids: string }>(
      `SELECT json_group_array(chunk.id) AS ids FROM chunk WHERE ${parts.map(({ sql }) => sql).join('\nAND ')}`,
    )
    .get(...parts.flatMap(({ values }) => values))
  return found?.ids ?? '[]'
}
