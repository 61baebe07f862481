import type { SqlDatabase } from './sql-database.js'

/**
 * Names the state of the database as this connection sees it. SQLite counts both parts itself, so that no write can be
 * forgotten and none costs more: `data_version` moves with the commits of every other connection, `total_changes` with
 * every row that this one writes.
 */
export function createGeneration(database: SqlDatabase) {
  const ownWrites = database.prepare<{ rows: number }>('SELECT total_changes() AS rows')
  return (): string =>
    `${String(database.pragma('data_version', { simple: true }))}.${ownWrites.get()?.rows ?? 0}`
}
