import {
  documentOf,
  foldLine,
  itemOf,
  type ChunkTerms,
  type DocumentAddress,
  type DocumentVersion,
  type FoundItems,
  type DocumentRow,
  type Store,
  type StoredDocument,
  type VersionPage,
} from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { indexedStart, isOfKind, sortedLength } from '../connection/schema.js'
import { textKey, type SqlValue } from '../connection/values.js'
import { chunkChecksum, documentChecksum, type ChunkContent, type DocumentContent } from './checksum.js'
import { rootId } from './roots.js'

const documentColumns = (s: string): string => `
SELECT document.path, title, metadata, content_hash AS "contentHash", fingerprint, stamp, read_at AS "readAt", date,
  language, is_secret AS "isSecret"
FROM ${s}.document`

const inOrder = `ORDER BY left(document.path, ${sortedLength}), document.path`

/** See `Store.listDocuments`. */
export async function listDocuments(
  session: Session,
  root: string,
  { withField }: Parameters<Store['listDocuments']>[1] = {},
): Promise<StoredDocument[]> {
  const { s } = session
  const id = await rootId(session, root)
  const ofField = `AND document.id IN (SELECT document_id FROM ${s}.document_field
    WHERE left(key, ${sortedLength}) = ANY($2::text[]) AND key = ANY($3::text[]))`
  const keys = withField?.map(foldLine)
  const { rows } = await session.query<DocumentRow>(
    `${documentColumns(s)} WHERE root_id = $1 ${keys ? ofField : ''} ${inOrder}`,
    keys ? [id, keys.map(indexedStart), keys] : [id],
  )
  return rows.map((row) => documentOf(root, row))
}

/** See `Store.listVersions`. */
export async function listVersions(
  session: Session,
  root: string,
  { limit, after }: VersionPage,
): Promise<DocumentVersion[]> {
  const values: SqlValue[] = [await rootId(session, root), limit]
  if (after !== undefined) values.push(after)
  const following =
    after === undefined ? '' : `AND left(path, ${sortedLength}) >= left($3, ${sortedLength}) AND path > $3`
  const { rows } = await session.query<DocumentVersion>(
    `SELECT path, stamp, read_at AS "readAt", fingerprint FROM ${session.s}.document
     WHERE root_id = $1 ${following} ${inOrder} LIMIT $2`,
    values,
  )
  return [...rows]
}

/** See `Store.findDocument`. */
export async function findDocument(
  session: Session,
  { root, path }: DocumentAddress,
): Promise<StoredDocument | undefined> {
  const { s, kind } = session
  const { rows } = await session.query<DocumentRow>(
    `${documentColumns(s)} WHERE path_key = $2
     AND root_id = (SELECT id FROM ${s}.root WHERE holds = '${kind}' AND root.name = $1)`,
    [root, textKey(path)],
  )
  const [row] = rows
  return row && documentOf(root, row)
}

/** The row of a chunk with that of its document. */
export interface ItemRow extends ChunkContent, DocumentContent {
  readonly rowId: number
  readonly root: string
  readonly documentId: number
  readonly termList: Buffer | null
  readonly checksum: number
  readonly documentChecksum: number
}

/** Selects `ItemRow`s. */
export const itemColumns = (s: string): string => `
SELECT chunk.id AS "rowId", chunk.public_id AS id, root.name AS root, document.path, document.title, document.metadata, document.date,
  document.is_secret AS "isSecret", document.content_hash AS "contentHash", document.id AS "documentId",
  document.checksum AS "documentChecksum", chunk.position, chunk.start_line AS "startLine", chunk.end_line AS "endLine",
  chunk.start_column AS "startColumn", chunk.end_column AS "endColumn", chunk.heading, chunk.sections, chunk.text,
  chunk.tokens, chunk.checksum, chunk_words.term_list AS "termList"
FROM ${s}.chunk JOIN ${s}.document ON document.id = chunk.document_id JOIN ${s}.root ON root.id = document.root_id
LEFT JOIN ${s}.chunk_words ON chunk_words.chunk_id = chunk.id`

/** Whether chunk and document match their checksums. */
export function isSound(row: ItemRow): boolean {
  return (
    row.termList !== null &&
    chunkChecksum(row, row.termList) === row.checksum &&
    documentChecksum(row) === row.documentChecksum
  )
}

/** See `Store.readItems`. */
export async function readItems(session: Session, ids: readonly string[]): Promise<FoundItems> {
  const { rows } = await session.query<ItemRow>(
    `${itemColumns(session.s)} WHERE public_id = ANY($1) AND ${isOfKind('chunk.id', session.kind)}`,
    [ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const requested = ids.flatMap((id) => byId.get(id) ?? [])
  return {
    items: requested.filter(isSound).map((row) => itemOf(row, row)),
    damaged: requested
      .filter((row) => !isSound(row))
      .map(({ id, root, path }) => ({ id, document: { root, path } })),
  }
}

/** See `Store.readTermLists`. */
export async function readTermLists(session: Session, ids: readonly string[]): Promise<ChunkTerms[]> {
  const { s, kind } = session
  const { rows } = await session.query<{ id: string; list: Buffer }>(
    `SELECT public_id AS id, term_list AS list FROM ${s}.chunk JOIN ${s}.chunk_words ON chunk_id = chunk.id
     WHERE public_id = ANY($1) AND ${isOfKind('chunk.id', kind)}`,
    [ids],
  )
  return rows.map(({ id, list }) => ({ id, termList: new Uint8Array(list) }))
}
