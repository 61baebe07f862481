import Database from 'better-sqlite3'

/**
 * Runs plain SQL on a database file, as another program would.
 * @template Result
 * @param {string} file
 * @param {(database: import('better-sqlite3').Database) => Result} work
 * @returns {Result}
 */
export function withDatabase(file, work) {
  const database = new Database(file)
  try {
    return work(database)
  } finally {
    database.close()
  }
}
