import type { ChunkTerms, DamagedItem, FoundItems, Item } from '@recallite/store'
import { chunkChecksum, documentChecksum, type ChunkContent, type DocumentContent } from './checksum.js'
import type { Session } from './connections.js'
import { isOfKind, type DocumentKind } from './document-kind.js'
import { decodeText } from './text-code.js'
import { encodeTexts } from './values.js'

/** The row of a chunk with that of its document. */
export interface ItemRow extends Omit<ChunkContent, 'id'>, Omit<DocumentContent, 'path'> {
  readonly id: string
  readonly rowId: number
  readonly root: string
  readonly path: string
  readonly documentId: number
  readonly termList: Buffer | null
  readonly checksum: number
  readonly documentChecksum: number
}

/** The columns of `ItemRow`. */
export const itemColumns = (s: string): string => `
SELECT chunk.id AS "rowId", chunk.public_id AS id, root.name AS root, document.path, document.title, document.metadata, document.date,
  document.is_secret AS "isSecret", document.content_hash AS "contentHash", document.id AS "documentId",
  document.checksum AS "documentChecksum", chunk.position, chunk.start_line AS "startLine", chunk.end_line AS "endLine",
  chunk.start_column AS "startColumn", chunk.end_column AS "endColumn", chunk.heading, chunk.sections, chunk.text,
  chunk.tokens, chunk.checksum, chunk_words.term_list AS "termList"
FROM ${s}.chunk JOIN ${s}.document ON document.id = chunk.document_id JOIN ${s}.root ON root.id = document.root_id
LEFT JOIN ${s}.chunk_words ON chunk_words.chunk_id = chunk.id`

/** Whether chunk and document are as they were written. */
export function isSound(row: ItemRow): boolean {
  return row.termList !== null && chunkChecksum(row, row.termList) === row.checksum && isDocumentSound(row)
}

const isDocumentSound = (row: ItemRow): boolean => documentChecksum(row) === row.documentChecksum

/** Chunks of a kind by their public ids. */
interface AskedItems {
  readonly kind: DocumentKind
  readonly ids: readonly string[]
}

/** Reads chunks as items, and tells which are damaged; `s` is the name of the schema. */
export async function readItems(session: Session, s: string, { kind, ids }: AskedItems): Promise<FoundItems> {
  const { rows } = await session.query<ItemRow>(
    `${itemColumns(s)} WHERE public_id = ANY($1) AND ${isOfKind('chunk.id', kind)}`,
    [encodeTexts(ids)],
  )
  const found = new Map(rows.map((row) => [decodeText(row.id), row]))
  const asked = ids.flatMap((id) => found.get(id) ?? [])
  return {
    items: asked.filter(isSound).map(toItem),
    damaged: asked.filter((row) => !isSound(row)).map(toDamagedItem),
  }
}

function toDamagedItem({ id, root, path }: ItemRow): DamagedItem {
  return { id: decodeText(id), document: { root: decodeText(root), path: decodeText(path) } }
}

function toItem(row: ItemRow): Item {
  const { startLine, endLine, startColumn, endColumn, isSecret, date } = row
  const [id, root, path] = [row.id, row.root, row.path].map(decodeText)
  return {
    id: id ?? '',
    kind: 'chunk',
    text: decodeText(row.text),
    locator: { root: root ?? '', path: path ?? '', startLine, endLine, startColumn, endColumn },
    attributes: { title: decodeText(row.title), heading: JSON.parse(row.heading), isSecret },
    time: date === null ? null : decodeText(date),
  }
}

/** Reads what chunks are scored by. */
export async function readTermLists(
  session: Session,
  s: string,
  { kind, ids }: AskedItems,
): Promise<ChunkTerms[]> {
  const { rows } = await session.query<{ id: string; list: Buffer }>(
    `SELECT public_id AS id, term_list AS list FROM ${s}.chunk JOIN ${s}.chunk_words ON chunk_id = chunk.id
     WHERE public_id = ANY($1) AND ${isOfKind('chunk.id', kind)}`,
    [encodeTexts(ids)],
  )
  return rows.map(({ id, list }) => ({ id: decodeText(id), termList: new Uint8Array(list) }))
}
