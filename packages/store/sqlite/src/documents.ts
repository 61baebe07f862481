import {
  fieldsOf,
  type DocumentChanges,
  type Field,
  type NewDocument,
  type StoredDocument,
  type WriteOptions,
} from '@recallite/store'
import { documentChecksum } from './checksum.js'
import { createChunkWriter } from './chunk-writer.js'
import { createDocumentReader } from './document-reader.js'
import type { createRoots } from './roots.js'
import type { SqlDatabase, SqlValue } from './sql-database.js'
import { inWriteTransaction } from './transactions.js'

/** Reads documents, and writes them with their chunks. */
export function createDocuments(
  database: SqlDatabase,
  roots: ReturnType<typeof createRoots>,
  now: () => number,
) {
  const sql = prepareDocuments(database)
  const chunks = createChunkWriter(database)

  return {
    ...createDocumentReader(database, roots),

    write({ put = [], touched = [], removed = [] }: DocumentChanges, options?: WriteOptions): void {
      if (put.length + touched.length + removed.length === 0) return
      const write = () => {
        for (const { root, path } of removed) {
          const row = sql.find.get(roots.idOf(root), path)
          if (!row) continue
          chunks.removeAll(row.id)
          sql.remove.run(row.id)
        }
        for (const document of put) putDocument(document)
        for (const { root, path, stamp, readAt } of touched)
          sql.touch.run(stamp, readAt, roots.idOf(root), path)
      }
      inWriteTransaction(database, write, options)
    },
  }

  function putDocument({ document, chunks: newChunks }: NewDocument): void {
    const at = now()
    const newFields = keptFields(document.metadata)
    const row = sql.upsert.get(roots.idOf(document.root), ...valuesOf(document, newFields), at, at)
    if (!row) return
    sql.removeFields.run(row.id)
    for (const { key, text, number, first, last } of newFields) {
      sql.insertField.run(key, text, row.id, number, first, last)
    }
    chunks.replace(row.id, newChunks, at)
  }
}

const upsertSql = `
INSERT INTO document
  (root_id, path, title, metadata, content_hash, fingerprint, stamp, read_at, date, language, is_secret,
   checksum, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (root_id, path) DO UPDATE SET
  title = excluded.title, metadata = excluded.metadata, content_hash = excluded.content_hash,
  fingerprint = excluded.fingerprint, stamp = excluded.stamp, read_at = excluded.read_at, date = excluded.date,
  language = excluded.language, is_secret = excluded.is_secret, checksum = excluded.checksum,
  updated_at = excluded.updated_at
RETURNING id`

function prepareDocuments(database: SqlDatabase) {
  return {
    upsert: database.prepare<{ id: number }>(upsertSql),
    find: database.prepare<{ id: number }>('SELECT id FROM document WHERE root_id = ? AND path = ?'),
    remove: database.prepare('DELETE FROM document WHERE id = ?'),
    touch: database.prepare('UPDATE document SET stamp = ?, read_at = ? WHERE root_id = ? AND path = ?'),
    removeFields: database.prepare('DELETE FROM document_field WHERE document_id = ?'),
    insertField: database.prepare(
      'INSERT INTO document_field (key, text, document_id, number, first, last) VALUES (?, ?, ?, ?, ?, ?)',
    ),
  }
}

/** What `upsertSql` binds from the path to the checksum. */
function valuesOf(document: StoredDocument, fields: readonly Field[]): SqlValue[] {
  const { path, title, contentHash, fingerprint, stamp, readAt, date = null, language = null } = document
  const metadata = JSON.stringify(document.metadata)
  const isSecret = Number(document.isSecret ?? false)
  const checksum = documentChecksum({ path, title, metadata, date, language, isSecret, contentHash }, fields)
  const marks = [contentHash, fingerprint, stamp, readAt]
  return [path, title, metadata, ...marks, date, language, isSecret, checksum]
}

function keptFields(metadata: StoredDocument['metadata']): Field[] {
  const kept = new Map<string, Field>()
  for (const field of fieldsOf(metadata)) {
    const name = `${field.key}\0${field.text}`.toWellFormed()
    if (!kept.has(name)) kept.set(name, field)
  }
  return [...kept.values()]
}
