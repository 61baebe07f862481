import type { CollectionEntry, RecordCounts } from '@recallite/records'
import type { SqlDatabase } from '../connection/sql-database.js'

/** Counts what a database holds; to be called inside a transaction. */
export function countRecords(database: SqlDatabase): Omit<RecordCounts, 'source' | 'last'> {
  const collections = database
    .prepare<CollectionEntry>(
      `SELECT collection, sum(status = 'active') AS active, sum(status = 'superseded') AS superseded
       FROM entry INDEXED BY record_by_collection
       WHERE kind = 'record' AND collection IS NOT NULL GROUP BY collection ORDER BY collection`,
    )
    .all()
  const count = (sql: string) => database.prepare<{ rows: number }>(sql).get()?.rows ?? 0
  const sessions = count("SELECT count(*) AS rows FROM entry WHERE kind = 'session'")
  const forgotten = count(
    "SELECT count(*) AS rows FROM entry INDEXED BY record_by_time WHERE kind = 'record' AND at IS NULL",
  )
  return { collections, sessions, forgotten }
}
