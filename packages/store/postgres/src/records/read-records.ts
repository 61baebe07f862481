import { checkName, type ListRequest, type MemoryRecord, type RecordPage } from '@recallite/records'
import { assertLimit, cursorBehind, readCursor, recordOf } from '@recallite/records/driver'
import type { Session } from '../connections.js'
import { encodeText } from '../text-code.js'
import { createBinder } from '../values.js'
import { soundRecord, type EntryRow, type RecordRows } from './record-rows.js'

/** What reads the records of a schema. */
export type RecordReader = ReturnType<typeof createRecordReader>

/** Reads records. */
export function createRecordReader(rows: RecordRows) {
  return {
    async get(session: Session, given: string): Promise<MemoryRecord | undefined> {
      return soundRecord(await rows.read(session, 'record', checkName(given, 'id')))
    },
    async getAll(session: Session, ids: readonly string[]): Promise<MemoryRecord[]> {
      const wanted = [...new Set(ids)].map((id) => checkName(id, 'id'))
      const found = new Map((await rows.readAll(session, wanted)).map((row) => [row.id, row]))
      return wanted.flatMap((id) => toRecords(found.get(id)))
    },
    async findByHash(
      session: Session,
      { collection, hash, except = null }: { collection: string; hash: string; except?: string | null },
    ): Promise<MemoryRecord | undefined> {
      const [row] = await rows.select(
        session,
        `WHERE kind = 'record' AND hash = $1 AND collection = $2 AND status = 'active' AND entry.id IS DISTINCT FROM $3
         ORDER BY entry.id LIMIT 1`,
        [hash, encodeText(checkName(collection, 'collection')), except === null ? null : encodeText(except)],
      )
      return toRecords(row)[0]
    },
    async list(session: Session, request: ListRequest): Promise<RecordPage> {
      const limit = assertLimit(request.limit ?? 100)
      const { conditions, values } = conditionsOf(request)
      const found = await rows.select(
        session,
        `WHERE ${conditions.join(' AND ')} ORDER BY at, entry.id LIMIT ${limit}`,
        values,
      )
      const keys = found.map((row) => ({ id: row.id, at: timeOf(row) }))
      return {
        records: found.flatMap(toRecords),
        damaged: damagedIds(found),
        next: cursorBehind(keys, limit),
      }
    },
  }
}

function toRecords(row: EntryRow | undefined): MemoryRecord[] {
  const record = row?.isSound ? recordOf(row, row.use) : undefined
  return record ? [record] : []
}

/** The ids of those that are not as they were written. */
export const damagedIds = (rows: readonly EntryRow[]): string[] =>
  rows.filter(({ isSound }) => !isSound).map(({ id }) => id)

/** When a record occurred or was created, as lists are ordered. */
function timeOf(row: EntryRow): number {
  const [record] = toRecords(row)
  return Math.floor(record?.occurredAt ?? record?.createdAt ?? 0)
}

function conditionsOf({ collection, session, status, after }: ListRequest) {
  const { bind, values } = createBinder()
  const conditions = ["kind = 'record'", 'body IS NOT NULL']
  if (collection !== undefined)
    conditions.push(`collection = ${bind(encodeText(checkName(collection, 'collection')))}`)
  if (session !== undefined) conditions.push(`session = ${bind(encodeText(checkName(session, 'session')))}`)
  if (status !== undefined) conditions.push(`status = ${bind(status)}`)
  if (after !== undefined) {
    const { at, id } = readCursor(after)
    conditions.push(`(at, entry.id) > (${bind(at)}::bigint, ${bind(encodeText(id))})`)
  }
  return { conditions, values }
}
