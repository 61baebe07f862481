import { foldLine, type IndexWord, type NewChunk } from '@recallite/store'
import type { Session } from '../connection/connections.js'
import { hexBytes, jsonOf, keyList, numberList, textKey } from '../connection/values.js'
import { maxCount, postingsOf, wordKey, wordSequence } from '../keyword/word-key.js'
import { chunkChecksum, type ChunkContent } from './checksum.js'

/** A chunk to write, with its row. */
export interface ChunkRow extends ChunkContent {
  readonly chunk: NewChunk
  readonly documentId: number
  readonly createdAt: number
}

export function toChunkRow(
  chunk: NewChunk,
  place: Pick<ChunkRow, 'documentId' | 'position' | 'createdAt'>,
): ChunkRow {
  const { heading, sections = heading } = chunk
  return {
    ...chunk,
    ...place,
    chunk,
    heading: JSON.stringify(heading),
    sections: sections.length > 0 ? sections.map(foldLine).join('\n') : null,
  }
}

/** The number of chunks per statement, which has a few megabytes. */
const atOnce = 200

export async function writeChunks(session: Session, all: readonly ChunkRow[]): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    const rows = all.slice(from, from + atOnce)
    const ids = await nextIds(session, 'chunk', rows.length)
    const numbered = rows.map((row, index) => ({ ...row, rowId: ids[index] ?? 0 }))
    await insertRows(session, 'chunk', numbered.map(chunkColumns))
    await insertRows(session, 'chunk_words', numbered.map(wordColumns))
    await insertPostings(session, numbered)
    await insertInputs(session, numbered)
  }
}

/** Allocates ids for rows of the session's kind. */
export async function nextIds(
  { s, kind, query }: Session,
  table: 'document' | 'chunk',
  count: number,
): Promise<number[]> {
  const sequence = kind === 'record' ? `'${s}.record_id'` : `pg_get_serial_sequence('${s}.${table}', 'id')`
  const { rows } = await query<{ id: number }>(
    `SELECT nextval(${sequence}) AS id FROM generate_series(1, $1::int)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Inserts rows whose properties have the names of columns. */
export async function insertRows(
  { s, query }: Session,
  table: string,
  rows: readonly object[],
): Promise<void> {
  if (rows.length > 0) await query(insertSql(s, table), [jsonOf(rows)])
}

/** The start of a statement that inserts such rows, which are bound as JSON. */
export const insertSql = (s: string, table: string): string =>
  `INSERT INTO ${s}.${table} SELECT * FROM json_populate_recordset(NULL::${s}.${table}, $1::json)`

type NumberedRow = ChunkRow & { readonly rowId: number }

function chunkColumns(row: NumberedRow) {
  const { position, heading, sections, text, tokens } = row
  return {
    id: row.rowId,
    public_id: row.id,
    document_id: row.documentId,
    position,
    start_line: row.startLine,
    end_line: row.endLine,
    start_column: row.startColumn,
    end_column: row.endColumn,
    heading,
    sections,
    text,
    tokens,
    created_at: row.createdAt,
    checksum: chunkChecksum(row, row.chunk.termList),
  }
}

function wordColumns({ rowId, chunk: { words, termList } }: NumberedRow) {
  return {
    chunk_id: rowId,
    term_list: hexBytes(termList),
    text_words: stemBytes(words.text),
    part_words: stemBytes(words.parts),
    place_words: stemBytes(words.place),
    length: words.text.length,
    postings: postingsOf(words).length,
  }
}

const stemBytes = (words: readonly IndexWord[]) => hexBytes(wordSequence(words.map(({ stem }) => stem)))

async function insertPostings(session: Session, rows: readonly NumberedRow[]): Promise<void> {
  const { s } = session
  const postings = rows.flatMap(({ rowId, chunk: { words } }) =>
    postingsOf(words).map((posting) => {
      const length = Math.min(words.text.length, maxCount)
      return { ...posting, chunk: rowId, length, key: wordKey(posting.word) }
    }),
  )
  if (postings.length === 0) return
  const words = [...new Map(postings.map(({ word, key }) => [word, key]))]
  // A consistent order prevents deadlocks.
  await session.query(
    `INSERT INTO ${s}.word (key, text) SELECT key, text FROM unnest($1::bigint[], $2::text[]) AS given (key, text)
     WHERE NOT EXISTS (SELECT 1 FROM ${s}.word WHERE word.key = given.key) ORDER BY key
     ON CONFLICT DO NOTHING`,
    [keyList(words.map(([, key]) => key)), words.map(([word]) => word)],
  )
  await session.query(
    `INSERT INTO ${s}.posting (word, chunk, in_text, beside, is_form, length)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::smallint[])`,
    [
      keyList(postings.map(({ key }) => key)),
      numberList(postings.map(({ chunk }) => chunk)),
      numberList(postings.map(({ inText }) => inText)),
      numberList(postings.map(({ beside }) => beside)),
      numberList(postings.map(({ isForm }) => isForm)),
      numberList(postings.map(({ length }) => length)),
    ],
  )
}

async function insertInputs(session: Session, rows: readonly NumberedRow[]): Promise<void> {
  const inputs = rows.flatMap(({ rowId, chunk: { inputs: given, text } }) =>
    given.map(({ prefix, from, to }, position) => ({
      chunk_id: rowId,
      position,
      text_hash: hexBytes(textKey(prefix + text.slice(from, to))),
      prefix,
      text_from: from,
      text_to: to,
    })),
  )
  await insertRows(session, 'input', inputs)
  await session.query(`DELETE FROM ${session.s}.unused_text WHERE text_hash = ANY($1::bytea[])`, [
    inputs.map((input) => input.text_hash),
  ])
}
