import {
  assertVector,
  unitVector,
  type EmbeddingInput,
  type InputPart,
  type NewVector,
  type PendingPage,
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
  { kind, space, limit, part = 'all', after }: OfKind & PendingPage,
): Promise<PendingText[]> {
  const id = await spaceId(session, s, space)
  const cursor = after === undefined ? beginning : (JSON.parse(after) as SqlValue[])
  const { rows } = await session.query<PendingRow>(pendingSql(s, kind, part), [...cursor, id, limit])
  return rows.map(({ key, cursor: at, prefix, text, from, to, root, path, startLine, isSecret }) => ({
    key,
    cursor: at,
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

const beginning: readonly SqlValue[] = [null, 0, 0, 0]
/** Without statistics PostgreSQL takes an equation for rare, and then sorts all rows for each page. */
const partSql = { all: '', first: 'AND input.position < 1', further: 'AND input.position > 0' }

/** Of each text the first place in the list, and the first chunk of a secret document of either kind that has it, if there is one. */
const pendingSql = (s: string, kind: DocumentKind, part: InputPart): string => `
SELECT encode(input.text_hash, 'hex') AS key,
  json_build_array(coalesce(document.date, ''), document.id, chunk.position, input.position)::text AS cursor,
  input.prefix, chunk.text, input.text_from AS "from", input.text_to AS "to",
  root.name AS root, named.path, holder.start_line AS "startLine", named.is_secret AS "isSecret"
FROM ${s}.document JOIN ${s}.chunk ON chunk.document_id = document.id JOIN ${s}.input ON input.chunk_id = chunk.id
CROSS JOIN LATERAL (
  SELECT coalesce(min(other.chunk_id) FILTER (WHERE other_document.is_secret), chunk.id) AS holder,
    bool_or(${isOfKind('other.chunk_id', kind)} AND
      (other.position = 0, coalesce(other_document.date, ''), other_document.id, -other_chunk.position, -other.position)
      > (input.position = 0, coalesce(document.date, ''), document.id, -chunk.position, -input.position)) AS is_elsewhere
  FROM ${s}.input AS other JOIN ${s}.chunk AS other_chunk ON other_chunk.id = other.chunk_id
  JOIN ${s}.document AS other_document ON other_document.id = other_chunk.document_id
  WHERE other.text_hash = input.text_hash
) AS known
JOIN ${s}.chunk AS holder ON holder.id = known.holder JOIN ${s}.document AS named ON named.id = holder.document_id
JOIN ${s}.root ON root.id = named.root_id
WHERE ($1::text IS NULL OR (coalesce(document.date, ''), document.id) <= ($1, $2::bigint))
  AND (document.id <> $2 OR (chunk.position, input.position) > ($3::int, $4::int))
  AND ${isOfKind('chunk.id', kind)} ${partSql[part]} AND NOT is_elsewhere
  AND NOT EXISTS (SELECT 1 FROM ${s}.vector WHERE space_id = $5 AND vector.text_hash = input.text_hash)
ORDER BY coalesce(document.date, '') DESC, document.id DESC, chunk.position, input.position LIMIT $6`

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
