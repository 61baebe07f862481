/* The part of `RecordStore` that drivers share: the format of entries, their changes, cursors, limits and errors. */
import type { CheckedRecord } from './check-record.js'
import { checkName, checkRecord, checkSession, isExpired, recordDefaults } from './check-record.js'
import { RecordError, type RecordStoreErrorCode } from './errors.js'
import { recordFields } from './jsonl.js'
import { joinRecords, uniteLinks, type RecordState } from './merge-records.js'
import { bodyOfRecord, recordOf, sessionOf, unused, type KeptBody, type RecordUse } from './record-body.js'
import { newRecordId } from './record-id.js'
import type { MergeOutcome, PutOptions, PutOutcome, RecordStore } from './record-store.js'
import type { MemoryRecord, RecordInput, Session, SessionInput } from './record.js'

export { assertLimit, cursorAfter, cursorOf, readCursor, type ListKey } from './list-cursor.js'
export { recordOf, sessionOf, type KeptBody, type RecordUse } from './record-body.js'

/** The kind of a stored entry. */
export type EntryKind = 'record' | 'session'

/** The rows that a transaction can read and write. */
export interface RecordRows {
  /** The number of the last change; 0 without changes. */
  readonly lastChange: () => number
  readonly read: (kind: EntryKind, id: string) => KeptBody | 'damaged' | undefined
  /** Undefined for a record without any use. */
  readonly readUse: (id: string) => RecordUse | undefined
  /** The active, unexpired record of a collection with a hash, except the one with the id `except`. */
  readonly findActive: (collection: string, hash: string, except: string | null) => MemoryRecord | undefined
  /** Writes or replaces an entry as a new change. */
  readonly write: (kind: EntryKind, id: string, body: string | null) => void
  /** Null removes the use. */
  readonly writeUse: (id: string, use: RecordUse | null) => void
  /** The error for a damaged entry. */
  readonly damaged: (kind: EntryKind, id: string) => RecordError
}

/** See `RecordStore.get`. */
export function readRecord(rows: RecordRows, given: string): MemoryRecord | undefined {
  const entry = readSound(rows, 'record', checkName(given, 'id'))
  return entry && recordOf(entry, rows.readUse(entry.id))
}

/** The entries that a change may read. */
export interface EntryRequest {
  readonly records?: readonly (string | null)[]
  readonly sessions?: readonly (string | null)[]
  /** Hashes of contents, for duplicates among active records. */
  readonly hashes?: readonly string[]
}

/** The operations of a driver that `recordWrites` needs. */
export interface RecordDriver {
  readonly now: () => number
  /** Runs a change in one transaction. */
  readonly change: <Result>(request: EntryRequest, work: (rows: RecordRows) => Result) => Promise<Result>
  /** The ids of the records that expire by a time. */
  readonly listExpired: (at: number) => Promise<readonly string[]>
  /** Removes the remains of forgotten records from the storage. */
  readonly cleanUp: () => Promise<unknown>
}

/** The writing members of a `RecordStore`, except `touch`. */
export function recordWrites({ now, change, listExpired, cleanUp }: RecordDriver) {
  async function forgetAll(ids: readonly string[]): Promise<number> {
    const forget = (rows: RecordRows) => ids.filter((id) => forgetRecord(rows, id)).length
    const forgotten = await change({ records: ids }, forget)
    if (forgotten > 0) await cleanUp()
    return forgotten
  }
  return {
    async put(records, options = {}) {
      const checked = records.map((record) => checkRecord(record, now()))
      return change(requestFor(checked), (rows) => putRecords(rows, checked, options))
    },
    forget: async (id) => (await forgetAll([checkName(id, 'id')])) > 0,
    forgetAll: async (ids) => (ids.length === 0 ? 0 : forgetAll(ids.map((id) => checkName(id, 'id')))),
    async forgetExpired(at) {
      const ids = await listExpired(at)
      return ids.length === 0 ? 0 : forgetAll(ids)
    },
    async supersede(id, input, options = {}) {
      const request = requestFor([checkRecord(input, now())])
      const records = [...request.records, checkName(id, 'id')]
      return change({ ...request, records }, (rows) =>
        supersedeRecord(rows, id, { ...options, input, now: now() }),
      )
    },
    async merge(states, { since = Infinity } = {}) {
      const checked = states.map(checkState)
      const sessions = checked.map(({ record }) => record?.session ?? null)
      const mergeAll = (rows: RecordRows) =>
        rows.lastChange() > since
          ? checked.map(() => 'outdated' as const)
          : checked.map((state) => mergeState(rows, state))
      const outcomes = await change({ records: checked.map(({ id }) => id), sessions }, mergeAll)
      const forgets = outcomes.some((outcome, at) => outcome === 'changed' && !checked[at]?.record)
      if (forgets) await cleanUp()
      return outcomes
    },
    async startSession(input = {}) {
      return change({ sessions: [checkSession(input).id] }, (rows) => startSession(rows, input, now()))
    },
    async endSession(id, { summary } = {}) {
      const sessions = [checkSession({ id, summary }).id]
      return change({ sessions }, (rows) => endSession(rows, id, { summary, now: now() }))
    },
  } satisfies Partial<RecordStore>
}

function requestFor(records: readonly CheckedRecord[]): Required<EntryRequest> {
  return {
    records: records.flatMap(({ id, contradicts }) => [id, ...contradicts]),
    sessions: records.map(({ session }) => session),
    hashes: records.map(({ hash }) => hash),
  }
}

function putRecords(
  rows: RecordRows,
  records: readonly CheckedRecord[],
  { since = Infinity, ...options }: PutOptions,
): PutOutcome[] {
  if (rows.lastChange() > since)
    return records.map(({ id }) => ({ outcome: 'outdated', id: id ?? '', record: undefined }))
  return records.map((record) => putRecord(rows, record, options))
}

function readSound(rows: RecordRows, kind: EntryKind, id: string): KeptBody | undefined {
  const entry = rows.read(kind, id)
  if (entry === 'damaged') throw rows.damaged(kind, id)
  return entry
}

function putRecord(
  rows: RecordRows,
  record: CheckedRecord,
  { allowDuplicate = false, except = null }: PutOptions & { readonly except?: string | null },
): PutOutcome {
  const present = record.id === null ? undefined : readSound(rows, 'record', record.id)
  if (present) {
    const existing = recordOf(present, rows.readUse(present.id))
    return { outcome: existing ? 'known' : 'forgotten', id: present.id, record: existing }
  }
  // A superseded record is not a duplicate: it may be imported history.
  const isCompared = !allowDuplicate && record.status === 'active'
  const duplicate = isCompared ? rows.findActive(record.collection, record.hash, except) : undefined
  if (duplicate) return { outcome: 'duplicate', id: duplicate.id, record: duplicate }
  const added = addRecord(rows, record)
  for (const id of added.contradicts) addContradiction(rows, id, added.id)
  return { outcome: 'added', id: added.id, record: added }
}

function addRecord(rows: RecordRows, { id, ...fields }: CheckedRecord): MemoryRecord {
  const record = { id: id ?? newRecordId(), ...fields }
  const { session, collection, createdAt, accessCount, returnCount, lastAccessed } = record
  if (session !== null && !rows.read('session', session))
    writeSession(rows, { id: session, ...newSession(createdAt), collection })
  rows.write('record', record.id, bodyOfRecord(record))
  const isUsed = accessCount > 0 || returnCount > 0 || lastAccessed !== null
  if (isUsed) rows.writeUse(record.id, { accessCount, returnCount, lastAccessed })
  return record
}

/** Links a record to a later one that contradicts it, unless it is missing or damaged. */
function addContradiction(rows: RecordRows, id: string, by: string): void {
  const entry = rows.read('record', id)
  const record = entry && entry !== 'damaged' ? recordOf(entry, undefined) : undefined
  if (!record || record.contradictedBy.includes(by)) return
  const contradictedBy = uniteLinks(record.contradictedBy, [by])
  rows.write('record', id, bodyOfRecord({ ...record, contradictedBy }))
}

function supersedeRecord(
  rows: RecordRows,
  id: string,
  { input, now, ...options }: PutOptions & { readonly input: RecordInput; readonly now: number },
): PutOutcome {
  const old = assertActive(readRecord(rows, id), id, now)
  const record = checkRecord({ ...input, collection: input.collection ?? old.collection }, now)
  const outcome = putRecord(rows, record, { ...options, except: old.id })
  if (!outcome.record || outcome.id === old.id) {
    const message = `The record ${outcome.id} cannot replace ${old.id}: give the new record no id, or a new one.`
    throw new RecordError('RECORD_INVALID_FIELD', message, { field: 'id' })
  }
  const replaced = { status: 'superseded', supersededBy: outcome.id, supersededAt: now } as const
  // Putting the new record may have linked the old one.
  rows.write('record', old.id, bodyOfRecord({ ...(readRecord(rows, old.id) ?? old), ...replaced }))
  return outcome
}

function assertActive(record: MemoryRecord | undefined, id: string, now: number): MemoryRecord {
  if (!record || isExpired(record, now))
    throw new RecordError('RECORD_UNKNOWN', `There is no record ${id}. Use the id that a recall returned.`)
  if (record.status === 'active') return record
  const by = record.supersededBy === null ? 'already' : `by ${record.supersededBy}: supersede that one`
  throw new RecordError('RECORD_SUPERSEDED', `The record ${id} was superseded ${by}.`)
}

function checkState({ id, record }: RecordState): RecordState {
  const checkedId = checkName(id, 'id')
  if (!record) return { id: checkedId, record }
  const checked = checkRecord(recordFields({ ...record, ...unused }), record.createdAt)
  return { id: checkedId, record: { ...checked, id: checkedId } }
}

function mergeState(rows: RecordRows, { id, record }: RecordState): MergeOutcome {
  const entry = rows.read('record', id)
  if (entry === 'damaged') return 'damaged'
  const joined = entry ? joinRecords(recordOf(entry, undefined) ?? null, record) : record
  if (joined === undefined) return 'refused'
  const body = joined && bodyOfRecord(joined)
  if (entry?.body === body) return 'same'
  if (!joined) eraseRecord(rows, id)
  else if (entry) rows.write('record', id, body)
  else addRecord(rows, joined)
  return 'changed'
}

/** Forgets damaged records, too. */
function forgetRecord(rows: RecordRows, id: string): boolean {
  const entry = rows.read('record', id)
  if (!entry || (entry !== 'damaged' && entry.body === null)) return false
  eraseRecord(rows, id)
  return true
}

function eraseRecord(rows: RecordRows, id: string): void {
  rows.write('record', id, null)
  rows.writeUse(id, null)
}

function startSession(rows: RecordRows, input: SessionInput, now: number): Session {
  const given = checkSession(input)
  const existing = given.id === null ? undefined : readSession(rows, given.id)
  const base = existing ?? newSession(now)
  return writeSession(rows, {
    id: given.id ?? newRecordId(),
    collection: given.collection ?? base.collection,
    context: given.context ?? base.context,
    startedAt: given.startedAt ?? base.startedAt,
    endedAt: given.endedAt,
    summary: given.summary ?? base.summary,
  })
}

function endSession(
  rows: RecordRows,
  given: string,
  { summary, now }: { readonly summary: string | undefined; readonly now: number },
): Session {
  const checked = checkSession({ id: given, summary })
  const session = checked.id === null ? undefined : readSession(rows, checked.id)
  if (!session) throw unknownSession(given)
  const endedAt = session.endedAt ?? now
  return writeSession(rows, { ...session, endedAt, summary: checked.summary ?? session.summary })
}

function readSession(rows: RecordRows, id: string): Session | undefined {
  const entry = readSound(rows, 'session', id)
  return entry && sessionOf(entry)
}

function writeSession(rows: RecordRows, session: Session): Session {
  const { id, ...body } = session
  rows.write('session', id, JSON.stringify(body))
  return session
}

function newSession(startedAt: number): Omit<Session, 'id'> {
  return { collection: recordDefaults.collection, context: {}, startedAt, endedAt: null, summary: null }
}

/** The error for an unknown session. */
export function unknownSession(id: string): RecordError {
  const message = `There is no session “${id}”. List them with 'recallite sessions', or start it.`
  return new RecordError('RECORD_UNKNOWN_SESSION', message)
}

/** The code of a record error for the code of a `StoreError`. */
export function recordCodeOf(storeCode: string): RecordStoreErrorCode {
  return codes[storeCode] ?? 'RECORDS_UNAVAILABLE'
}

const codes: Readonly<Record<string, RecordStoreErrorCode>> = {
  STORE_BUSY: 'RECORDS_BUSY',
  STORE_LOCKED: 'RECORDS_BUSY',
  STORE_FILE_EXISTS: 'RECORDS_FILE_EXISTS',
  STORE_CORRUPT: 'RECORDS_CORRUPT',
  STORE_FOREIGN: 'RECORDS_FOREIGN',
  STORE_TOO_NEW: 'RECORDS_TOO_NEW',
  STORE_LINK: 'RECORDS_LINK',
  STORE_FULL: 'RECORDS_FULL',
  STORE_READ_ONLY: 'RECORDS_READ_ONLY',
}
