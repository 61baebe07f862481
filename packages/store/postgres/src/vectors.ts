import {
  assertVector,
  unitVector,
  type EmbeddingInput,
  type NewVector,
  type PendingText,
  type SampledVector,
  type Space,
} from '@recallite/store'
import { checksumOfBytes } from './checksum.js'
import type { Session } from './connections.js'
import { isOfKind, type DocumentKind } from './document-kind.js'
import { spaceId } from './spaces.js'
import { decodeText } from './text-code.js'
import { countWrite } from './totals.js'
import { readRealArray, realArray, type SqlValue } from './values.js'

/** How many vectors are written in one transaction. */
export const vectorsAtOnce = 500

/** Texts or vectors of a kind in a space. */
interface OfKind {
  readonly kind: DocumentKind
  readonly space: Space
  readonly limit: number
}

/** Reads up to `limit` texts without a vector; `s` is the name of the schema. */
export async function pendingTexts(
  session: Session,
  s: string,
  { kind, space, limit, after = '' }: OfKind & { readonly after?: string | undefined },
): Promise<PendingText[]> {
  const id = await spaceId(session, s, space)
  const { rows } = await session.query<PendingRow>(pendingSql(s, kind), [
    Buffer.from(after, 'hex'),
    id,
    limit,
  ])
  return rows.map(({ key, prefix, text, from, to, root, path, startLine, isSecret }) => ({
    key,
    text: decodeText(prefix) + decodeText(text).slice(from, to),
    document: { root: decodeText(root), path: decodeText(path) },
    startLine,
    isSecret,
  }))
}

interface PendingRow extends EmbeddingInput, Omit<PendingText, 'document'> {
  readonly root: string
  readonly path: string
}

/** Of each text the first chunk that has it, of a secret document of either kind if there is one. */
const pendingSql = (s: string, kind: DocumentKind): string => `
SELECT encode(missing.text_hash, 'hex') AS key, prefix, chunk.text, text_from AS "from", text_to AS "to",
  root.name AS root, document.path, start_line AS "startLine", is_secret AS "isSecret"
FROM (
  SELECT DISTINCT text_hash FROM ${s}.input
  WHERE text_hash > $1 AND ${isOfKind('chunk_id', kind)}
    AND NOT EXISTS (SELECT 1 FROM ${s}.vector WHERE space_id = $2 AND vector.text_hash = input.text_hash)
  ORDER BY text_hash LIMIT $3
) AS missing
CROSS JOIN LATERAL (
  SELECT input.chunk_id, input.prefix, input.text_from, input.text_to
  FROM ${s}.input JOIN ${s}.chunk ON chunk.id = input.chunk_id JOIN ${s}.document ON document.id = chunk.document_id
  WHERE input.text_hash = missing.text_hash
  ORDER BY is_secret DESC, ${isOfKind('input.chunk_id', kind)} DESC, input.chunk_id, input.position LIMIT 1
) AS holder
JOIN ${s}.chunk ON chunk.id = holder.chunk_id JOIN ${s}.document ON document.id = chunk.document_id
JOIN ${s}.root ON root.id = document.root_id
ORDER BY missing.text_hash`

/** Refuses a batch in which any vector is none of the space. */
export function assertVectors(space: Space, vectors: readonly NewVector[]): void {
  for (const { vector } of vectors) assertVector(vector, space.dimensions)
}

/** Writes vectors inside a transaction; a text that has one keeps it. */
export async function putVectors(
  session: Session,
  s: string,
  {
    space,
    vectors,
    at,
  }: { readonly space: Space; readonly vectors: readonly NewVector[]; readonly at: number },
): Promise<void> {
  const id = await spaceId(session, s, space)
  if (vectors.length === 0) return
  const values: SqlValue[] = [id, at]
  // In one order, so that two writers never wait for each other.
  const rows = vectors
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, vector }) => {
      const [hash, value] = [Buffer.from(key, 'hex'), realArray(unitVector(vector))]
      const at3 = values.push(hash, value, checksumOfBytes(hash, value)) - 2
      return `($1::int, $${at3}::bytea, $${at3 + 1}::real[], $${at3 + 2}::bigint, $2::bigint)`
    })
  const { count } = await session.query(
    `INSERT INTO ${s}.vector (space_id, text_hash, value, checksum, created_at) VALUES ${rows.join(', ')}
     ON CONFLICT DO NOTHING`,
    values,
  )
  if (count > 0) await countWrite(session, s)
}

/** Chunks of a kind with vectors at even distances in the order of their ids. */
export async function sampleVectors(
  session: Session,
  s: string,
  { kind, space, limit }: OfKind,
): Promise<SampledVector[]> {
  const id = await spaceId(session, s, space)
  const { rows } = await session.query<{ id: string; value: Buffer }>(
    `SELECT public_id AS id, array_send(value) AS value
     FROM (
       SELECT public_id, text_hash, row_number() OVER (ORDER BY public_id) - 1 AS position, count(*) OVER () AS total
       FROM ${s}.vector JOIN ${s}.input USING (text_hash) JOIN ${s}.chunk ON chunk.id = input.chunk_id
       WHERE space_id = $1 AND input.position = 0 AND ${isOfKind('chunk.id', kind)}
     ) AS ordered
     JOIN ${s}.vector USING (text_hash)
     WHERE space_id = $1 AND (position * $2 / total > (position - 1) * $2 / total OR total <= $2 OR position = 0)
     ORDER BY position LIMIT $2`,
    [id, limit],
  )
  return rows.map((row) => ({ id: decodeText(row.id), vector: readRealArray(row.value) }))
}

/**
 * Removes vectors of texts that no chunk has had for so many milliseconds, counted from the first call that found the text gone;
 * inside a transaction.
 */
export async function removeUnusedVectors(
  session: Session,
  s: string,
  { unusedFor, at }: { readonly unusedFor: number; readonly at: number },
): Promise<number> {
  const isUsed = (hash: string) => `EXISTS (SELECT 1 FROM ${s}.input WHERE input.text_hash = ${hash})`
  await session.query(
    `INSERT INTO ${s}.unused_text (text_hash, since)
     SELECT DISTINCT text_hash, $1::bigint FROM ${s}.vector WHERE NOT ${isUsed('vector.text_hash')} ORDER BY text_hash
     ON CONFLICT (text_hash) DO UPDATE SET since = least(unused_text.since, excluded.since)`,
    [at],
  )
  await session.query(`DELETE FROM ${s}.unused_text WHERE ${isUsed('unused_text.text_hash')}`)
  const { count } = await session.query(
    `DELETE FROM ${s}.vector USING ${s}.unused_text
     WHERE vector.text_hash = unused_text.text_hash AND since <= $1::bigint AND NOT ${isUsed('vector.text_hash')}`,
    [at - unusedFor],
  )
  await session.query(
    `DELETE FROM ${s}.unused_text
     WHERE NOT EXISTS (SELECT 1 FROM ${s}.vector WHERE vector.text_hash = unused_text.text_hash)`,
  )
  if (count > 0) await countWrite(session, s, { deleted: count })
  return count
}
