import type { CollectionEntry, RecordCounts } from '@recallite/records'
import type { SqlDatabase } from '../sql-database.js'

/** Counts what a database holds; to be called inside a transaction. */
export function countRecords(database: SqlDatabase): Omit<RecordCounts, 'source' | 'last'> {
  const collections = database
    .prepare<CollectionEntry>(
      `SELECT collection, sum(status = 'active') AS active, sum(status = 'superseded') AS superseded FROM entry
       WHERE kind = 'record' AND collection IS NOT NULL GROUP BY collection ORDER BY collection`,
    )
    .all()
  const rowsWith = (condition: string) =>
    database.prepare<{ rows: number }>(`SELECT count(*) AS rows FROM entry WHERE ${condition}`).get()?.rows ??
    0
  const [sessions, forgotten] = [rowsWith("kind = 'session'"), rowsWith("kind = 'record' AND at IS NULL")]
  return { collections, sessions, forgotten }
}
