import type { DocumentAddress, DocumentStore, NewChunk, StoredDocument, WriteOptions } from '@recallite/store'
import { createChunkWriter } from './chunk-writer.js'
import type { createRoots } from './roots.js'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './write-transaction.js'

interface DocumentRow {
  readonly path: string
  readonly title: string
  readonly metadata: string
  readonly contentHash: string
  readonly recipe: string
  readonly stamp: string
  readonly readAt: number
}

type Marks = Parameters<DocumentStore['touchDocuments']>[0]

const upsertSql = `
INSERT INTO document
  (root_id, path, title, metadata, content_hash, recipe, stamp, read_at, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (root_id, path) DO UPDATE SET
  title = excluded.title, metadata = excluded.metadata, content_hash = excluded.content_hash,
  recipe = excluded.recipe, stamp = excluded.stamp, read_at = excluded.read_at, updated_at = excluded.updated_at
RETURNING id`

function prepareDocuments(database: SqlDatabase) {
  return {
    list: database.prepare<DocumentRow>(
      `SELECT path, title, metadata, content_hash AS contentHash, recipe, stamp, read_at AS readAt
       FROM document WHERE root_id = ? ORDER BY path`,
    ),
    upsert: database.prepare<{ id: number }>(upsertSql),
    find: database.prepare<{ id: number }>('SELECT id FROM document WHERE root_id = ? AND path = ?'),
    remove: database.prepare('DELETE FROM document WHERE id = ?'),
    touch: database.prepare('UPDATE document SET stamp = ?, read_at = ? WHERE root_id = ? AND path = ?'),
  }
}

function columnsOf(document: StoredDocument) {
  const { path, title, metadata, contentHash, recipe, stamp, readAt } = document
  return [path, title, JSON.stringify(metadata), contentHash, recipe, stamp, readAt] as const
}

/** Documents with their chunks. */
export function createDocuments(
  database: SqlDatabase,
  roots: ReturnType<typeof createRoots>,
  now: () => number,
) {
  const sql = prepareDocuments(database)
  const chunks = createChunkWriter(database)

  return {
    list: (root: string): StoredDocument[] =>
      sql.list.all(roots.idOf(root)).map((row) => ({ ...row, root, metadata: JSON.parse(row.metadata) })),

    replace(document: StoredDocument, newChunks: readonly NewChunk[], options?: WriteOptions): void {
      const write = () => {
        const at = now()
        const row = sql.upsert.get(roots.idOf(document.root), ...columnsOf(document), at, at)
        if (row) chunks.replace(row.id, newChunks, at)
      }
      inWriteTransaction(database, write, options)
    },

    touch(marks: Marks, options?: WriteOptions): void {
      const write = () => {
        for (const { root, path, stamp, readAt } of marks)
          sql.touch.run(stamp, readAt, roots.idOf(root), path)
      }
      if (marks.length > 0) inWriteTransaction(database, write, options)
    },

    remove(addresses: readonly DocumentAddress[], options?: WriteOptions): void {
      const write = () => {
        for (const { root, path } of addresses) {
          const row = sql.find.get(roots.idOf(root), path)
          if (!row) continue
          chunks.removeAll(row.id)
          sql.remove.run(row.id)
        }
      }
      if (addresses.length > 0) inWriteTransaction(database, write, options)
    },
  }
}
