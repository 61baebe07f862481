/*
 * What the drivers of `RecordStore` have in common: what they keep of records, how they change it, and how they refuse what
 * cannot be done.
 */
import { checkName, checkRecord, checkSession, recordDefaults, type CheckedRecord } from './check-record.js'
import { RecordError, type RecordStoreErrorCode } from './errors.js'
import { newRecordId } from './record-id.js'
import type { PutOptions, PutOutcome, RecordStore } from './record-store.js'
import type { MemoryRecord, RecordInput, Session, SessionInput } from './record.js'

/** What a driver keeps under an id. */
export type EntryKind = 'record' | 'session'

/** How often a record was used. */
export type RecordUse = Pick<MemoryRecord, 'accessCount' | 'returnCount' | 'lastAccessed'>

/** What a driver keeps of a record or a session: a JSON object under its id; null for a record that was forgotten. */
export interface KeptBody {
  readonly id: string
  readonly body: string | null
}

/** What one transaction reads and writes of a store. */
export interface RecordRows {
  /** The number of the last change; 0 if there was none. */
  readonly lastChange: () => number
  readonly read: (kind: EntryKind, id: string) => KeptBody | 'damaged' | undefined
  /** Undefined for a record that was never used. */
  readonly readUse: (id: string) => RecordUse | undefined
  /** The active record of a collection with a hash, but not the one of the id `except`. */
  readonly findActive: (collection: string, hash: string, except: string | null) => MemoryRecord | undefined
  /** Writes an entry, in the place of the one of this id, with the number of a new change. */
  readonly write: (kind: EntryKind, id: string, body: string | null) => void
  /** Null removes it. */
  readonly writeUse: (id: string, use: RecordUse | null) => void
  /** The failure to read an entry that is damaged. */
  readonly damaged: (kind: EntryKind, id: string) => RecordError
}

/** See `RecordStore.get`. */
export function readRecord(rows: RecordRows, given: string): MemoryRecord | undefined {
  const entry = readSound(rows, 'record', checkName(given, 'id'))
  return entry && recordOf(entry, rows.readUse(entry.id))
}

/** The entries that a change may be about. */
export interface EntryRequest {
  readonly records?: readonly (string | null)[]
  readonly sessions?: readonly (string | null)[]
  /** Of contents: an active record may have the same. */
  readonly hashes?: readonly string[]
}

/** What a driver has to do for `recordWrites`. */
export interface RecordDriver {
  readonly now: () => number
  /** Runs a change as one transaction. */
  readonly change: <Result>(wanted: EntryRequest, work: (rows: RecordRows) => Result) => Promise<Result>
  /** The ids of the records that have expired by a time. */
  readonly listExpired: (at: number) => Promise<readonly string[]>
  /** Removes what is left of forgotten records. */
  readonly tidyUp: () => Promise<unknown>
}

/** The members of a store of records that write, but for `touch`. */
export function recordWrites({ now, change, listExpired, tidyUp }: RecordDriver) {
  async function forgetAll(ids: readonly string[]): Promise<number> {
    const forget = (rows: RecordRows) => ids.filter((id) => forgetRecord(rows, id)).length
    const forgotten = await change({ records: ids }, forget)
    if (forgotten > 0) await tidyUp()
    return forgotten
  }
  return {
    async put(records, options = {}) {
      const checked = records.map((record) => checkRecord(record, now()))
      return change(wantedToPut(checked), (rows) => putRecords(rows, checked, options))
    },
    forget: async (id) => (await forgetAll([checkName(id, 'id')])) > 0,
    async forgetExpired(at) {
      const ids = await listExpired(at)
      return ids.length === 0 ? 0 : forgetAll(ids)
    },
    async supersede(id, input, options = {}) {
      const wanted = wantedToPut([checkRecord(input, now())])
      const records = [...wanted.records, checkName(id, 'id')]
      return change({ ...wanted, records }, (rows) =>
        supersedeRecord(rows, id, { ...options, input, now: now() }),
      )
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

function wantedToPut(records: readonly CheckedRecord[]): Required<EntryRequest> {
  return {
    records: records.map(({ id }) => id),
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

/** @param options `except`: the id of a record that is no duplicate */
function putRecord(
  rows: RecordRows,
  record: CheckedRecord,
  { allowDuplicate = false, except = null }: PutOptions & { readonly except?: string | null },
): PutOutcome {
  const present = record.id === null ? undefined : readSound(rows, 'record', record.id)
  if (present) {
    const known = recordOf(present, rows.readUse(present.id))
    return { outcome: known ? 'known' : 'forgotten', id: present.id, record: known }
  }
  // What is superseded is no duplicate of anything: it may be history that is imported.
  const isCompared = !allowDuplicate && record.status === 'active'
  const duplicate = isCompared ? rows.findActive(record.collection, record.hash, except) : undefined
  if (duplicate) return { outcome: 'duplicate', id: duplicate.id, record: duplicate }
  const added = addRecord(rows, record)
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

function supersedeRecord(
  rows: RecordRows,
  id: string,
  { input, now, ...options }: PutOptions & { readonly input: RecordInput; readonly now: number },
): PutOutcome {
  const old = assertActive(readRecord(rows, id), id)
  const record = checkRecord({ ...input, collection: input.collection ?? old.collection }, now)
  const outcome = putRecord(rows, record, { ...options, except: old.id })
  if (!outcome.record || outcome.id === old.id) {
    const message = `The record ${outcome.id} cannot replace ${old.id}: give the new record no id, or a new one.`
    throw new RecordError('RECORD_INVALID_FIELD', message, { field: 'id' })
  }
  rows.write('record', old.id, bodyOfRecord({ ...old, status: 'superseded', supersededBy: outcome.id }))
  return outcome
}

function assertActive(record: MemoryRecord | undefined, id: string): MemoryRecord {
  if (!record)
    throw new RecordError(
      'RECORD_UNKNOWN',
      `There is no record ${id}. Ask for it by the id that a recall gives.`,
    )
  if (record.status === 'active') return record
  const by = record.supersededBy === null ? 'already' : `by ${record.supersededBy}: supersede that one`
  throw new RecordError('RECORD_SUPERSEDED', `The record ${id} was superseded ${by}.`)
}

/** A damaged record can be forgotten as well. */
function forgetRecord(rows: RecordRows, id: string): boolean {
  const entry = rows.read('record', id)
  if (!entry || (entry !== 'damaged' && entry.body === null)) return false
  rows.write('record', id, null)
  rows.writeUse(id, null)
  return true
}

function startSession(rows: RecordRows, input: SessionInput, now: number): Session {
  const given = checkSession(input)
  const known = given.id === null ? undefined : readSession(rows, given.id)
  const usual = known ?? newSession(now)
  return writeSession(rows, {
    id: given.id ?? newRecordId(),
    collection: given.collection ?? usual.collection,
    context: given.context ?? usual.context,
    startedAt: given.startedAt ?? usual.startedAt,
    endedAt: given.endedAt,
    summary: given.summary ?? usual.summary,
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

/** A session as it begins where nothing else is said of it. */
function newSession(startedAt: number): Omit<Session, 'id'> {
  return { collection: recordDefaults.collection, context: {}, startedAt, endedAt: null, summary: null }
}

/** The failure to find a session. */
export function unknownSession(id: string): RecordError {
  const message = `There is no session “${id}”. List them with 'recallite sessions', or start it.`
  return new RecordError('RECORD_UNKNOWN_SESSION', message)
}

/** A record without its id and use, which are columns. */
type RecordBody = Omit<MemoryRecord, 'id' | keyof RecordUse>

function bodyOfRecord(record: MemoryRecord): string {
  const { id: _, accessCount: _access, returnCount: _return, lastAccessed: _last, ...body } = record
  return JSON.stringify(body satisfies RecordBody)
}

/** The record of a body; undefined if it was forgotten. Without a use it was never used. */
export function recordOf({ id, body }: KeptBody, use: RecordUse | undefined): MemoryRecord | undefined {
  if (body === null) return undefined
  return { id, ...(JSON.parse(body) as RecordBody), ...(use ?? unused) }
}

/** The session of a body. */
export function sessionOf({ id, body }: KeptBody): Session {
  return { id, ...(JSON.parse(body ?? '{}') as Omit<Session, 'id'>) }
}

const unused: RecordUse = { accessCount: 0, returnCount: 0, lastAccessed: null }

/** The most rows that are read at once. */
const mostRows = 10_000

/**
 * The limit of a list, if it is one.
 * @throws RecordError `RECORD_INVALID_OPTION`
 */
export function assertLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostRows) return limit
  const message = `The limit is ${limit}. Give a whole number from 1 to ${mostRows}, and read what comes behind with the next call.`
  throw new RecordError('RECORD_INVALID_OPTION', message)
}

/** The position of a record in a list: when it occurred or was created, and its id. */
export type ListKey = ReturnType<typeof readCursor>

/** The cursor behind a record, for a list that begins there. */
export function cursorOf({
  id,
  occurredAt,
  createdAt,
}: Pick<MemoryRecord, 'id' | 'occurredAt' | 'createdAt'>): string {
  return sayCursor({ at: Math.floor(occurredAt ?? createdAt), id })
}

/** The cursor of the page behind the last record of a page; null where there is none. */
export function cursorBehind(page: readonly ListKey[], limit: number): string | null {
  const last = page.length === limit ? page.at(-1) : undefined
  return last ? sayCursor(last) : null
}

/** The cursor that `readCursor` reads. */
const sayCursor = ({ at, id }: ListKey): string => `${at} ${id}`

/**
 * The position that a cursor names.
 * @throws RecordError `RECORD_INVALID_OPTION`
 */
export function readCursor(cursor: string) {
  const [, at, id] = /^(-?\d+) (.+)$/u.exec(cursor) ?? []
  if (at !== undefined && id !== undefined) return { at: Number(at), id }
  throw new RecordError(
    'RECORD_INVALID_OPTION',
    `“${cursor}” is no cursor. Give the \`next\` of the page before.`,
  )
}

/** What the code of an error of `@recallite/store` means where records are kept. */
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
