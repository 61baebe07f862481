import type { SearchFilter } from '@recallite/store'
import type { SqlValue } from './sql-database.js'

/** A condition on chunk ids, and the values it binds. */
export interface SqlCondition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** Which chunks a filter lets through, as a list of ids to select from; undefined lets all through. */
export function chunksWithin(filter: SearchFilter | undefined): SqlCondition | undefined {
  if (!filter?.roots) return undefined
  return {
    sql: `SELECT chunk.id FROM chunk
JOIN document ON document.id = chunk.document_id
JOIN root ON root.id = document.root_id
WHERE root.name IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(filter.roots)],
  }
}
