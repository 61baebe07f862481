import {
  assertVector,
  type DocumentAddress,
  type EmbeddingInput,
  type NewVector,
  type PendingText,
  type SampledVector,
  type Space,
} from '@recallite/store'
import { checksumOfBytes } from './checksum.js'
import { createCodeWriter } from './codes/code-writer.js'
import { type DocumentKind, isOfKind } from './document-kind.js'
import type { createSpaces } from './spaces.js'
import type { SqlDatabase } from './sql-database.js'
import { inWriteTransaction } from './transactions.js'
import { decodeNumbers, encodeVector, vectorChecksum, vectorIdsOf } from './vector-row.js'

/** Reads the texts of a kind that a space has no vectors of, and writes vectors. */
export function createVectors(
  database: SqlDatabase,
  spaces: ReturnType<typeof createSpaces>,
  { now, kind = 'file' }: { readonly now: () => number; readonly kind?: DocumentKind },
) {
  const codes = createCodeWriter(database)
  const pending = database.prepare<PendingRow>(pendingSql(kind))
  const sampled = database.prepare<{ id: string; value: Uint8Array }>(sampleSql(kind))
  const insert = database.prepare(
    `INSERT INTO vector (id, space_id, text_hash, value, checksum, created_at)
     SELECT coalesce(max(id) + 1, ?), ?, ?, ?, ?, ? FROM vector WHERE id BETWEEN ? AND ?
     ON CONFLICT (space_id, text_hash) DO NOTHING`,
  )

  function putPart(space: Space, vectors: readonly NewVector[]): void {
    const spaceId = spaces.idOf(space)
    const { first, last } = vectorIdsOf(spaceId)
    for (const { key, vector } of vectors) {
      const hash = Buffer.from(key, 'hex')
      const value = encodeVector(vector)
      insert.run(first, spaceId, hash, value, vectorChecksum(hash, value), now(), first, last)
    }
  }

  return {
    pending: (
      space: Space,
      { limit, after = '' }: { limit: number; after?: string | undefined },
    ): PendingText[] => pending.all(after, spaces.idOf(space), limit).map(toPendingText),

    sample: (space: Space, limit: number): SampledVector[] =>
      sampled
        .all(limit, spaces.idOf(space), limit)
        .map(({ id, value }) => ({ id, vector: decodeNumbers(value) })),

    put(space: Space, vectors: readonly NewVector[]): void {
      for (const { vector } of vectors) assertVector(vector, space.dimensions)
      spaces.idOf(space)
      const size = Math.floor(bytesAtOnce / (space.dimensions * Float32Array.BYTES_PER_ELEMENT))
      for (const part of inParts(vectors, Math.max(1, size))) {
        inWriteTransaction(database, () => putPart(space, part))
      }
      codes.cover({ id: spaces.idOf(space), dimensions: space.dimensions })
    },
  }
}

interface PendingRow extends EmbeddingInput, DocumentAddress, Omit<PendingText, 'document' | 'isSecret'> {
  readonly isSecret: number
}

/** The first chunk of a secret document that holds a text. */
const secretHolder = `
    SELECT min(holder.chunk_id) FROM embedding_input AS holder
    CROSS JOIN chunk ON chunk.id = holder.chunk_id
    CROSS JOIN document ON document.id = chunk.document_id
    WHERE holder.text_hash = embedding_input.text_hash AND document.is_secret = 1`

/** The pending texts of a space, of a kind; binds the key to begin after, the space and the limit. */
export const pendingSql = (kind: DocumentKind): string => `
SELECT
  lower(hex(missing.text_hash)) AS key, embedding_input.prefix AS prefix, chunk.text AS text,
  embedding_input.text_from AS "from", embedding_input.text_to AS "to",
  root.name AS root, document.path AS path, chunk.start_line AS startLine,
  document.is_secret AS isSecret
FROM (
  SELECT text_hash, coalesce((${secretHolder}), min(chunk_id)) AS chunk_id
  FROM embedding_input
  WHERE text_hash > unhex(?) AND ${isOfKind('+chunk_id', kind)}
    AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.space_id = ? AND vector.text_hash = embedding_input.text_hash)
  GROUP BY text_hash ORDER BY text_hash LIMIT ?
) AS missing
CROSS JOIN embedding_input ON embedding_input.chunk_id = missing.chunk_id AND embedding_input.text_hash = missing.text_hash
CROSS JOIN chunk ON chunk.id = missing.chunk_id
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN root ON root.id = document.root_id
GROUP BY missing.text_hash
ORDER BY missing.text_hash`

/**
 * Chunks of a kind with vectors at even distances in the order of their ids; binds the limit, the space and the limit. Only the sampled
 * vectors are read.
 */
const sampleSql = (kind: DocumentKind) => `
SELECT public_id AS id, sampled.value AS value
FROM (
  SELECT chunk.public_id, vector.id AS vector_id,
    row_number() OVER (ORDER BY chunk.public_id) - 1 AS position, count(*) OVER () AS total, CAST(? AS INTEGER) AS most
  FROM vector
  CROSS JOIN embedding_input ON embedding_input.text_hash = vector.text_hash AND embedding_input.position = 0
  CROSS JOIN chunk ON chunk.id = embedding_input.chunk_id
  WHERE vector.space_id = ? AND ${isOfKind('chunk.id', kind)}
) AS ordered
CROSS JOIN vector AS sampled ON sampled.id = ordered.vector_id
WHERE position * most / total > (position - 1) * most / total OR total <= most OR position = 0
ORDER BY position LIMIT ?`

function toPendingText(row: PendingRow): PendingText {
  const { key, prefix, text, from, to, root, path, startLine, isSecret } = row
  const document = { root, path }
  return { key, text: prefix + text.slice(from, to), document, startLine, isSecret: isSecret === 1 }
}

/** How many bytes are written at once: more would make the log longer than it should be. */
const bytesAtOnce = 2_000_000

function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/**
 * Removes vectors of texts that no chunk has any more. `remove` notes when it first finds that a text is gone; the note
 * is deleted as soon as a chunk has the text again (see chunk-writer.ts).
 */
export function createUnusedVectors(database: SqlDatabase, now: () => number) {
  const sql = {
    unnoticed: database.prepare<Pick<Marked, 'hash'>>(unnoticedSql),
    firstOutdated: database.prepare(`SELECT 1 ${outdatedSql} LIMIT 1`),
    removeOutdated: database.prepare(`DELETE ${outdatedSql}`),
    marked: database.prepare<Marked>('SELECT text_hash AS hash, since, checksum FROM unused_text'),
    mark: database.prepare(
      `INSERT INTO unused_text (text_hash, since, checksum) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET since = excluded.since, checksum = excluded.checksum`,
    ),
    removeVectors: database.prepare(
      `DELETE FROM vector WHERE space_id IN (SELECT id FROM space) AND text_hash = ? AND NOT ${isUsed} vector.text_hash)`,
    ),
    removeMark: database.prepare('DELETE FROM unused_text WHERE text_hash = ?'),
    count: database.prepare('UPDATE keyword_total SET deleted = deleted + ? WHERE id = 1'),
  }

  /** A time that is damaged, or in the future because the clock was wrong, is replaced: nothing is deleted too soon. */
  function notice(at: number): void {
    const isOutdated = sql.firstOutdated.get() !== undefined
    const doubtful = sql.marked.all().filter((text) => !isBelievable(text, at))
    const texts = [...sql.unnoticed.all(), ...doubtful]
    if (!isOutdated && texts.length === 0) return
    inWriteTransaction(database, () => {
      for (const { hash } of texts) sql.mark.run(hash, at, unusedTextChecksum(hash, at))
      sql.removeOutdated.run()
    })
  }

  /** A vector that is in use again by now stays. */
  function remove(texts: readonly Marked[]): number {
    return inWriteTransaction(database, () => {
      let removed = 0
      for (const { hash } of texts) {
        removed += sql.removeVectors.run(hash).changes
        sql.removeMark.run(hash)
      }
      sql.count.run(removed)
      return removed
    })
  }

  return {
    /** Removes those that have been unused for so many milliseconds; writes nothing if there is nothing to do. */
    remove(unusedFor: number): number {
      const at = now()
      notice(at)
      const old = sql.marked.all().filter(({ since }) => since <= at - unusedFor)
      let removed = 0
      for (const part of inParts(old, atOnce)) removed += remove(part)
      return removed
    },
  }
}

interface Marked {
  readonly hash: Uint8Array
  readonly since: number
  readonly checksum: number
}

/** How many vectors are deleted in one transaction: of 3,072 numbers each they take up 6 MB, and as much in the log. */
const atOnce = 500

const isUsed = 'EXISTS (SELECT 1 FROM embedding_input AS input WHERE input.text_hash ='

/** Texts of vectors that no chunk has and that are not noted yet. */
const unnoticedSql = `
SELECT DISTINCT vector.text_hash AS hash FROM vector
WHERE NOT ${isUsed} vector.text_hash) AND vector.text_hash NOT IN (SELECT text_hash FROM unused_text)`

/** The notes of texts that a chunk has again, or that have no vector any more. */
const outdatedSql = `
FROM unused_text
WHERE ${isUsed} unused_text.text_hash)
  OR NOT EXISTS (
    SELECT 1 FROM space JOIN vector ON vector.space_id = space.id AND vector.text_hash = unused_text.text_hash
  )`

function unusedTextChecksum(hash: Uint8Array, since: number): number {
  return checksumOfBytes(hash, Buffer.from(String(since)))
}

function isBelievable({ hash, since, checksum }: Marked, at: number): boolean {
  return since <= at && checksum === unusedTextChecksum(hash, since)
}
