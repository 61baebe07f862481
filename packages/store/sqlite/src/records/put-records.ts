import {
  checkName,
  checkRecord,
  newRecordId,
  type CheckedRecord,
  type MemoryRecord,
  type PutOptions,
  type PutOutcome,
  type RecordInput,
} from '@recallite/records'
import { assertActive, bodyOfRecord, unfitId } from '@recallite/records/driver'
import { damagedRecord } from './record-errors.js'
import type { Entries } from './entries.js'
import type { RecordReader } from './read-records.js'
import type { Uses } from './record-use.js'
import type { Sessions } from './sessions.js'

/** Writes records; each function is called inside a transaction. */
export function createRecordWriter(parts: WriterParts) {
  const { entries, uses, reader, now } = parts
  return {
    put: (record: CheckedRecord, options: PutOptions) => put(parts, record, options),
    supersede(id: string, input: RecordInput, options: PutOptions): PutOutcome {
      const old = assertActive(reader.get(id), id)
      const record = checkRecord({ ...input, collection: input.collection ?? old.collection }, now())
      const outcome = put(parts, record, { ...options, except: old.id })
      if (!outcome.record || outcome.id === old.id) throw unfitId(old.id, outcome.id)
      entries.write(
        'record',
        old.id,
        bodyOfRecord({ ...old, status: 'superseded', supersededBy: outcome.id }),
      )
      return outcome
    },
    forget(given: string): boolean {
      const id = checkName(given, 'id')
      const entry = entries.read('record', id)
      // A damaged record can be forgotten as well.
      const isThere = entry === 'damaged' || (entry !== undefined && entry.body !== null)
      if (!isThere) return false
      entries.write('record', id, null)
      uses.remove(id)
      return true
    },
  }
}

interface PutRequest extends PutOptions {
  /** The id of a record that is no duplicate. */
  readonly except?: string | undefined
}

function put(
  parts: WriterParts,
  record: CheckedRecord,
  { allowDuplicate = false, except }: PutRequest,
): PutOutcome {
  const present = record.id === null ? undefined : findById(parts, record.id)
  if (present) return present
  // What is superseded is no duplicate of anything: it may be history that is imported.
  const isCompared = !allowDuplicate && record.status === 'active'
  const { collection, hash } = record
  const duplicate = isCompared ? parts.reader.findByHash(collection, hash, except ?? null) : undefined
  if (duplicate) return { outcome: 'duplicate', id: duplicate.id, record: duplicate }
  const added = add(parts, record)
  return { outcome: 'added', id: added.id, record: added }
}

function findById({ entries, reader }: WriterParts, id: string): PutOutcome | undefined {
  const entry = entries.read('record', id)
  if (entry === 'damaged') throw damagedRecord(id)
  if (!entry) return undefined
  const record = reader.recordOf(entry)
  return { outcome: record ? 'known' : 'forgotten', id, record }
}

function add({ entries, uses, sessions }: WriterParts, record: CheckedRecord): MemoryRecord {
  const { id: given, ...fields } = record
  const id = given ?? newRecordId()
  if (record.session !== null) sessions.startUnknown(record.session, record)
  entries.write('record', id, bodyOfRecord(record))
  const { accessCount, returnCount, lastAccessed } = record
  const isUsed = accessCount > 0 || returnCount > 0 || lastAccessed !== null
  if (isUsed) uses.write(id, { accessCount, returnCount, lastAccessed })
  return { id, ...fields }
}

/** What a writer writes with. */
interface WriterParts {
  readonly entries: Entries
  readonly uses: Uses
  readonly sessions: Sessions
  readonly reader: RecordReader
  readonly now: () => number
}
