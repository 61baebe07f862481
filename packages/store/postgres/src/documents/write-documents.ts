import {
  fieldsOf,
  unknownRoot,
  type DocumentChanges,
  type NewDocument,
  type StoredDocument,
} from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { writeNote } from './roots.js'
import { hexBytes, jsonOf, numberList, textKey } from '../connection/values.js'
import { documentChecksum } from './checksum.js'
import { countWrite } from './totals.js'
import { insertRows, insertSql, nextIds, toChunkRow, writeChunks } from './write-chunks.js'

/** See `Store.writeDocuments`. */
export async function writeDocuments(
  session: Session,
  { put = [], touched = [], removed = [], notes = [] }: DocumentChanges,
  at: number,
): Promise<void> {
  for (const { name, value } of notes) await writeNote(session, name, value)
  const addresses = [...put.map(({ document }) => document), ...touched, ...removed]
  if (addresses.length === 0) return
  const idOf = await readRoots(session, new Set(addresses.map(({ root }) => root)))
  const gone = await removeDocuments(session, removed, idOf)
  const { added, replaced } = await putDocuments(session, put, { idOf, at })
  for (const { root, path, stamp, readAt } of touched) {
    await session.query(
      `UPDATE ${session.s}.document SET stamp = $1, read_at = $2 WHERE root_id = $3 AND path_key = $4`,
      [stamp, readAt, idOf(root), textKey(path)],
    )
  }
  const deleted = gone.chunks + replaced.chunks
  const words = added.words - gone.words - replaced.words
  await countWrite(session, { chunks: added.chunks - deleted, words, deleted })
}

type RootIds = (root: string) => number

async function readRoots(session: Session, names: ReadonlySet<string>): Promise<RootIds> {
  const { rows } = await session.query<{ id: number; name: string }>(
    `SELECT id, name FROM ${session.s}.root WHERE holds = '${session.kind}' AND name = ANY($1) ORDER BY id FOR KEY SHARE`,
    [[...names]],
  )
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  const unknown = [...names].find((name) => !ids.has(name.toWellFormed()))
  if (unknown !== undefined) throw unknownRoot(unknown)
  return (root) => ids.get(root.toWellFormed()) ?? 0
}

/** The numbers of added or removed chunks, and of the words of their texts. */
type Counted = Record<'chunks' | 'words', number>

const none: Counted = { chunks: 0, words: 0 }

/** Locks the rows of the documents until the end of the transaction. */
async function removeDocuments(
  session: Session,
  removed: NonNullable<DocumentChanges['removed']>,
  idOf: RootIds,
): Promise<Counted> {
  if (removed.length === 0) return none
  const { s } = session
  const { rows } = await session.query<{ id: number }>(
    `SELECT document.id FROM unnest($1::int[], $2::bytea[]) AS given (root_id, path_key)
     JOIN ${s}.document USING (root_id, path_key) ORDER BY document.id FOR UPDATE OF document`,
    [numberList(removed.map(({ root }) => idOf(root))), removed.map(({ path }) => textKey(path))],
  )
  const ids = rows.map(({ id }) => id)
  const gone = await removeChunks(session, ids)
  await session.query(`DELETE FROM ${s}.document WHERE id = ANY($1::bigint[])`, [numberList(ids)])
  return gone
}

async function removeChunks(session: Session, documents: readonly number[]): Promise<Counted> {
  const { s } = session
  const { rows } = await session.query<{ id: number; length: number }>(
    `SELECT chunk.id, coalesce(length, 0) AS length FROM ${s}.chunk LEFT JOIN ${s}.chunk_words ON chunk_id = chunk.id
     WHERE document_id = ANY($1::bigint[])`,
    [numberList(documents)],
  )
  const ids = numberList(rows.map(({ id }) => id))
  await session.query(`DELETE FROM ${s}.posting WHERE chunk = ANY($1::bigint[])`, [ids])
  await session.query(`DELETE FROM ${s}.chunk WHERE id = ANY($1::bigint[])`, [ids])
  return { chunks: rows.length, words: rows.reduce((sum, { length }) => sum + length, 0) }
}

interface PutParts {
  readonly idOf: RootIds
  readonly at: number
}

async function putDocuments(session: Session, put: readonly NewDocument[], parts: PutParts) {
  if (put.length === 0) return { added: none, replaced: none }
  // Of documents with the same address, the last one is written.
  const distinct = [...new Map(put.map((one) => [`${one.document.root}:${one.document.path}`, one])).values()]
  // This locks the rows, so that the chunks of a concurrent writer are visible afterwards.
  const ids = await upsert(session, distinct, parts)
  const createdAt = await readCreationTimes(session, ids)
  const replaced = await removeChunks(session, ids)
  await writeFields(session, distinct, ids)
  const rows = distinct.flatMap(({ chunks }, index) =>
    chunks.map((chunk, position) => {
      const documentId = ids[index] ?? 0
      return toChunkRow(chunk, { documentId, position, createdAt: createdAt.get(chunk.id) ?? parts.at })
    }),
  )
  await writeChunks(session, rows)
  const words = rows.reduce((sum, { chunk }) => sum + chunk.words.text.length, 0)
  return { added: { chunks: rows.length, words }, replaced }
}

/** The creation times of chunks by id: rewriting a chunk does not change it. */
async function readCreationTimes(session: Session, documents: readonly number[]) {
  const { rows } = await session.query<{ id: string; at: number }>(
    `SELECT public_id AS id, created_at AS at FROM ${session.s}.chunk WHERE document_id = ANY($1::bigint[])`,
    [numberList(documents)],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Writes the rows of documents; resolves to their ids in order. */
async function upsert(
  session: Session,
  put: readonly NewDocument[],
  { idOf, at }: PutParts,
): Promise<number[]> {
  const newIds = await nextIds(session, 'document', put.length)
  const given = put.map(({ document, chunks }, index) => ({
    id: newIds[index],
    root_id: idOf(document.root),
    path_key: hexBytes(textKey(document.path)),
    ...documentColumns(document),
    chunks: chunks.length,
    created_at: at,
    updated_at: at,
  }))
  const { rows } = await session.query<{ id: number; root: number; key: Buffer }>(
    `${insertSql(session.s, 'document')} ${upsertEnd}`,
    [jsonOf(given)],
  )
  const ids = new Map(rows.map(({ id, root, key }) => [`${root} ${hexBytes(key)}`, id]))
  return given.map((row) => ids.get(`${row.root_id} ${row.path_key}`) ?? 0)
}

const upsertEnd = `
ORDER BY root_id, path_key
ON CONFLICT (root_id, path_key) DO UPDATE SET title = excluded.title, metadata = excluded.metadata,
  content_hash = excluded.content_hash, fingerprint = excluded.fingerprint, stamp = excluded.stamp,
  read_at = excluded.read_at, date = excluded.date, language = excluded.language, is_secret = excluded.is_secret,
  chunks = excluded.chunks, checksum = excluded.checksum, updated_at = excluded.updated_at
RETURNING id, root_id AS root, path_key AS key`

function documentColumns({ contentHash, readAt, ...document }: StoredDocument) {
  const { path, title, fingerprint, stamp, date = null, language = null, isSecret = false } = document
  const metadata = JSON.stringify(document.metadata)
  const checksum = documentChecksum({ path, title, metadata, date, isSecret, contentHash })
  const columns = { path, title, metadata, date, language, fingerprint, stamp, checksum }
  return { ...columns, content_hash: contentHash, read_at: readAt, is_secret: isSecret }
}

async function writeFields(
  session: Session,
  put: readonly NewDocument[],
  ids: readonly number[],
): Promise<void> {
  await session.query(`DELETE FROM ${session.s}.document_field WHERE document_id = ANY($1::bigint[])`, [
    numberList(ids),
  ])
  const fields = put.flatMap(({ document: { metadata } }, index) =>
    fieldsOf(metadata).map((field) => ({ document_id: ids[index], ...field })),
  )
  await insertRows(session, 'document_field', fields)
}
