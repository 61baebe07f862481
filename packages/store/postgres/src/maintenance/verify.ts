import type { DocumentAddress, StoreDamage, StorePart, VerifyOptions } from '@recallite/store'
import { inSnapshot, type Connections, type Session } from '../connection/connections.js'
import { firstRecordId, isOfKind } from '../connection/schema.js'
import { decodeText, numberList } from '../connection/values.js'
import { checksumOfBytes } from '../documents/checksum.js'
import { isSound, itemColumns, type ItemRow } from '../documents/read-documents.js'
import { countWrite } from '../documents/totals.js'

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
  { isQuick = false }: VerifyOptions = {},
): Promise<StoreDamage[]> {
  const findings = await findDamage(connections, isQuick ? [checkTotals] : checks)
  return findings.map(({ damage }) => damage)
}

/** Removes what is damaged; see `Maintenance.repair`. */
export async function repair(connections: Connections): Promise<StoreDamage[]> {
  const findings = await findDamage(connections, checks)
  if (findings.length > 0) {
    await connections.write(async (session) => {
      for (const { mend } of findings) await mend(session)
      await removeRecords(session)
      await recount(session)
      for (const kind of ['file', 'record'] as const) await countWrite({ ...session, kind })
    })
  }
  return findings.map(({ damage }) => damage)
}

type Check = (session: Session) => Promise<Finding | undefined>

const checks: readonly Check[] = [checkDocuments, checkPostings, checkVectors, checkTotals]

/** Rows that are deleted while they are read are not damaged: all checks see one moment. */
function findDamage(connections: Connections, wanted: readonly Check[]): Promise<Finding[]> {
  return connections.examine((session) =>
    inSnapshot(session, async () => {
      const findings: (Finding | undefined)[] = []
      for (const check of wanted) findings.push(await check(session))
      return findings.filter((finding) => finding !== undefined)
    }),
  )
}

interface DamagedDocuments {
  readonly part: StorePart
  readonly reason: string
  readonly documents: ReadonlyMap<number, DocumentAddress>
  readonly count: number
}

/** Damaged documents are removed: the next sync indexes them again. */
function ofDocuments({ part, reason, documents, count }: DamagedDocuments): Finding | undefined {
  if (count === 0) return undefined
  const ids = numberList([...documents.keys()])
  return {
    damage: { part, count, reason, documents: [...documents.values()] },
    async mend({ s, query }) {
      await query(
        `DELETE FROM ${s}.posting WHERE chunk IN (SELECT id FROM ${s}.chunk WHERE document_id = ANY($1::bigint[]))`,
        [ids],
      )
      await query(`DELETE FROM ${s}.posting WHERE NOT EXISTS (SELECT 1 FROM ${s}.chunk WHERE id = chunk)`)
      await query(`DELETE FROM ${s}.document WHERE id = ANY($1::bigint[])`, [ids])
    },
  }
}

const addressOf = ({ root, path }: { readonly root: string; readonly path: string }): DocumentAddress => ({
  root: decodeText(root),
  path: decodeText(path),
})

async function checkDocuments({ s, query }: Session): Promise<Finding | undefined> {
  const documents = new Map<number, DocumentAddress>()
  let count = 0
  for (let after = 0; ;) {
    const { rows } = await query<ItemRow>(
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
  return ofDocuments({ part: 'documents', reason, documents, count })
}

/** Each chunk says how many postings it has. */
async function checkPostings({ s, query }: Session): Promise<Finding | undefined> {
  const { rows } = await query<{ id: number; root: string; path: string }>(
    `SELECT document.id, root.name AS root, document.path
     FROM (SELECT chunk, count(*) AS count FROM ${s}.posting GROUP BY chunk) AS counted
     FULL JOIN ${s}.chunk_words ON chunk_id = counted.chunk
     LEFT JOIN ${s}.chunk ON chunk.id = coalesce(chunk_id, counted.chunk)
     LEFT JOIN ${s}.document ON document.id = document_id LEFT JOIN ${s}.root ON root.id = root_id
     WHERE coalesce(count, 0) <> coalesce(postings, 0)`,
  )
  const documents = new Map(
    rows.flatMap((row) => (row.id === null ? [] : [[row.id, addressOf(row)] as const])),
  )
  const reason = 'the keyword index has other entries of chunks than were written'
  return ofDocuments({ part: 'keyword-index', reason, documents, count: rows.length })
}

async function checkVectors({ s, query }: Session): Promise<Finding | undefined> {
  const damaged: { spaceId: number; hash: Buffer }[] = []
  let last = { spaceId: 0, hash: Buffer.alloc(0) }
  for (;;) {
    const { rows } = await query<typeof last & { value: Buffer; checksum: number }>(
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

async function checkTotals({ s, query }: Session): Promise<Finding | undefined> {
  const { rows } = await query(
    `SELECT kind FROM (
       SELECT kind, chunks, words FROM ${s}.total
       UNION ALL SELECT ${kindSql}, -1, -length FROM ${s}.chunk_words
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

/** The kind of a row of `chunk_words`. */
const kindSql = `CASE WHEN chunk_id < ${firstRecordId} THEN 'file' ELSE 'record' END`

/** Records are indexed by the number of their last change: one that a repair removed would not come back by itself. */
async function removeRecords({ s, query }: Session): Promise<void> {
  await query(`DELETE FROM ${s}.posting WHERE ${isOfKind('chunk', 'record')}`)
  await query(`DELETE FROM ${s}.root WHERE holds = 'record'`)
  await query(`DELETE FROM ${s}.note WHERE about = 'record'`)
}

/** Makes the totals anew. */
async function recount({ s, query }: Session): Promise<void> {
  await query(`LOCK TABLE ${s}.total, ${s}.chunk_words IN SHARE ROW EXCLUSIVE MODE`)
  await query(
    `UPDATE ${s}.total SET (chunks, words) = (
       SELECT count(*), coalesce(sum(length), 0) FROM ${s}.chunk_words WHERE total.kind = ${kindSql})`,
  )
}
