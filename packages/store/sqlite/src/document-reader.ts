import type { DocumentAddress, DocumentVersion, StoredDocument, VersionPage } from '@recallite/store'
import type { DocumentContent } from './checksum.js'
import type { createRoots } from './roots.js'
import type { SqlDatabase } from './sql-database.js'

/** Reads what is kept of documents. */
export function createDocumentReader(database: SqlDatabase, roots: ReturnType<typeof createRoots>) {
  const sql = prepareReads(database)
  let usualFingerprint = ''

  return {
    list: (root: string): StoredDocument[] =>
      sql.list.all(roots.idOf(root)).map((row) => toDocument(root, row)),

    /** Nearly all documents of a store have one fingerprint: it is read once for all that have the last one. */
    listVersions(root: string, { limit, after }: VersionPage): DocumentVersion[] {
      const id = roots.idOf(root)
      const rows =
        after === undefined
          ? sql.firstVersions.all(usualFingerprint, id, limit)
          : sql.versionsAfter.all(usualFingerprint, id, after, limit)
      const versions = rows.map(({ path, stamp, readAt, fingerprint }) => {
        return { path, stamp, readAt, fingerprint: fingerprint ?? usualFingerprint }
      })
      usualFingerprint = versions.at(-1)?.fingerprint ?? usualFingerprint
      return versions
    },

    find({ root, path }: DocumentAddress): StoredDocument | undefined {
      const row = sql.read.get(root, path)
      return row && toDocument(root, row)
    },
  }
}

const columnsSql = `
SELECT path, title, metadata, content_hash AS contentHash, fingerprint, stamp, read_at AS readAt, date, language,
  is_secret AS isSecret
FROM document`

const versionsSql = (which: string) => `
SELECT path, stamp, read_at AS readAt, nullif(fingerprint, ?) AS fingerprint
FROM document WHERE root_id = ? ${which} ORDER BY path LIMIT ?`

function prepareReads(database: SqlDatabase) {
  return {
    list: database.prepare<DocumentRow>(`${columnsSql} WHERE root_id = ? ORDER BY path`),
    read: database.prepare<DocumentRow>(
      `${columnsSql} WHERE root_id = (SELECT id FROM root WHERE name = ?) AND path = ?`,
    ),
    firstVersions: database.prepare<VersionRow>(versionsSql('')),
    versionsAfter: database.prepare<VersionRow>(versionsSql('AND path > ?')),
  }
}

interface DocumentRow extends DocumentContent, Pick<StoredDocument, 'fingerprint' | 'stamp' | 'readAt'> {}

interface VersionRow extends Omit<DocumentVersion, 'fingerprint'> {
  /** Null if it is the one that was given. */
  readonly fingerprint: string | null
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

/** Names each property: to copy the rest of a row takes several times as long, and there are thousands of rows. */
function toDocument(root: string, row: DocumentRow): StoredDocument {
  const { path, title, contentHash, fingerprint, stamp, readAt } = row
  const metadata = row.metadata === '{}' ? {} : JSON.parse(row.metadata)
  const document: Writable<StoredDocument> = {
    root,
    path,
    title,
    metadata,
    contentHash,
    fingerprint,
    stamp,
    readAt,
  }
  if (row.date !== null) document.date = row.date
  if (row.language !== null) document.language = row.language
  if (row.isSecret === 1) document.isSecret = true
  return document
}
