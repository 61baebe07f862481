import {
  fieldsOf,
  StoreError,
  type DocumentChanges,
  type NewDocument,
  type StoredDocument,
} from '@recallite/store'
import { chunkRows, nextId, writeChunks, type WrittenChunks } from './write-chunks.js'
import { documentChecksum } from './checksum.js'
import type { Session } from './connections.js'
import type { DocumentKind } from './document-kind.js'
import { codeOf } from './postgres-errors.js'
import { unknownRoot } from './roots.js'
import { encodeText } from './text-code.js'
import { encodeTexts, numberList, textKey } from './values.js'
import { countWrite } from './totals.js'

/** Writes documents of a kind with their chunks, inside a transaction; `s` is the name of the schema. */
export async function writeDocuments(
  session: Session,
  s: string,
  {
    kind,
    changes,
    at,
  }: { readonly kind: DocumentKind; readonly changes: DocumentChanges; readonly at: number },
): Promise<void> {
  const { put = [], touched = [], removed = [] } = changes
  const addresses = [...put.map(({ document }) => document), ...touched, ...removed]
  if (addresses.length === 0) return
  const names = new Set(addresses.map(({ root }) => root))
  const rootIds = await readRoots(session, s, { kind, names })
  const idOf = (root: string) => rootIds.get(root) ?? 0
  const gone = await removeChunksOf(session, s, {
    ids: await findDocuments(session, s, { all: removed, idOf }),
    isWhole: true,
  })
  const { added, replaced } = await putDocuments(session, s, { kind, put, idOf, at })
  const removedIds = [...gone.ids, ...replaced.ids]
  for (const { root, path, stamp, readAt } of touched) {
    await session.query(
      `UPDATE ${s}.document SET stamp = $1, read_at = $2 WHERE root_id = $3 AND path_key = $4`,
      [encodeText(stamp), readAt, idOf(root), textKey(path)],
    )
  }
  await countWrite(session, s, {
    kind,
    chunks: added.ids.length - removedIds.length,
    words: added.words - replaced.words - gone.words,
    changed: added.ids.length + removedIds.length,
    ids: [...added.ids, ...removedIds],
    deleted: removedIds.length,
  })
}

async function readRoots(
  session: Session,
  s: string,
  { kind, names }: { readonly kind: DocumentKind; readonly names: ReadonlySet<string> },
): Promise<Map<string, number>> {
  const { rows } = await session.query<{ id: number; name: string }>(
    `SELECT id, name FROM ${s}.root WHERE holds = '${kind}' AND name = ANY($1) ORDER BY id FOR KEY SHARE`,
    [encodeTexts([...names])],
  )
  const known = new Map(rows.map(({ id, name }) => [name, id]))
  return new Map(
    Array.from(names, (name) => {
      const id = known.get(encodeText(name))
      if (id === undefined) throw unknownRoot(name)
      return [name, id]
    }),
  )
}

interface Addressed {
  readonly all: readonly { readonly root: string; readonly path: string }[]
  readonly idOf: (root: string) => number
}

/** The rows of those documents that there are, which are held until the end of the transaction. */
async function findDocuments(session: Session, s: string, { all, idOf }: Addressed): Promise<number[]> {
  if (all.length === 0) return []
  const { rows } = await session.query<{ id: number }>(
    `SELECT document.id FROM unnest($1::int[], $2::bytea[]) AS wanted (root_id, path_key)
     JOIN ${s}.document USING (root_id, path_key) ORDER BY document.id FOR UPDATE OF document`,
    [numberList(all.map(({ root }) => idOf(root))), all.map(({ path }) => textKey(path))],
  )
  return rows.map(({ id }) => id)
}

/** The rows of chunks, and how many words their texts have. */
interface Counted {
  readonly ids: readonly number[]
  readonly words: number
}

const none: Counted = { ids: [], words: 0 }

/** Removes the chunks of documents, and the documents themselves if `isWhole`. */
async function removeChunksOf(
  session: Session,
  s: string,
  { ids, isWhole }: { readonly ids: readonly number[]; readonly isWhole: boolean },
): Promise<Counted> {
  if (ids.length === 0) return none
  const { rows } = await session.query<{ id: number; length: number }>(
    `SELECT chunk.id, coalesce(length, 0) AS length FROM ${s}.chunk LEFT JOIN ${s}.chunk_words ON chunk_id = chunk.id
     WHERE document_id = ANY($1::bigint[])`,
    [numberList(ids)],
  )
  const gone = rows.map(({ id }) => id)
  const chunks = numberList(gone)
  await session.query(`DELETE FROM ${s}.posting WHERE chunk = ANY($1::bigint[])`, [chunks])
  if (isWhole)
    await session.query(`DELETE FROM ${s}.document WHERE id = ANY($1::bigint[])`, [numberList(ids)])
  else await session.query(`DELETE FROM ${s}.chunk WHERE id = ANY($1::bigint[])`, [chunks])
  return { ids: gone, words: rows.reduce((sum, { length }) => sum + length, 0) }
}

interface PutRequest {
  readonly kind: DocumentKind
  readonly put: readonly NewDocument[]
  readonly idOf: (root: string) => number
  readonly at: number
}

async function putDocuments(session: Session, s: string, { kind, put, idOf, at }: PutRequest) {
  if (put.length === 0) return { added: none, replaced: none }
  // The last of two documents with one address counts.
  const distinct = [...new Map(put.map((one) => [`${one.document.root}:${one.document.path}`, one])).values()]
  const documents = distinct.map(({ document }) => document)
  await addLanguages(session, s, documents)
  // The rows are held from here on: what another writer of the same documents wrote is seen only now.
  const ids = await upsert(session, s, { kind, put: distinct, idOf, at })
  const createdAt = await readBirthdays(session, s, ids)
  const replaced = await removeChunksOf(session, s, { ids, isWhole: false })
  await writeFields(session, s, { documents, ids })
  const rows = chunkRows(distinct, { ids, at, createdAt })
  const words = rows.reduce((sum, { words: { text } }) => sum + text.length, 0)
  return { added: { ids: await addChunks(session, s, { kind, rows }), words }, replaced }
}

async function addChunks(session: Session, s: string, chunks: WrittenChunks): Promise<number[]> {
  try {
    return await writeChunks(session, s, chunks)
  } catch (error) {
    if (codeOf(error) !== '23505') throw error
    throw new StoreError(
      'STORE_INVALID_DOCUMENT',
      "A chunk's id is not unique in the store. Nothing was written.",
    )
  }
}

/** When the chunks of documents were first written: one with a known id keeps that time. */
async function readBirthdays(
  session: Session,
  s: string,
  ids: readonly number[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await session.query<{ id: string; at: number }>(
    `SELECT public_id AS id, created_at AS at FROM ${s}.chunk WHERE document_id = ANY($1::bigint[])`,
    [numberList(ids)],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

async function addLanguages(
  session: Session,
  s: string,
  documents: readonly StoredDocument[],
): Promise<void> {
  const names = [...new Set(documents.flatMap(({ language }) => language ?? []))]
  if (names.length === 0) return
  await session.query(
    `INSERT INTO ${s}.language (key, name)
     SELECT * FROM unnest($1::bytea[], $2::text[]) AS given (key, name)
     WHERE NOT EXISTS (SELECT 1 FROM ${s}.language WHERE language.key = given.key) ORDER BY given.key
     ON CONFLICT DO NOTHING`,
    [names.map(textKey), encodeTexts(names)],
  )
}

/** The ids of the documents' rows, in their order. */
async function upsert(session: Session, s: string, { kind, put, idOf, at }: PutRequest): Promise<number[]> {
  const documents = put.map(({ document }) => document)
  const texts = (value: (document: StoredDocument) => string | undefined) =>
    documents.map((document) => {
      const text = value(document)
      return text === undefined ? null : encodeText(text)
    })
  const metadata = documents.map((document) => JSON.stringify(document.metadata))
  const keys = documents.map(({ path }) => textKey(path))
  const languages = documents.map(({ language }) => (language === undefined ? null : textKey(language)))
  const checksums = documents.map((document, index) => checksumOfDocument(document, metadata[index] ?? ''))
  const { rows } = await session.query<{ id: number; rootId: number; key: Buffer }>(upsertSql(s, kind), [
    numberList(documents.map(({ root }) => idOf(root))),
    keys,
    texts(({ path }) => path),
    texts(({ title }) => title),
    encodeTexts(metadata),
    texts(({ contentHash }) => contentHash),
    texts(({ fingerprint }) => fingerprint),
    texts(({ stamp }) => stamp),
    documents.map(({ readAt }) => readAt),
    texts(({ date }) => date),
    languages,
    documents.map(({ isSecret = false }) => String(isSecret)),
    numberList(put.map(({ chunks }) => chunks.length)),
    numberList(checksums),
    at,
  ])
  const ids = new Map(rows.map(({ id, rootId, key }) => [`${rootId} ${key.toString('hex')}`, id]))
  return documents.map(({ root }, index) => ids.get(`${idOf(root)} ${keys[index]?.toString('hex')}`) ?? 0)
}

function checksumOfDocument(document: StoredDocument, metadata: string): number {
  const { path, title, contentHash, date = null, isSecret = false } = document
  const [keptPath, keptTitle, keptHash] = encodeTexts([path, title, contentHash])
  const kept = { path: keptPath ?? '', title: keptTitle ?? '', contentHash: keptHash ?? '' }
  return documentChecksum({
    ...kept,
    metadata: encodeText(metadata),
    date: date === null ? null : encodeText(date),
    isSecret,
  })
}

const upsertSql = (s: string, kind: DocumentKind): string => `
INSERT INTO ${s}.document (id, root_id, path_key, path, title, metadata, content_hash, fingerprint, stamp, read_at, date,
  language_id, is_secret, chunks, checksum, created_at, updated_at)
SELECT ${nextId(s, kind, 'document')}, root_id, path_key, path, title, metadata, content_hash, fingerprint, stamp, read_at, date, language.id,
  is_secret, chunks, checksum, $15::bigint, $15::bigint
FROM unnest($1::int[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
  $9::bigint[], $10::text[], $11::bytea[], $12::boolean[], $13::int[], $14::bigint[]) AS given
  (root_id, path_key, path, title, metadata, content_hash, fingerprint, stamp, read_at, date, language_key, is_secret,
   chunks, checksum)
LEFT JOIN ${s}.language ON language.key = language_key
ORDER BY root_id, path_key
ON CONFLICT (root_id, path_key) DO UPDATE SET title = excluded.title, metadata = excluded.metadata,
  content_hash = excluded.content_hash, fingerprint = excluded.fingerprint, stamp = excluded.stamp,
  read_at = excluded.read_at, date = excluded.date, language_id = excluded.language_id, is_secret = excluded.is_secret,
  chunks = excluded.chunks, checksum = excluded.checksum, updated_at = excluded.updated_at
RETURNING id, root_id AS "rootId", path_key AS key`

interface FieldRequest {
  readonly documents: readonly StoredDocument[]
  readonly ids: readonly number[]
}

async function writeFields(session: Session, s: string, { documents, ids }: FieldRequest): Promise<void> {
  await session.query(`DELETE FROM ${s}.document_field WHERE document_id = ANY($1::bigint[])`, [
    numberList(ids),
  ])
  const fields = documents.flatMap(({ metadata }, index) =>
    fieldsOf(metadata).map((field) => ({ ...field, id: ids[index] ?? 0 })),
  )
  if (fields.length === 0) return
  await session.query(
    `INSERT INTO ${s}.document_field (document_id, key, text, number, first, last)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::float8[], $5::text[], $6::text[])`,
    [
      numberList(fields.map(({ id }) => id)),
      encodeTexts(fields.map(({ key }) => key)),
      encodeTexts(fields.map(({ text }) => text)),
      fields.map(({ number }) => number),
      fields.map(({ first }) => first),
      fields.map(({ last }) => last),
    ],
  )
}
