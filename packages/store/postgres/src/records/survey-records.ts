import type { ChangePage, ChangesRequest, RecordCounts, RecordDamage } from '@recallite/records'
import { assertLimit, recordOf } from '@recallite/records/driver'
import type { Session } from '../connections.js'
import { decodeText } from '../text-code.js'
import { damagedIds } from './read-records.js'
import type { RecordRows } from './record-rows.js'

/** Reads what is true of all records: what changed, how many there are, and which are damaged. `s` is the name of the schema. */
export function createRecordSurvey(s: string, rows: RecordRows) {
  async function clock(session: Session): Promise<{ source: string; last: number }> {
    const { rows: clocks } = await session.query<{ source: string; last: number }>(
      `SELECT source, last FROM ${s}.record_clock`,
    )
    return clocks[0] ?? { source: '', last: 0 }
  }

  return {
    async changes(session: Session, { after, limit = 1000 }: ChangesRequest): Promise<ChangePage> {
      const most = assertLimit(limit)
      const { source } = await clock(session)
      const found = await rows.select(session, `WHERE change > $1 ORDER BY change LIMIT ${most}`, [after])
      const changes = found
        .filter(({ kind, isSound }) => kind === 'record' && isSound)
        .map((row) => ({ number: row.change, id: row.id, record: recordOf(row, row.use) ?? null }))
      const last = found.at(-1)?.change ?? after
      return { source, changes, last, hasMore: found.length === most, damaged: damagedIds(found) }
    },
    async counts(session: Session): Promise<RecordCounts> {
      const { rows: collections } = await session.query<RecordCounts['collections'][number]>(
        `SELECT collection, count(*) FILTER (WHERE status = 'active') AS active,
           count(*) FILTER (WHERE status = 'superseded') AS superseded
         FROM ${s}.record_entry WHERE kind = 'record' AND collection IS NOT NULL GROUP BY collection ORDER BY collection`,
      )
      const { rows: all } = await session.query<{ sessions: number; forgotten: number }>(
        `SELECT count(*) FILTER (WHERE kind = 'session') AS sessions,
           count(*) FILTER (WHERE kind = 'record' AND body IS NULL) AS forgotten FROM ${s}.record_entry`,
      )
      const { sessions = 0, forgotten = 0 } = all[0] ?? {}
      const decoded = collections.map((one) => ({ ...one, collection: decodeText(one.collection) }))
      return { collections: decoded, sessions, forgotten, ...(await clock(session)) }
    },
    async verify(session: Session): Promise<RecordDamage[]> {
      const damages: RecordDamage[] = []
      for (let after = -1; ;) {
        const found = await rows.select(
          session,
          `WHERE change > $1 ORDER BY change LIMIT ${verifiedAtOnce}`,
          [after],
        )
        for (const { kind, id, isSound } of found)
          if (!isSound) damages.push({ id, reason: `a ${kind} is damaged`, isRestorable: false })
        if (found.length < verifiedAtOnce) return damages
        after = found.at(-1)?.change ?? after
      }
    },
  }
}

const verifiedAtOnce = 1_000
