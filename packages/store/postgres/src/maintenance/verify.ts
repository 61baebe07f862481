import type { VerifyOptions } from '@recallite/store'
import { inSnapshot, type Connections, type Session } from '../connection/connections.js'
import { firstRecordId, isOfKind } from '../connection/schema.js'
import { vectorChecksum } from '../documents/checksum.js'
import { isSound, itemColumns, type ItemRow } from '../documents/read-documents.js'
import { countWrite } from '../documents/totals.js'

/** See `Maintenance.verify`. */
export async function verify(
  connections: Connections,
  { isQuick = false }: VerifyOptions = {},
): Promise<string[]> {
  const chosen = isQuick ? [checkTotals] : [checkDocuments, checkPostings, checkVectors, checkTotals]
  // All checks see one snapshot: rows deleted in the meantime are not damaged.
  return connections.examine((session) =>
    inSnapshot(session, async () => {
      const faults: (string | undefined)[] = []
      for (const check of chosen) faults.push(await check(session))
      return faults.filter((fault) => fault !== undefined)
    }),
  )
}

/** See `Maintenance.repair`. */
export async function repair(connections: Connections): Promise<string[]> {
  const faults = await verify(connections)
  if (faults.length === 0) return []
  await connections.write(async (session) => {
    const { s, query } = session
    await query(`DELETE FROM ${s}.document`)
    await query(`DELETE FROM ${s}.posting WHERE NOT EXISTS (SELECT 1 FROM ${s}.chunk WHERE id = chunk)`)
    for await (const { spaceId, hash } of damagedVectors(session))
      await query(`DELETE FROM ${s}.vector WHERE space_id = $1 AND text_hash = $2`, [spaceId, hash])
    // The index of records continues after their last change, so it must start again to restore removed ones.
    await query(`DELETE FROM ${s}.posting WHERE ${isOfKind('chunk', 'record')}`)
    await query(`DELETE FROM ${s}.root WHERE holds = 'record'`)
    await query(`DELETE FROM ${s}.note WHERE about = 'record'`)
    await query(`LOCK TABLE ${s}.total, ${s}.chunk_words IN SHARE ROW EXCLUSIVE MODE`)
    await query(
      `UPDATE ${s}.total SET (chunks, words) = (
       SELECT count(*), coalesce(sum(length), 0) FROM ${s}.chunk_words WHERE total.kind = ${kindSql})`,
    )
    for (const kind of ['file', 'record'] as const) await countWrite({ ...session, kind })
  })
  return faults
}

/** Resolves to a kind of damage, as part of a sentence. */
type Check = (session: Session) => Promise<string | undefined>

const atOnce = 1_000

const checkDocuments: Check = async ({ s, query }) => {
  for (let after = 0; ;) {
    const { rows } = await query<ItemRow>(
      `${itemColumns(s)} WHERE chunk.id > $1 ORDER BY chunk.id LIMIT ${atOnce}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return undefined
    if (!rows.every(isSound)) return 'rows of chunks or their documents do not match their checksums'
    after = last.rowId
  }
}

/** Compares the postings with the count of each chunk. */
const checkPostings: Check = async ({ s, query }) => {
  const { rows } = await query(
    `SELECT 1 FROM (SELECT chunk, count(*) AS count FROM ${s}.posting GROUP BY chunk) AS counted
     FULL JOIN ${s}.chunk_words ON chunk_id = counted.chunk
     WHERE coalesce(count, 0) <> coalesce(postings, 0) LIMIT 1`,
  )
  return rows.length > 0 ? 'the keyword index is incomplete or has extra entries' : undefined
}

const checkVectors: Check = async (session) => {
  const { done } = await damagedVectors(session).next()
  return done ? undefined : 'vectors do not match their checksums'
}

interface VectorKey {
  readonly spaceId: number
  readonly hash: Buffer
}

async function* damagedVectors({ s, query }: Session): AsyncGenerator<VectorKey> {
  for (let last: VectorKey = { spaceId: 0, hash: Buffer.alloc(0) }; ;) {
    const { rows } = await query<VectorKey & { value: number[]; checksum: number }>(
      `SELECT space_id AS "spaceId", text_hash AS hash, value, checksum FROM ${s}.vector
       WHERE (space_id, text_hash) > ($1, $2) ORDER BY space_id, text_hash LIMIT ${atOnce}`,
      [last.spaceId, last.hash],
    )
    const end = rows.at(-1)
    if (!end) return
    last = end
    yield* rows.filter(({ hash, value, checksum }) => vectorChecksum(hash, value) !== checksum)
  }
}

const checkTotals: Check = async ({ s, query }) => {
  const { rows } = await query(
    `SELECT kind FROM (
       SELECT kind, chunks, words FROM ${s}.total
       UNION ALL SELECT ${kindSql}, -1, -length FROM ${s}.chunk_words
     ) AS counted GROUP BY kind HAVING sum(chunks) <> 0 OR sum(words) <> 0`,
  )
  return rows.length > 0 ? 'the stored counts of chunks and words are wrong' : undefined
}

/** SQL of the kind of a row of `chunk_words`. */
const kindSql = `CASE WHEN chunk_id < ${firstRecordId} THEN 'file' ELSE 'record' END`
