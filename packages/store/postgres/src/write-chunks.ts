import { createHash } from 'node:crypto'
import { foldLine, type NewChunk, type NewDocument } from '@recallite/store'
import { chunkChecksum, type ChunkContent } from './checksum.js'
import type { Session } from './connections.js'
import type { DocumentKind } from './document-kind.js'
import { encodeText } from './text-code.js'
import { keyArray, numberList } from './values.js'
import { mostCounted, postingsOf, stemsOf, wordKey, wordSequence } from './word-key.js'

/** A chunk that is to be written. */
export interface ChunkRow extends ChunkContent, Pick<NewChunk, 'words' | 'termList'> {
  readonly documentId: number
  readonly createdAt: number
  readonly inputs: readonly InputRow[]
}

interface InputRow {
  readonly hash: Buffer
  readonly prefix: string
  readonly from: number
  readonly to: number
}

interface Placed {
  /** The rows of the documents, in their order. */
  readonly ids: readonly number[]
  readonly at: number
  /** Of chunks that were there before, by their ids as they are kept. */
  readonly createdAt: ReadonlyMap<string, number>
}

/** The rows of all chunks of documents. */
export function chunkRows(documents: readonly NewDocument[], placed: Placed): ChunkRow[] {
  return documents.flatMap(({ chunks }, index) =>
    chunks.map((chunk, position) =>
      rowOf(chunk, position, { ...placed, documentId: placed.ids[index] ?? 0 }),
    ),
  )
}

function rowOf(
  chunk: NewChunk,
  position: number,
  { documentId, at, createdAt }: Placed & { readonly documentId: number },
): ChunkRow {
  const { startLine, endLine, startColumn, endColumn, tokens, words, termList } = chunk
  const { heading, sections = heading } = chunk
  const id = encodeText(chunk.id)
  return {
    id,
    position,
    startLine,
    endLine,
    startColumn,
    endColumn,
    tokens,
    words,
    termList,
    documentId,
    heading: encodeText(JSON.stringify(heading)),
    sections: sections.length > 0 ? encodeText(sections.map(foldLine).join('\n')) : null,
    text: encodeText(chunk.text),
    createdAt: createdAt.get(id) ?? at,
    inputs: inputsOf(chunk),
  }
}

/** The first 16 bytes of its SHA-256 identify a text. */
function inputsOf({ inputs, text }: NewChunk): InputRow[] {
  return inputs.map(({ prefix, from, to }) => {
    const hash = createHash('sha256')
      .update(prefix + text.slice(from, to))
      .digest()
      .subarray(0, 16)
    return { hash, prefix: encodeText(prefix), from, to }
  })
}

/** Chunks of documents of a kind. */
export interface WrittenChunks {
  readonly kind: DocumentKind
  readonly rows: readonly ChunkRow[]
}

/** SQL for the id of a new row of a kind. */
export const nextId = (s: string, kind: DocumentKind, table: 'document' | 'chunk'): string =>
  kind === 'record' ? `nextval('${s}.record_id')` : `nextval(pg_get_serial_sequence('${s}.${table}', 'id'))`

/** Writes chunks with their words and the texts to embed; gives the ids of their rows. */
export async function writeChunks(
  session: Session,
  s: string,
  { kind, rows: all }: WrittenChunks,
): Promise<number[]> {
  const written: number[] = []
  for (let from = 0; from < all.length; from += atOnce) {
    const rows = all.slice(from, from + atOnce)
    const ids = await insertChunks(session, s, { kind, rows })
    await insertWords(session, s, { rows, ids })
    await insertPostings(session, s, { rows, ids })
    await insertInputs(session, s, { rows, ids })
    written.push(...ids)
  }
  return written
}

/** A statement for so many chunks has some megabytes. */
const atOnce = 200

async function insertChunks(session: Session, s: string, { kind, rows }: WrittenChunks): Promise<number[]> {
  const { rows: next } = await session.query<{ id: number }>(
    `SELECT ${nextId(s, kind, 'chunk')} AS id FROM generate_series(1, $1::int)`,
    [rows.length],
  )
  const ids = next.map(({ id }) => id)
  const numbers = (value: (row: ChunkRow) => number | null) => rows.map(value)
  await session.query(
    `INSERT INTO ${s}.chunk (id, public_id, document_id, position, start_line, end_line, start_column, end_column, heading,
       sections, text, tokens, created_at, checksum)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[],
       $9::text[], $10::text[], $11::text[], $12::int[], $13::bigint[], $14::bigint[])`,
    [
      numberList(ids),
      rows.map(({ id }) => id),
      numbers(({ documentId }) => documentId),
      numbers(({ position }) => position),
      numbers(({ startLine }) => startLine),
      numbers(({ endLine }) => endLine),
      numbers(({ startColumn }) => startColumn),
      numbers(({ endColumn }) => endColumn),
      rows.map(({ heading }) => heading),
      rows.map(({ sections }) => sections),
      rows.map(({ text }) => text),
      numbers(({ tokens }) => tokens),
      numbers(({ createdAt }) => createdAt),
      numbers((row) => chunkChecksum(row, row.termList)),
    ],
  )
  return ids
}

interface Inserted {
  readonly rows: readonly ChunkRow[]
  readonly ids: readonly number[]
}

async function insertWords(session: Session, s: string, { rows, ids }: Inserted): Promise<void> {
  await session.query(
    `INSERT INTO ${s}.chunk_words (chunk_id, term_list, text_words, part_words, place_words, length, postings)
     SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], $6::int[], $7::int[])`,
    [
      numberList(ids),
      rows.map(({ termList }) => Buffer.from(termList)),
      rows.map(({ words }) => wordSequence(stemsOf(words.text))),
      rows.map(({ words }) => wordSequence(stemsOf(words.parts))),
      rows.map(({ words }) => wordSequence(stemsOf(words.place))),
      numberList(rows.map(({ words }) => words.text.length)),
      numberList(rows.map(({ words }) => postingsOf(words).length)),
    ],
  )
}

async function insertPostings(session: Session, s: string, { rows, ids }: Inserted): Promise<void> {
  const postings = rows.flatMap(({ words }, index) =>
    postingsOf(words).map((posting) => {
      const length = Math.min(words.text.length, mostCounted)
      return { ...posting, chunk: ids[index] ?? 0, length, key: wordKey(posting.word) }
    }),
  )
  if (postings.length === 0) return
  const words = [...new Map(postings.map(({ word, key }) => [word, key]))]
  // In one order, so that two writers never wait for each other.
  await session.query(
    `INSERT INTO ${s}.word (key, text) SELECT key, text FROM unnest($1::bigint[], $2::text[]) AS given (key, text)
     WHERE NOT EXISTS (SELECT 1 FROM ${s}.word WHERE word.key = given.key) ORDER BY key
     ON CONFLICT DO NOTHING`,
    [keyArray(words.map(([, key]) => key)), words.map(([word]) => encodeText(word))],
  )
  await session.query(
    `INSERT INTO ${s}.posting (word, chunk, in_text, beside, is_form, length)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::smallint[])`,
    [
      keyArray(postings.map(({ key }) => key)),
      numberList(postings.map(({ chunk }) => chunk)),
      numberList(postings.map(({ inText }) => inText)),
      numberList(postings.map(({ beside }) => beside)),
      numberList(postings.map(({ isForm }) => isForm)),
      numberList(postings.map(({ length }) => length)),
    ],
  )
}

async function insertInputs(session: Session, s: string, { rows, ids }: Inserted): Promise<void> {
  const inputs = rows.flatMap((row, index) =>
    row.inputs.map((input, position) => ({ ...input, position, chunk: ids[index] ?? 0 })),
  )
  if (inputs.length === 0) return
  await session.query(
    `INSERT INTO ${s}.input (chunk_id, position, text_hash, prefix, text_from, text_to)
     SELECT * FROM unnest($1::bigint[], $2::int[], $3::bytea[], $4::text[], $5::int[], $6::int[])`,
    [
      numberList(inputs.map(({ chunk }) => chunk)),
      numberList(inputs.map(({ position }) => position)),
      inputs.map(({ hash }) => hash),
      inputs.map(({ prefix }) => prefix),
      numberList(inputs.map(({ from }) => from)),
      numberList(inputs.map(({ to }) => to)),
    ],
  )
  await session.query(`DELETE FROM ${s}.unused_text WHERE text_hash = ANY($1)`, [
    inputs.map(({ hash }) => hash),
  ])
}
