import {
  checkName,
  checkRecord,
  newRecordId,
  type CheckedRecord,
  type MemoryRecord,
  type PutOptions,
  type PutOutcome,
  type RecordInput,
  type Touch,
} from '@recallite/records'
import { assertActive, bodyOfRecord, recordOf, unfitId } from '@recallite/records/driver'
import type { Session } from '../connections.js'
import { encodeText } from '../text-code.js'
import type { RecordReader } from './read-records.js'
import { damagedEntry, type RecordRows } from './record-rows.js'
import type { SessionWriter } from './session-rows.js'

/** What a writer writes with. */
interface WriterParts {
  readonly s: string
  readonly rows: RecordRows
  readonly reader: RecordReader
  readonly sessions: SessionWriter
  readonly now: () => number
}

/** Writes records; each function but `touch` is called inside a transaction that holds the clock. */
export function createRecordWriter(parts: WriterParts) {
  const { s, rows, reader, now } = parts
  return {
    put: (session: Session, record: CheckedRecord, options: PutOptions) =>
      put(parts, session, { ...options, record }),
    async supersede(
      session: Session,
      { id, input, options }: { id: string; input: RecordInput; options: PutOptions },
    ): Promise<PutOutcome> {
      const old = assertActive(await reader.get(session, id), id)
      const record = checkRecord({ ...input, collection: input.collection ?? old.collection }, now())
      const outcome = await put(parts, session, { ...options, record, except: old.id })
      if (!outcome.record || outcome.id === old.id) throw unfitId(old.id, outcome.id)
      await write(parts, session, { ...old, status: 'superseded', supersededBy: outcome.id })
      return outcome
    },
    async forget(session: Session, given: string): Promise<boolean> {
      const id = checkName(given, 'id')
      const entry = await rows.read(session, 'record', id)
      // A damaged record can be forgotten as well.
      if (!entry || (entry.isSound && entry.body === null)) return false
      await rows.write(session, { kind: 'record', id, body: null }, { columns: undefined, at: now() })
      await session.query(`DELETE FROM ${s}.record_use WHERE id = $1`, [encodeText(id)])
      return true
    },
    /** Rows are written in the order of their ids, so that two writers do not wait for each other. */
    async touch(session: Session, touches: readonly Touch[]): Promise<void> {
      for (const { id, returned = 0, accessed = 0, at } of touches.toSorted((a, b) =>
        a.id < b.id ? -1 : 1,
      )) {
        await session.query(
          `INSERT INTO ${s}.record_use AS used (id, access_count, return_count, last_accessed)
           SELECT id, $2, $3, $4::bigint FROM ${s}.record_entry WHERE kind = 'record' AND id = $1 AND body IS NOT NULL
           ON CONFLICT (id) DO UPDATE SET access_count = used.access_count + excluded.access_count,
             return_count = used.return_count + excluded.return_count,
             last_accessed = greatest(used.last_accessed, excluded.last_accessed)`,
          [encodeText(id), accessed, returned, Math.floor(at)],
        )
      }
    },
  }
}

interface PutRequest extends PutOptions {
  readonly record: CheckedRecord
  /** The id of a record that is no duplicate. */
  readonly except?: string | undefined
}

async function put(
  parts: WriterParts,
  session: Session,
  { record, allowDuplicate = false, except = null }: Omit<PutRequest, 'except'> & { except?: string | null },
): Promise<PutOutcome> {
  const present = record.id === null ? undefined : await findById(parts, session, record.id)
  if (present) return present
  // What is superseded is no duplicate of anything: it may be history that is imported.
  const isCompared = !allowDuplicate && record.status === 'active'
  const { collection, hash } = record
  const duplicate = isCompared
    ? await parts.reader.findByHash(session, { collection, hash, except })
    : undefined
  if (duplicate) return { outcome: 'duplicate', id: duplicate.id, record: duplicate }
  const added = await add(parts, session, record)
  return { outcome: 'added', id: added.id, record: added }
}

async function findById(
  { rows }: WriterParts,
  session: Session,
  id: string,
): Promise<PutOutcome | undefined> {
  const entry = await rows.read(session, 'record', id)
  if (!entry) return undefined
  if (!entry.isSound) throw damagedEntry(entry)
  const record = recordOf(entry, entry.use)
  return { outcome: record ? 'known' : 'forgotten', id, record }
}

async function add(parts: WriterParts, session: Session, record: CheckedRecord): Promise<MemoryRecord> {
  const { id: given, ...fields } = record
  const added = { id: given ?? newRecordId(), ...fields }
  if (added.session !== null) await parts.sessions.startUnknown(session, added.session, added)
  await write(parts, session, added)
  const { accessCount, returnCount, lastAccessed } = added
  if (accessCount > 0 || returnCount > 0 || lastAccessed !== null) {
    await session.query(
      `INSERT INTO ${parts.s}.record_use (id, access_count, return_count, last_accessed) VALUES ($1, $2, $3, $4)`,
      [encodeText(added.id), accessCount, returnCount, lastAccessed],
    )
  }
  return added
}

async function write({ rows, now }: WriterParts, session: Session, record: MemoryRecord): Promise<void> {
  const { id, collection, status, hash, occurredAt, createdAt } = record
  const columns = { collection, session: record.session, status, hash, at: occurredAt ?? createdAt }
  await rows.write(session, { kind: 'record', id, body: bodyOfRecord(record) }, { columns, at: now() })
}
