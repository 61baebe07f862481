import {
  documentOf,
  fieldsOf,
  foldLine,
  type DocumentAddress,
  type DocumentChanges,
  type DocumentVersion,
  type Field,
  type DocumentRow,
  type NewDocument,
  type Store,
  type StoredDocument,
  type VersionPage,
  type WriteOptions,
} from '@recallite/store'
import { documentChecksum } from './checksum.js'
import { createChunkWriter } from './chunk-writer.js'
import type { DocumentKind } from './document-kind.js'
import { createNotes } from './notes.js'
import type { createRoots } from './roots.js'
import { givenIds, type SqlDatabase, type SqlValue } from '../connection/sql-database.js'
import { inWriteTransaction } from '../connection/transactions.js'

/** Reads documents of a kind, and writes them with their chunks. */
export function createDocuments(
  database: SqlDatabase,
  roots: ReturnType<typeof createRoots>,
  { now, kind = 'file' }: { readonly now: () => number; readonly kind?: DocumentKind },
) {
  const sql = prepareDocuments(database, kind)
  const chunks = createChunkWriter(database, kind)
  const notes = createNotes(database, kind)

  return {
    ...createDocumentReader(sql, roots),

    write(
      { put = [], touched = [], removed = [], notes: newNotes = [] }: DocumentChanges,
      options?: WriteOptions,
    ): void {
      if (put.length + touched.length + removed.length + newNotes.length === 0) return
      const write = () => {
        chunks.begin()
        for (const { root, path } of removed) {
          const row = sql.find.get(roots.idOf(root), path)
          if (!row) continue
          chunks.removeAll(row.id)
          sql.remove.run(row.id)
        }
        for (const document of put) putDocument(document)
        for (const { root, path, stamp, readAt } of touched)
          sql.touch.run(stamp, readAt, roots.idOf(root), path)
        chunks.finish()
        for (const { name, value } of newNotes) notes.write(name, value)
      }
      inWriteTransaction(database, write, options)
    },
  }

  function putDocument({ document, chunks: newChunks }: NewDocument): void {
    const at = now()
    const rootId = roots.idOf(document.root)
    const newFields = distinctFields(document.metadata)
    const values = valuesOf(document, newFields)
    const existing = sql.find.get(rootId, document.path)?.id
    const id = existing ?? Number(sql.insert.run(...values, at, at, rootId, document.path).lastInsertRowid)
    if (existing !== undefined) {
      sql.update.run(...values, at, existing)
      sql.removeFields.run(existing)
    }
    for (const { key, text, number, first, last } of newFields) {
      sql.insertField.run(key, text, id, number, first, last)
    }
    chunks.replace({ id, isNew: existing === undefined }, newChunks, at)
  }
}

const valueColumns =
  'title metadata content_hash fingerprint stamp read_at date language is_secret checksum updated_at'.split(
    ' ',
  )

const insertSql = `
INSERT INTO document (${valueColumns.join(', ')}, created_at, root_id, path)
VALUES (${valueColumns.map(() => '?').join(', ')}, ?, ?, ?)`

const updateSql = `UPDATE document SET ${valueColumns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`

const columnsSql = `
SELECT path, title, metadata, content_hash AS contentHash, fingerprint, stamp, read_at AS readAt, date, language,
  is_secret AS isSecret
FROM document`

function prepareDocuments(database: SqlDatabase, kind: DocumentKind) {
  return {
    list: database.prepare<DocumentRow>(`${columnsSql} WHERE root_id = ? ORDER BY path`),
    // The plus sign makes SQLite read documents in the order of their paths instead of sorting them.
    listWithField: database.prepare<DocumentRow>(
      `${columnsSql} WHERE root_id = ? AND +id IN (SELECT document_id FROM document_field WHERE key IN (${givenIds})) ORDER BY path`,
    ),
    read: database.prepare<DocumentRow>(
      `${columnsSql} WHERE root_id = (SELECT id FROM root WHERE holds = '${kind}' AND name = ?) AND path = ?`,
    ),
    listVersions: database.prepare<DocumentVersion>(
      'SELECT path, stamp, read_at AS readAt, fingerprint FROM document WHERE root_id = ? AND path > ? ORDER BY path LIMIT ?',
    ),
    insert: database.prepare(insertSql),
    update: database.prepare(updateSql),
    find: database.prepare<{ id: number }>('SELECT id FROM document WHERE root_id = ? AND path = ?'),
    remove: database.prepare('DELETE FROM document WHERE id = ?'),
    touch: database.prepare('UPDATE document SET stamp = ?, read_at = ? WHERE root_id = ? AND path = ?'),
    removeFields: database.prepare('DELETE FROM document_field WHERE document_id = ?'),
    insertField: database.prepare(
      'INSERT INTO document_field (key, text, document_id, number, first, last) VALUES (?, ?, ?, ?, ?, ?)',
    ),
  }
}

/** The values of `valueColumns` up to the checksum. */
function valuesOf(document: StoredDocument, fields: readonly Field[]): SqlValue[] {
  const { path, title, contentHash, fingerprint, stamp, readAt, date = null, language = null } = document
  const metadata = JSON.stringify(document.metadata)
  const isSecret = Number(document.isSecret ?? false)
  const checksum = documentChecksum({ path, title, metadata, date, language, isSecret, contentHash }, fields)
  const marks = [contentHash, fingerprint, stamp, readAt]
  return [title, metadata, ...marks, date, language, isSecret, checksum]
}

/** Of fields with the same key and text, only the first. */
function distinctFields(metadata: StoredDocument['metadata']): Field[] {
  const byName = fieldsOf(metadata)
    .toReversed()
    .map((field) => [`${field.key}\0${field.text}`.toWellFormed(), field] as const)
  return [...new Map(byName).values()]
}

function createDocumentReader(
  sql: ReturnType<typeof prepareDocuments>,
  roots: ReturnType<typeof createRoots>,
) {
  return {
    list(root: string, { withField }: Parameters<Store['listDocuments']>[1] = {}): StoredDocument[] {
      const id = roots.idOf(root)
      const keys = withField && JSON.stringify(withField.map(foldLine))
      const rows = keys === undefined ? sql.list.all(id) : sql.listWithField.all(id, keys)
      return rows.map((row) => documentOf(root, row))
    },

    listVersions: (root: string, { limit, after = '' }: VersionPage): DocumentVersion[] =>
      sql.listVersions.all(roots.idOf(root), after, limit),

    find({ root, path }: DocumentAddress): StoredDocument | undefined {
      const row = sql.read.get(root, path)
      return row && documentOf(root, row)
    },
  }
}
