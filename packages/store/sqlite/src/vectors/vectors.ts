import {
  assertVector,
  pendingTextOf,
  type InputPart,
  type KeyPage,
  type NewVector,
  type PendingPage,
  type PendingRow,
  type PendingText,
  type Space,
  type VectorPage,
} from '@recallite/store'
import { writeMissingCodes } from './codes/code-writer.js'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import type { createSpaces } from './spaces.js'
import type { SqlDatabase, SqlValue } from '../connection/sql-database.js'
import { inWriteTransaction } from '../connection/transactions.js'
import { decodeNumbers, encodeVector, vectorChecksums, vectorIdsOf, type StoredVector } from './vector-row.js'

/** Reads the texts of a kind without a vector in a space, and writes vectors. */
export function createVectors(
  database: SqlDatabase,
  spaces: ReturnType<typeof createSpaces>,
  { now, kind = 'file' }: { readonly now: () => number; readonly kind?: DocumentKind },
) {
  const prepare = (part: InputPart) => database.prepare<PendingRow>(pendingSql(kind, part))
  const pending = { all: prepare('all'), first: prepare('first'), further: prepare('further') }
  const insert = database.prepare(
    `INSERT INTO vector (id, space_id, text_hash, value, checksum, created_at)
     SELECT coalesce(max(id) + 1, ?), ?, ?, ?, ?, ? FROM vector WHERE id BETWEEN ? AND ?
     ON CONFLICT (space_id, text_hash) DO NOTHING`,
  )

  function putPart(space: Space, vectors: readonly NewVector[]): void {
    const spaceId = spaces.idOf(space)
    const checksumOf = vectorChecksums(space)
    const { first, last } = vectorIdsOf(spaceId)
    for (const { key, vector } of vectors) {
      const stored = { hash: Buffer.from(key, 'hex'), value: encodeVector(vector) }
      insert.run(first, spaceId, stored.hash, stored.value, checksumOf(stored), now(), first, last)
    }
  }

  return {
    pending(space: Space, { limit, part = 'all', after }: PendingPage): PendingText[] {
      const [date, id, ...positions] =
        after === undefined ? beginning : (JSON.parse(after) as typeof beginning)
      return pending[part].all(date, id, id, ...positions, spaces.idOf(space), limit).map(pendingTextOf)
    },

    read: createPageReader(database, spaces),

    put(space: Space, vectors: readonly NewVector[]): void {
      for (const { vector } of vectors) assertVector(vector, space.dimensions)
      spaces.idOf(space)
      const size = Math.ceil(bytesPerWrite / (space.dimensions * Float32Array.BYTES_PER_ELEMENT))
      for (let from = 0; from < vectors.length; from += size)
        inWriteTransaction(database, () => putPart(space, vectors.slice(from, from + size)))
      writeMissingCodes(database, { id: spaces.idOf(space), dimensions: space.dimensions })
    },
  }
}

/** Reads vectors in the order of their keys, without damaged ones. */
function createPageReader(database: SqlDatabase, spaces: ReturnType<typeof createSpaces>) {
  const listed = database.prepare<StoredVector & { readonly key: string; readonly checksum: number | null }>(
    `SELECT lower(hex(text_hash)) AS key, text_hash AS hash, value, checksum FROM vector
     WHERE space_id = ? AND text_hash > unhex(?) ORDER BY text_hash LIMIT ?`,
  )
  return (space: Space, { limit, after = '' }: KeyPage): VectorPage => {
    const rows = listed.all(spaces.idOf(space), after, limit)
    const checksumOf = vectorChecksums(space)
    const sound = rows.filter((row) => row.checksum === checksumOf(row))
    const vectors = sound.map(({ key, value }) => ({ key, vector: decodeNumbers(value) }))
    return { vectors, next: rows.length < limit ? null : (rows.at(-1)?.key ?? null) }
  }
}

/** The first chunk of a secret document that has the text. */
const secretHolder = `
    SELECT min(other.chunk_id) FROM embedding_input AS other
    CROSS JOIN chunk AS other_chunk ON other_chunk.id = other.chunk_id
    CROSS JOIN document AS other_document ON other_document.id = other_chunk.document_id
    WHERE other.text_hash = input.text_hash AND other_document.is_secret = 1`

/** Whether the text occurs earlier in the list; first inputs of chunks precede all others. */
const isElsewhere = (kind: DocumentKind) => `EXISTS (
    SELECT 1 FROM embedding_input AS other
    CROSS JOIN chunk AS other_chunk ON other_chunk.id = other.chunk_id
    CROSS JOIN document AS other_document ON other_document.id = other_chunk.document_id
    WHERE other.text_hash = input.text_hash AND ${isOfKind('other.chunk_id', kind)}
      AND (other.position = 0, coalesce(other_document.date, ''), other_document.id, -other_chunk.position, -other.position)
        > (input.position = 0, coalesce(document.date, ''), document.id, -chunk.position, -input.position))`

const partSql = { all: '', first: 'AND input.position = 0', further: 'AND input.position > 0' }

/** The pending texts of a space, of a kind. Binds the parts of the cursor (the document's id twice), the space and the limit. */
export const pendingSql = (kind: DocumentKind, part: InputPart): string => `
SELECT
  lower(hex(input.text_hash)) AS key,
  json_array(coalesce(document.date, ''), document.id, chunk.position, input.position) AS cursor,
  input.prefix AS prefix, chunk.text AS text, input.text_from AS "from", input.text_to AS "to",
  root.name AS root, named.path AS path, holder.start_line AS startLine, named.is_secret AS isSecret
FROM document INDEXED BY document_by_date
CROSS JOIN chunk ON chunk.document_id = document.id
CROSS JOIN embedding_input AS input ON input.chunk_id = chunk.id
CROSS JOIN chunk AS holder ON holder.id = coalesce((${secretHolder}), chunk.id)
CROSS JOIN document AS named ON named.id = holder.document_id
CROSS JOIN root ON root.id = named.root_id
WHERE (coalesce(document.date, ''), document.id) <= (?, ?)
  AND (document.id <> ? OR (chunk.position, input.position) > (?, ?))
  AND ${isOfKind('+chunk.id', kind)} ${partSql[part]}
  AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.space_id = ? AND vector.text_hash = input.text_hash)
  AND NOT ${isElsewhere(kind)}
ORDER BY coalesce(document.date, '') DESC, document.id DESC, chunk.position, input.position LIMIT ?`

/** The cursor before the first text: a BLOB sorts after every text. */
const beginning = [Buffer.alloc(0), 0, 0, 0] as readonly [SqlValue, number, number, number]

/** Bytes per transaction: more would make the log too long. */
const bytesPerWrite = 2_000_000

/** Removes vectors unused for this many milliseconds since a call first noticed it; chunk-writer.ts restarts the count. */
export function removeUnusedVectors(
  database: SqlDatabase,
  { unusedFor, at }: { readonly unusedFor: number; readonly at: number },
): number {
  inWriteTransaction(database, () => database.prepare(noticeSql).run(at, at))
  const remove = database.prepare(
    'DELETE FROM vector WHERE id IN (SELECT id FROM vector WHERE unused_since <= ? LIMIT ?)',
  )
  let removed = 0
  for (;;) {
    const { changes } = inWriteTransaction(database, () => remove.run(at - unusedFor, removedPerStep))
    removed += changes
    if (changes < removedPerStep) return removed
  }
}

/** Vectors deleted per transaction: with 3,072 numbers each, 6 MB in the file and in the log. */
const removedPerStep = 500

/** Marks unused vectors, using only indexes. Replaces times in the future, which a wrong clock wrote. */
const noticeSql = `
UPDATE vector SET unused_since = ?
WHERE id IN (
    SELECT id FROM vector AS kept
    WHERE NOT EXISTS (SELECT 1 FROM embedding_input WHERE embedding_input.text_hash = kept.text_hash)
  ) AND (unused_since IS NULL OR unused_since > ?)`
