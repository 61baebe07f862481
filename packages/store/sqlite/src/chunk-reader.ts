import type { StoredChunk } from '@recallite/store'
import type { SqlDatabase } from './sql-database.js'

type ChunkRow = Omit<StoredChunk, 'heading'> & { readonly heading: string }

const readSql = `
SELECT
  chunk.public_id AS id, root.name AS root, document.path AS path, document.title AS title, chunk.heading AS heading,
  chunk.start_line AS startLine, chunk.end_line AS endLine,
  chunk.start_column AS startColumn, chunk.end_column AS endColumn, chunk.text AS text
FROM json_each(?) AS wanted
CROSS JOIN chunk ON chunk.public_id = wanted.value
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN root ON root.id = document.root_id
ORDER BY wanted.key`

/** Chunks by id. */
export function createChunkReader(database: SqlDatabase) {
  const read = database.prepare<ChunkRow>(readSql)
  return {
    read: (ids: readonly string[]): StoredChunk[] =>
      read.all(JSON.stringify(ids)).map((row) => ({ ...row, heading: JSON.parse(row.heading) })),
  }
}
