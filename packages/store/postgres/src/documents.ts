import type { DocumentAddress, DocumentVersion, StoredDocument, VersionPage } from '@recallite/store'
import type { Session } from './connections.js'
import type { DocumentKind } from './document-kind.js'
import { rootId } from './roots.js'
import { sortedLength } from './schema.js'
import { decodeText, encodeText } from './text-code.js'
import { textKey, type SqlValue } from './values.js'

/** Reads what is kept of documents of a kind; `s` is the name of the schema. */
export function createDocumentReader(s: string, holds: DocumentKind) {
  const columns = `
SELECT document.path, title, metadata, content_hash AS "contentHash", fingerprint, stamp, read_at AS "readAt", date,
  language.name AS language, is_secret AS "isSecret"
FROM ${s}.document LEFT JOIN ${s}.language ON language.id = language_id`
  const sorted = `left(document.path, ${sortedLength}), document.path`

  return {
    async list(session: Session, root: string): Promise<StoredDocument[]> {
      const id = await rootId(session, s, { name: root, holds })
      const { rows } = await session.query<DocumentRow>(`${columns} WHERE root_id = $1 ORDER BY ${sorted}`, [
        id,
      ])
      return rows.map((row) => toDocument(root, row))
    },

    async listVersions(
      session: Session,
      root: string,
      { limit, after }: VersionPage,
    ): Promise<DocumentVersion[]> {
      const values: SqlValue[] = [await rootId(session, s, { name: root, holds }), limit]
      if (after !== undefined) values.push(encodeText(after))
      const behind =
        after === undefined
          ? ''
          : `AND left(path, ${sortedLength}) >= left($3, ${sortedLength}) AND path > $3`
      const { rows } = await session.query<DocumentVersion>(
        `SELECT path, stamp, read_at AS "readAt", fingerprint FROM ${s}.document
         WHERE root_id = $1 ${behind} ORDER BY ${sorted} LIMIT $2`,
        values,
      )
      return rows.map(({ path, stamp, readAt, fingerprint }) => {
        return {
          path: decodeText(path),
          stamp: decodeText(stamp),
          readAt,
          fingerprint: decodeText(fingerprint),
        }
      })
    },

    async find(session: Session, { root, path }: DocumentAddress): Promise<StoredDocument | undefined> {
      const { rows } = await session.query<DocumentRow>(
        `${columns} WHERE path_key = $2
         AND root_id = (SELECT id FROM ${s}.root WHERE holds = '${holds}' AND root.name = $1)`,
        [encodeText(root), textKey(path)],
      )
      const [row] = rows
      return row && toDocument(root, row)
    },
  }
}

interface DocumentRow extends Omit<StoredDocument, 'root' | 'metadata' | 'date' | 'language'> {
  readonly metadata: string
  readonly date: string | null
  readonly language: string | null
}

function toDocument(root: string, row: DocumentRow): StoredDocument {
  const { path, title, metadata, contentHash, fingerprint, stamp, readAt, date, language, isSecret } = row
  return {
    root,
    path: decodeText(path),
    title: decodeText(title),
    metadata: JSON.parse(metadata),
    contentHash: decodeText(contentHash),
    fingerprint: decodeText(fingerprint),
    stamp: decodeText(stamp),
    readAt,
    ...(date !== null && { date: decodeText(date) }),
    ...(language !== null && { language: decodeText(language) }),
    ...(isSecret === true && { isSecret }),
  }
}
