import {
  assertVector,
  pendingTextOf,
  unitVector,
  type InputPart,
  type KeyPage,
  type NewVector,
  type PendingPage,
  type PendingRow,
  type PendingText,
  type Space,
  type VectorPage,
} from '@recallite/store'
import type { Connections, Session } from '../connection/connections.js'
import { isOfKind, type DocumentKind } from '../connection/schema.js'
import { decodeText, numberList, type SqlValue } from '../connection/values.js'
import { vectorChecksum } from '../documents/checksum.js'
import { countWrite } from '../documents/totals.js'
import { indexIfLarge } from './pgvector.js'
import { spaceId } from './spaces.js'

/** See `Store.pendingTexts`. */
export async function pendingTexts(
  session: Session,
  space: Space,
  { limit, part = 'all', after }: PendingPage,
): Promise<PendingText[]> {
  const id = await spaceId(session, space)
  const cursor: readonly SqlValue[] = after === undefined ? beginning : JSON.parse(after, decoded)
  const { s, kind, query } = session
  const { rows } = await query<PendingRow>(pendingSql(s, kind, part), [...cursor, id, limit])
  return rows.map(pendingTextOf)
}

const beginning: readonly SqlValue[] = [null, 0, 0, 0]
const decoded = (_: string, part: unknown) => (typeof part === 'string' ? decodeText(part) : part)
/** Without statistics PostgreSQL assumes that an equality is selective, and sorts all rows for each page. */
const partSql = { all: '', first: 'AND input.position < 1', further: 'AND input.position > 0' }

/** The first position of each text, with the first chunk of a secret document of either kind that has the text. */
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

const vectorsAtOnce = 500

/** See `Store.putVectors`. Creates the index of a space that has `indexFrom` vectors. */
export async function putVectors(
  { read, write }: Connections,
  space: Space,
  { vectors, at, indexFrom }: { vectors: readonly NewVector[]; at: number; indexFrom: number },
): Promise<void> {
  for (const { vector } of vectors) assertVector(vector, space.dimensions)
  await read((session) => spaceId(session, space))
  if (vectors.length === 0) return
  for (let from = 0; from < vectors.length; from += vectorsAtOnce) {
    const part = vectors.slice(from, from + vectorsAtOnce)
    await write((session) => insertVectors(session, space, { vectors: part, at }))
  }
  await write((session) => indexIfLarge(session, space, indexFrom))
}

async function insertVectors(
  session: Session,
  space: Space,
  { vectors, at }: { vectors: readonly NewVector[]; at: number },
): Promise<void> {
  const id = await spaceId(session, space)
  const values: SqlValue[] = [id, at]
  // A consistent order prevents deadlocks.
  const rows = vectors
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, vector }) => {
      const [hash, unit] = [Buffer.from(key, 'hex'), unitVector(vector)]
      const at3 = values.push(hash, numberList(unit), vectorChecksum(hash, unit)) - 2
      return `($1::int, $${at3}::bytea, $${at3 + 1}::real[], $${at3 + 2}::bigint, $2::bigint)`
    })
  const { count } = await session.query(
    `INSERT INTO ${session.s}.vector (space_id, text_hash, value, checksum, created_at) VALUES ${rows.join(', ')}
     ON CONFLICT DO NOTHING`,
    values,
  )
  if (count > 0) await countWrite(session)
}

/** See `Store.readVectors`. */
export async function readVectors(
  session: Session,
  space: Space,
  { limit, after = '' }: KeyPage,
): Promise<VectorPage> {
  const { rows } = await session.query<{ hash: Buffer; value: number[]; checksum: number }>(
    `SELECT text_hash AS hash, value, checksum FROM ${session.s}.vector
     WHERE space_id = $1 AND text_hash > $2 ORDER BY text_hash LIMIT $3`,
    [await spaceId(session, space), Buffer.from(after, 'hex'), limit],
  )
  const vectors = rows
    .filter(({ hash, value, checksum }) => vectorChecksum(hash, value) === checksum)
    .map(({ hash, value }) => ({ key: hash.toString('hex'), vector: Float32Array.from(value) }))
  return { vectors, next: rows.length < limit ? null : (rows.at(-1)?.hash.toString('hex') ?? null) }
}

/** See `Maintenance.removeUnusedVectors`. */
export async function removeUnusedVectors(
  session: Session,
  { unusedFor, at }: { readonly unusedFor: number; readonly at: number },
): Promise<number> {
  const { s, query } = session
  const isUsed = (hash: string) => `EXISTS (SELECT 1 FROM ${s}.input WHERE input.text_hash = ${hash})`
  await query(
    `INSERT INTO ${s}.unused_text (text_hash, since)
     SELECT DISTINCT text_hash, $1::bigint FROM ${s}.vector WHERE NOT ${isUsed('vector.text_hash')} ORDER BY text_hash
     ON CONFLICT (text_hash) DO UPDATE SET since = least(unused_text.since, excluded.since)`,
    [at],
  )
  await query(`DELETE FROM ${s}.unused_text WHERE ${isUsed('unused_text.text_hash')}`)
  const { count } = await query(
    `DELETE FROM ${s}.vector USING ${s}.unused_text
     WHERE vector.text_hash = unused_text.text_hash AND since <= $1::bigint AND NOT ${isUsed('vector.text_hash')}`,
    [at - unusedFor],
  )
  await query(
    `DELETE FROM ${s}.unused_text
     WHERE NOT EXISTS (SELECT 1 FROM ${s}.vector WHERE vector.text_hash = unused_text.text_hash)`,
  )
  if (count > 0) await countWrite(session, { deleted: count })
  return count
}
