import { isExpired, type Touch } from '@recallite/store/records'
import {
  sessionOf,
  type EntryKind,
  type RecordRows,
  type RecordUse,
  type EntryRequest,
} from '@recallite/store/records/driver'
import type { Session } from '../connection/connections.js'
import { jsonOf } from '../connection/values.js'
import { checksumOf } from '../documents/checksum.js'
import { insertSql } from '../documents/write-chunks.js'
import { damagedEntry, findEntries, toEntry, type EntryRow } from './read-records.js'

/** Reads the requested entries, runs `work` on them in memory, and writes the changed ones, inside a transaction that holds the clock. */
export async function changeEntries<Output>(
  session: Session,
  { last, now, ...request }: EntryRequest & { readonly last: number; readonly now: () => number },
  work: (rows: RecordRows) => Output,
): Promise<Output> {
  const entries = new Map((await findEntries(session, request)).map((row) => [keyOf(row.kind, row.id), row]))
  const changed = new Map<string, EntryRow>()
  const uses = new Map<string, RecordUse | null>()
  let change = last
  const output = work({
    lastChange: () => last,
    read(kind, id) {
      const entry = entries.get(keyOf(kind, id))
      return entry?.isSound === false ? 'damaged' : entry
    },
    readUse: (id) => uses.get(id) ?? entries.get(keyOf('record', id))?.use,
    findActive(collection, hash, except) {
      const isEqual = ({ record }: EntryRow) => record?.hash === hash && record.collection === collection
      const isActive = ({ id, record }: EntryRow) =>
        record?.status === 'active' && !isExpired(record, now()) && id !== except
      return entries.values().find((row) => isEqual(row) && isActive(row))?.record
    },
    write(kind, id, body) {
      change = Math.max(change + 1, Math.floor(now()))
      const entry = toEntry({ change, kind, id, body, use: undefined, isSound: true })
      entries.set(keyOf(kind, id), entry)
      changed.set(keyOf(kind, id), entry)
    },
    writeUse: (id, use) => void uses.set(id, use),
    damaged: damagedEntry,
  })
  if (changed.size > 0) await writeEntries(session, [...changed.values()], change)
  for (const [id, use] of uses) await writeUse(session, id, use)
  return output
}

const keyOf = (kind: EntryKind, id: string): string => `${kind} ${id}`

async function writeEntries({ s, query }: Session, rows: readonly EntryRow[], last: number): Promise<void> {
  await query(`UPDATE ${s}.record_clock SET last = $1`, [last])
  const written = rows.map((row) => {
    const { kind, id, change, body } = row
    return { kind, id, change, body, checksum: checksumOf([change, kind, id, body]), ...columnsOf(row) }
  })
  await query(
    `${insertSql(s, 'record_entry')}
     ON CONFLICT (kind, id) DO UPDATE SET change = excluded.change, body = excluded.body, checksum = excluded.checksum,
       collection = excluded.collection, session = excluded.session, status = excluded.status, hash = excluded.hash,
       at = excluded.at, ended_at = excluded.ended_at, expires_at = excluded.expires_at`,
    [jsonOf(written)],
  )
}

function columnsOf(row: EntryRow): object {
  if (row.kind === 'session') {
    const { collection, startedAt, endedAt } = sessionOf(row)
    return { collection, at: Math.floor(startedAt), ended_at: endedAt }
  }
  if (!row.record) return {}
  const { collection, session, status, hash, occurredAt, createdAt, expiresAt } = row.record
  const at = Math.floor(occurredAt ?? createdAt)
  return { collection, session, status, hash, at, expires_at: expiresAt }
}

async function writeUse({ s, query }: Session, id: string, use: RecordUse | null): Promise<void> {
  await query(`DELETE FROM ${s}.record_use WHERE id = $1`, [id])
  if (!use) return
  await query(
    `INSERT INTO ${s}.record_use (id, access_count, return_count, last_accessed) VALUES ($1, $2, $3, $4)`,
    [id, use.accessCount, use.returnCount, use.lastAccessed],
  )
}

/** See `RecordStore.touch`. Writing in the order of ids prevents deadlocks. */
export async function touchRecords({ s, query }: Session, touches: readonly Touch[]): Promise<void> {
  const inOrder = touches.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, returned = 0, accessed = 0, at } of inOrder) {
    await query(
      `INSERT INTO ${s}.record_use AS used (id, access_count, return_count, last_accessed)
       SELECT id, $2, $3, $4::bigint FROM ${s}.record_entry WHERE kind = 'record' AND id = $1 AND body IS NOT NULL
       ON CONFLICT (id) DO UPDATE SET access_count = used.access_count + excluded.access_count,
         return_count = used.return_count + excluded.return_count,
         last_accessed = greatest(used.last_accessed, excluded.last_accessed)`,
      [id, accessed, returned, Math.floor(at)],
    )
  }
}
