import type { DocumentAddress, StoreDamage, VerifyOptions } from '@recallite/store'
import { inSnapshot, type Connections, type Session } from '../connection/connections.js'
import { firstRecordId, isOfKind } from '../connection/schema.js'
import { decodeText, numberList } from '../connection/values.js'
import { checksumOfBytes } from '../documents/checksum.js'
import { isSound, itemColumns, type ItemRow } from '../documents/read-documents.js'
import { countWrite } from '../documents/totals.js'

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
      const { s, query } = session
      const ids = findings.flatMap(({ documents = [] }) => documents)
      await query(`DELETE FROM ${s}.document WHERE id = ANY($1::bigint[])`, [numberList(ids)])
      await query(`DELETE FROM ${s}.posting WHERE NOT EXISTS (SELECT 1 FROM ${s}.chunk WHERE id = chunk)`)
      for (const { spaceId, hash } of findings.flatMap(({ vectors = [] }) => vectors))
        await query(`DELETE FROM ${s}.vector WHERE space_id = $1 AND text_hash = $2`, [spaceId, hash])
      // Records are indexed by the number of their last change: one that was removed would not come back by itself.
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
  }
  return findings.map(({ damage }) => damage)
}

/** What a check found, and what has to be removed to mend it. */
interface Finding {
  readonly damage: StoreDamage
  /** Rows of documents: the next sync indexes them again. */
  readonly documents?: readonly number[]
  readonly vectors?: readonly VectorKey[]
}

interface VectorKey {
  readonly spaceId: number
  readonly hash: Buffer
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

/** How many rows are read at once. */
const atOnce = 1_000

async function checkDocuments({ s, query }: Session): Promise<Finding | undefined> {
  const damaged: ItemRow[] = []
  for (let after = 0; ;) {
    const { rows } = await query<ItemRow>(
      `${itemColumns(s)} WHERE chunk.id > $1 ORDER BY chunk.id LIMIT ${atOnce}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) break
    after = last.rowId
    damaged.push(...rows.filter((row) => !isSound(row)))
  }
  const reason = 'the rows of chunks or of their documents are not as they were written'
  return ofDocuments({ part: 'documents', reason }, damaged)
}

/** Each chunk says how many postings it has. */
async function checkPostings({ s, query }: Session): Promise<Finding | undefined> {
  const { rows } = await query<DocumentRow>(
    `SELECT document.id AS "documentId", root.name AS root, document.path
     FROM (SELECT chunk, count(*) AS count FROM ${s}.posting GROUP BY chunk) AS counted
     FULL JOIN ${s}.chunk_words ON chunk_id = counted.chunk
     LEFT JOIN ${s}.chunk ON chunk.id = coalesce(chunk_id, counted.chunk)
     LEFT JOIN ${s}.document ON document.id = document_id LEFT JOIN ${s}.root ON root.id = root_id
     WHERE coalesce(count, 0) <> coalesce(postings, 0)`,
  )
  const reason = 'the keyword index has other entries of chunks than were written'
  return ofDocuments({ part: 'keyword-index', reason }, rows)
}

/** The document of a damaged row; null if the row has none. */
interface DocumentRow {
  readonly documentId: number | null
  readonly root: string
  readonly path: string
}

/** What is damaged of documents, by a row for each damaged chunk. */
function ofDocuments(
  damage: Pick<StoreDamage, 'part' | 'reason'>,
  rows: readonly DocumentRow[],
): Finding | undefined {
  if (rows.length === 0) return undefined
  const addresses = new Map<number, DocumentAddress>()
  for (const { documentId, root, path } of rows)
    if (documentId !== null) addresses.set(documentId, { root: decodeText(root), path: decodeText(path) })
  const documents = [...addresses.values()]
  return { damage: { ...damage, count: rows.length, documents }, documents: [...addresses.keys()] }
}

async function checkVectors({ s, query }: Session): Promise<Finding | undefined> {
  const vectors: VectorKey[] = []
  for (let last: VectorKey = { spaceId: 0, hash: Buffer.alloc(0) }; ;) {
    const { rows } = await query<VectorKey & { value: Buffer; checksum: number }>(
      `SELECT space_id AS "spaceId", text_hash AS hash, array_send(value) AS value, checksum FROM ${s}.vector
       WHERE (space_id, text_hash) > ($1, $2) ORDER BY space_id, text_hash LIMIT ${atOnce}`,
      [last.spaceId, last.hash],
    )
    const end = rows.at(-1)
    if (!end) break
    last = end
    vectors.push(...rows.filter(({ hash, value, checksum }) => checksumOfBytes(hash, value) !== checksum))
  }
  if (vectors.length === 0) return undefined
  const reason = 'vectors are not as they were written; they will be computed again'
  return { damage: { part: 'vectors', count: vectors.length, reason, documents: [] }, vectors }
}

async function checkTotals({ s, query }: Session): Promise<Finding | undefined> {
  const { rows } = await query(
    `SELECT kind FROM (
       SELECT kind, chunks, words FROM ${s}.total
       UNION ALL SELECT ${kindSql}, -1, -length FROM ${s}.chunk_words
     ) AS counted GROUP BY kind HAVING sum(chunks) <> 0 OR sum(words) <> 0`,
  )
  if (rows.length === 0) return undefined
  const reason = 'the kept counts of chunks and words are wrong'
  return { damage: { part: 'keyword-index', count: 1, reason, documents: [] } }
}

/** The kind of a row of `chunk_words`. */
const kindSql = `CASE WHEN chunk_id < ${firstRecordId} THEN 'file' ELSE 'record' END`
