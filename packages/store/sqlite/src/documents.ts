import type {
  DocumentAddress,
  DocumentStore,
  Field,
  NewChunk,
  StoredDocument,
  WriteOptions,
} from '@recallite/store'
import { createChunkWriter } from './chunk-writer.js'
import { documentChecksum } from './content-checksum.js'
import { createFieldWriter, keptFields } from './field-writer.js'
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
  readonly date: string | null
  readonly language: string | null
  readonly isSecret: number
}

type Marks = Parameters<DocumentStore['touchDocuments']>[0]

const upsertSql = `
INSERT INTO document
  (root_id, path, title, metadata, content_hash, recipe, stamp, read_at, date, language, is_secret,
   checksum, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (root_id, path) DO UPDATE SET
  title = excluded.title, metadata = excluded.metadata, content_hash = excluded.content_hash,
  recipe = excluded.recipe, stamp = excluded.stamp, read_at = excluded.read_at, date = excluded.date,
  language = excluded.language, is_secret = excluded.is_secret, checksum = excluded.checksum,
  updated_at = excluded.updated_at
RETURNING id`

/** Goes from each language to the next by the index, past all documents between. */
const languagesSql = `
WITH RECURSIVE found (language) AS (
  SELECT min(language) FROM document
  UNION ALL
  SELECT (SELECT min(language) FROM document WHERE language > found.language) FROM found WHERE language IS NOT NULL
)
SELECT language FROM found WHERE language IS NOT NULL`

function prepareDocuments(database: SqlDatabase) {
  return {
    list: database.prepare<DocumentRow>(
      `SELECT path, title, metadata, content_hash AS contentHash, recipe, stamp, read_at AS readAt,
              date, language, is_secret AS isSecret
       FROM document WHERE root_id = ? ORDER BY path`,
    ),
    languages: database.prepare<{ language: string }>(languagesSql),
    upsert: database.prepare<{ id: number }>(upsertSql),
    find: database.prepare<{ id: number }>('SELECT id FROM document WHERE root_id = ? AND path = ?'),
    remove: database.prepare('DELETE FROM document WHERE id = ?'),
    touch: database.prepare('UPDATE document SET stamp = ?, read_at = ? WHERE root_id = ? AND path = ?'),
  }
}

function columnsOf(document: StoredDocument, fields: readonly Field[]) {
  const { path, title, contentHash, recipe, stamp, readAt, date = null, language = null } = document
  const metadata = JSON.stringify(document.metadata)
  const isSecret = Number(document.isSecret ?? false)
  const checksum = documentChecksum({ path, title, metadata, date, language, isSecret, contentHash }, fields)
  return [
    path,
    title,
    metadata,
    contentHash,
    recipe,
    stamp,
    readAt,
    date,
    language,
    isSecret,
    checksum,
  ] as const
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

/** Each property by itself: to copy the rest of a row takes several times as long, and there are thousands. */
function toDocument(root: string, row: DocumentRow): StoredDocument {
  const { path, title, contentHash, recipe, stamp, readAt } = row
  const metadata = row.metadata === '{}' ? {} : JSON.parse(row.metadata)
  const document: Writable<StoredDocument> = {
    root,
    path,
    title,
    metadata,
    contentHash,
    recipe,
    stamp,
    readAt,
  }
  if (row.date !== null) document.date = row.date
  if (row.language !== null) document.language = row.language
  if (row.isSecret === 1) document.isSecret = true
  return document
}

/** Documents with their chunks. */
export function createDocuments(
  database: SqlDatabase,
  roots: ReturnType<typeof createRoots>,
  now: () => number,
) {
  const sql = prepareDocuments(database)
  const chunks = createChunkWriter(database)
  const fields = createFieldWriter(database)

  return {
    list: (root: string): StoredDocument[] =>
      sql.list.all(roots.idOf(root)).map((row) => toDocument(root, row)),

    listLanguages: (): string[] => sql.languages.all().map(({ language }) => language),

    replace(document: StoredDocument, newChunks: readonly NewChunk[], options?: WriteOptions): void {
      const write = () => {
        const at = now()
        const newFields = keptFields(document.metadata)
        const row = sql.upsert.get(roots.idOf(document.root), ...columnsOf(document, newFields), at, at)
        if (!row) return
        fields.replace(row.id, newFields)
        chunks.replace(row.id, newChunks, at)
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
