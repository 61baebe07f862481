import type { SqlDatabase } from '../../connection/sql-database.js'
import { findingOf, type Check } from './finding.js'

/** The counts of the status against what is there. */
export const checkKeptCounts: Check = (database) => {
  const different = Object.entries(countedSql).filter(([table, counted]) => {
    const kept = `SELECT * FROM ${table}`
    return hasMore(database, kept, counted) || hasMore(database, counted, kept)
  })
  const reason = 'counts of documents, chunks or vectors are not right'
  return findingOf({ part: 'storage', count: different.length, reason })
}

function hasMore(database: SqlDatabase, rows: string, others: string): boolean {
  return database.prepare(`SELECT * FROM (${rows}) EXCEPT SELECT * FROM (${others})`).get() !== undefined
}

/** What each table of counts has to hold. */
const countedSql = {
  root_count: `
SELECT id, (SELECT count(*) FROM document WHERE root_id = root.id),
  (SELECT count(*) FROM chunk JOIN document ON document.id = chunk.document_id WHERE root_id = root.id)
FROM root`,
  text_count: 'SELECT 1, count(DISTINCT text_hash) FROM embedding_input',
  space_count: `
SELECT id, (SELECT count(*) FROM vector WHERE space_id = space.id),
  (SELECT count(*) FROM vector WHERE space_id = space.id
   AND EXISTS (SELECT 1 FROM embedding_input WHERE embedding_input.text_hash = vector.text_hash))
FROM space`,
}
