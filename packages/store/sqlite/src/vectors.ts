import type { PendingText, Space } from '@recallite/store'
import { vectorChecksum } from './seal.js'
import { vectorIdsOf } from './space-vector-ids.js'
import type { createSpaces } from './spaces.js'
import type { SqlDatabase } from './sql-database.js'
import { assertVector, encodeVector } from './vector-codec.js'
import { inWriteTransaction } from './write-transaction.js'

/** A vector, and the text that it is of. */
interface NewVector {
  readonly key: string
  readonly vector: Float32Array
}

interface PendingRow {
  readonly key: string
  readonly prefix: string
  readonly text: string
  readonly from: number
  readonly to: number
  readonly root: string
  readonly path: string
  readonly startLine: number
  readonly isSecret: number
}

/** The first chunk of a secret document that holds a text. */
const secretHolder = `
    SELECT min(holder.chunk_id) FROM embedding_input AS holder
    CROSS JOIN chunk ON chunk.id = holder.chunk_id
    CROSS JOIN document ON document.id = chunk.document_id
    WHERE holder.text_hash = embedding_input.text_hash AND document.is_secret = 1`

/** The texts that a space lacks, as text: key to begin behind, space, limit. */
export const pendingSql = `
SELECT
  lower(hex(missing.text_hash)) AS key, embedding_input.prefix AS prefix, chunk.text AS text,
  embedding_input.text_from AS "from", embedding_input.text_to AS "to",
  root.name AS root, document.path AS path, chunk.start_line AS startLine,
  document.is_secret AS isSecret
FROM (
  SELECT text_hash, coalesce((${secretHolder}), min(chunk_id)) AS chunk_id
  FROM embedding_input
  WHERE text_hash > unhex(?)
    AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.space_id = ? AND vector.text_hash = embedding_input.text_hash)
  GROUP BY text_hash ORDER BY text_hash LIMIT ?
) AS missing
CROSS JOIN embedding_input ON embedding_input.chunk_id = missing.chunk_id AND embedding_input.text_hash = missing.text_hash
CROSS JOIN chunk ON chunk.id = missing.chunk_id
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN root ON root.id = document.root_id
GROUP BY missing.text_hash
ORDER BY missing.text_hash`

function toPendingText(row: PendingRow): PendingText {
  const { key, prefix, text, from, to, root, path, startLine, isSecret } = row
  const document = { root, path }
  return { key, text: prefix + text.slice(from, to), document, startLine, isSecret: isSecret === 1 }
}

/** A write of more bytes would make the log longer than it should be. */
const bytesAtOnce = 2_000_000

/** Runs of so many vectors that each is written at once. */
function* inParts<Item>(items: readonly Item[], dimensions: number): Generator<readonly Item[]> {
  const atOnce = Math.max(1, Math.floor(bytesAtOnce / (dimensions * Float32Array.BYTES_PER_ELEMENT)))
  for (let from = 0; from < items.length; from += atOnce) yield items.slice(from, from + atOnce)
}

/** Vectors by space and text; which texts have none yet. */
export function createVectors(
  database: SqlDatabase,
  spaces: ReturnType<typeof createSpaces>,
  now: () => number,
) {
  const pending = database.prepare<PendingRow>(pendingSql)
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

    put(space: Space, vectors: readonly NewVector[]): void {
      for (const { vector } of vectors) assertVector(vector, space.dimensions)
      spaces.idOf(space)
      for (const part of inParts(vectors, space.dimensions)) {
        inWriteTransaction(database, () => putPart(space, part))
      }
    },
  }
}
