import type { DocumentAddress, StoreDamage, StorePart, VerifyOptions } from '@recallite/store'
import { checksumOfBytes } from '../checksum.js'
import type { Connections, Session } from '../connections.js'
import { firstRecordId, firstShard, isOfKind } from '../document-kind.js'
import { isSound, itemColumns, type ItemRow } from '../item-reader.js'
import { decodeText } from '../text-code.js'
import { countWrite } from '../totals.js'
import { numberList } from '../values.js'

/** What a check found, and how to mend it. */
interface Finding {
  readonly damage: StoreDamage
  readonly mend: (session: Session) => Promise<void>
}

/** How many rows are read at once. */
const atOnce = 1_000

/** Compares everything that is kept with its checksums; see `Maintenance.verify`. The server checks its own files. */
export async function verify(
  connections: Connections,
  s: string,
  { isQuick = false }: VerifyOptions = {},
): Promise<StoreDamage[]> {
  const findings = await findDamage(connections, s, isQuick ? [checkTotals] : checks)
  return findings.map(({ damage }) => damage)
}

/** Removes what is damaged; see `Maintenance.repair`. */
export async function repair(connections: Connections, s: string): Promise<StoreDamage[]> {
  const findings = await findDamage(connections, s, checks)
  if (findings.length > 0) {
    await connections.write(async (session) => {
      for (const { mend } of findings) await mend(session)
      await removeRecords(session, s)
      await recount(session, s)
      await countWrite(session, s, { kind: 'file', ids: 'many' })
      await countWrite(session, s, { kind: 'record', ids: 'many' })
    })
  }
  return findings.map(({ damage }) => damage)
}

type Check = (session: Session, s: string) => Promise<Finding | undefined>

const checks: readonly Check[] = [checkDocuments, checkPostings, checkVectors, checkTotals]

function findDamage(connections: Connections, s: string, wanted: readonly Check[]): Promise<Finding[]> {
  return connections.examine(async (session) => {
    // Rows that are deleted while they are read are not damaged: all checks see one moment.
    await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    try {
      const found: (Finding | undefined)[] = []
      for (const check of wanted) found.push(await check(session, s))
      return found.filter((finding) => finding !== undefined)
    } finally {
      await session.query('ROLLBACK')
    }
  })
}

interface Found {
  readonly part: StorePart
  readonly reason: string
  readonly documents: ReadonlyMap<number, DocumentAddress>
  readonly count: number
}

/** Damaged documents are removed: the next sync indexes them again. */
function ofDocuments(s: string, { part, reason, documents, count }: Found): Finding | undefined {
  if (count === 0) return undefined
  const ids = numberList([...documents.keys()])
  return {
    damage: { part, count, reason, documents: [...documents.values()] },
    async mend(session) {
      await session.query(
        `DELETE FROM ${s}.posting WHERE chunk IN (SELECT id FROM ${s}.chunk WHERE document_id = ANY($1::bigint[]))`,
        [ids],
      )
      await session.query(
        `DELETE FROM ${s}.posting WHERE NOT EXISTS (SELECT 1 FROM ${s}.chunk WHERE id = chunk)`,
      )
      await session.query(`DELETE FROM ${s}.document WHERE id = ANY($1::bigint[])`, [ids])
    },
  }
}

const addressOf = ({ root, path }: { readonly root: string; readonly path: string }): DocumentAddress => ({
  root: decodeText(root),
  path: decodeText(path),
})

async function checkDocuments(session: Session, s: string): Promise<Finding | undefined> {
  const documents = new Map<number, DocumentAddress>()
  let count = 0
  for (let after = 0; ;) {
    const { rows } = await session.query<ItemRow>(
      `${itemColumns(s)} WHERE chunk.id > $1 ORDER BY chunk.id LIMIT ${atOnce}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) break
    after = last.rowId
    for (const row of rows) {
      if (isSound(row)) continue
      count += 1
      documents.set(row.documentId, addressOf(row))
    }
  }
  const reason = 'the rows of chunks or of their documents are not as they were written'
  return ofDocuments(s, { part: 'documents', reason, documents, count })
}

/** Each chunk says how many postings it has. */
async function checkPostings(session: Session, s: string): Promise<Finding | undefined> {
  const { rows } = await session.query<{ id: number; root: string; path: string }>(
    `SELECT document.id, root.name AS root, document.path
     FROM (SELECT chunk, count(*) AS found FROM ${s}.posting GROUP BY chunk) AS counted
     FULL JOIN ${s}.chunk_words ON chunk_id = counted.chunk
     LEFT JOIN ${s}.chunk ON chunk.id = coalesce(chunk_id, counted.chunk)
     LEFT JOIN ${s}.document ON document.id = document_id LEFT JOIN ${s}.root ON root.id = root_id
     WHERE coalesce(found, 0) <> coalesce(postings, 0)`,
  )
  const documents = new Map(
    rows.flatMap((row) => (row.id === null ? [] : [[row.id, addressOf(row)] as const])),
  )
  const reason = 'the keyword index has other entries of chunks than were written'
  return ofDocuments(s, { part: 'keyword-index', reason, documents, count: rows.length })
}

async function checkVectors(session: Session, s: string): Promise<Finding | undefined> {
  const damaged: { spaceId: number; hash: Buffer }[] = []
  let last = { spaceId: 0, hash: Buffer.alloc(0) }
  for (;;) {
    const { rows } = await session.query<typeof last & { value: Buffer; checksum: number }>(
      `SELECT space_id AS "spaceId", text_hash AS hash, array_send(value) AS value, checksum FROM ${s}.vector
       WHERE (space_id, text_hash) > ($1, $2) ORDER BY space_id, text_hash LIMIT ${atOnce}`,
      [last.spaceId, last.hash],
    )
    const end = rows.at(-1)
    if (!end) break
    last = end
    damaged.push(...rows.filter(({ hash, value, checksum }) => checksumOfBytes(hash, value) !== checksum))
  }
  if (damaged.length === 0) return undefined
  return {
    damage: {
      part: 'vectors',
      count: damaged.length,
      reason: 'vectors are not as they were written; they will be computed again',
      documents: [],
    },
    async mend(write) {
      for (const { spaceId, hash } of damaged) {
        await write.query(`DELETE FROM ${s}.vector WHERE space_id = $1 AND text_hash = $2`, [spaceId, hash])
      }
    },
  }
}

async function checkTotals(session: Session, s: string): Promise<Finding | undefined> {
  const { rows } = await session.query(
    `SELECT kind FROM (
       SELECT shard / ${firstShard.record} AS kind, chunks, words FROM ${s}.total
       UNION ALL SELECT chunk_id / ${firstRecordId}, -1, -length FROM ${s}.chunk_words
     ) AS counted GROUP BY kind HAVING sum(chunks) <> 0 OR sum(words) <> 0`,
  )
  if (rows.length === 0) return undefined
  return {
    damage: {
      part: 'keyword-index',
      count: 1,
      reason: 'the kept counts of chunks and words are wrong',
      documents: [],
    },
    mend: async () => undefined,
  }
}

/** Records are indexed by the number of their last change: one that a repair removed would not come back by itself. */
async function removeRecords(session: Session, s: string): Promise<void> {
  await session.query(`DELETE FROM ${s}.posting WHERE ${isOfKind('chunk', 'record')}`)
  await session.query(`DELETE FROM ${s}.root WHERE holds = 'record'`)
  await session.query(`DELETE FROM ${s}.note WHERE about = 'record'`)
}

/** Makes the totals anew. */
async function recount(session: Session, s: string): Promise<void> {
  await session.query(`LOCK TABLE ${s}.total, ${s}.chunk_words IN SHARE ROW EXCLUSIVE MODE`)
  await session.query(
    `UPDATE ${s}.total SET chunks = coalesce(counted.chunks, 0), words = coalesce(counted.words, 0)
     FROM ${s}.total AS every LEFT JOIN (
       SELECT chunk_id / ${firstRecordId} * ${firstShard.record} AS shard, count(*) AS chunks, sum(length) AS words
       FROM ${s}.chunk_words GROUP BY 1
     ) AS counted USING (shard)
     WHERE total.shard = every.shard`,
  )
}
