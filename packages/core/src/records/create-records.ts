import {
  type RecordStore,
  checkRecord,
  isExpired,
  RecordError,
  type CheckedRecord,
  type MemoryRecord,
  type PutOutcome,
  type RecordInput,
  type RecordOrigin,
  type Touch,
} from '@recallite/store/records'
import { StoreError, type Store } from '@recallite/store'
import type { Chunking } from '../indexer/fingerprint.js'
import type { SearchSource } from '../search/run-stages.js'
import { withoutRepeats } from '../search/search.js'
import type { SearchOptions } from '../search/search-options.js'
import { currentRecords } from './current-records.js'
import { createFreshening, type Freshening } from './freshen.js'
import { recall, type RecallSource, searchedRecords, type SearchedRecords } from './recall.js'
import { recallOptionsOf, settingsOfRecords, withDefaults } from './rank-records.js'
import type { RecallOptions, RecordMemory, Remembered } from './record-memory.js'
import type { Degradation } from '../search/answer.js'
import { compareWithChanges, compareWithIndex } from './find-duplicate.js'

/** The stores and defaults of a memory's records. */
export interface RecordsOptions {
  readonly records: RecordStore
  /** The memory's source: records use the same models, and are indexed in the same store. */
  readonly source: SearchSource
  readonly chunking: Chunking
  /** Default options of a recall. */
  readonly defaults: RecallOptions | undefined
  readonly sleep: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** The records of a memory, with methods for the memory itself. */
export interface Records extends RecordMemory, Pick<Freshening, 'embed'> {
  /** Updates the index, and returns the records as a kind of a search. */
  searched(options: SearchOptions): Promise<SearchedRecords & Freshened>
  /** Counts records as returned by a search. */
  returned(ids: readonly string[]): void
  /** Writes the counts, and closes the record store; the index stays open. */
  close(): Promise<void>
}

interface Freshened {
  readonly degraded: readonly Degradation[]
  /** In milliseconds. */
  readonly time: number
}

/** How long a recall waits for another process that writes to the index, in milliseconds. */
const recallPatience = 500

/** Creates the records of a memory. Close them before its store. */
export function createRecords(options: RecordsOptions): Records {
  const { records, source: ofFiles, chunking, defaults = {}, sleep } = options
  const source = { ...ofFiles, store: storeOfRecords(ofFiles.store) }
  const freshening = createFreshening({ records, source, files: ofFiles.store, chunking, sleep })
  const touches = createTouchBatch(records)
  const returned = (ids: readonly string[]) =>
    touches.add(ids.map((id) => ({ id, returned: 1, at: source.now() })))
  async function freshen(signal: AbortSignal | undefined): Promise<Freshened> {
    const start = performance.now()
    const degraded = await freshening.freshen({ patience: recallPatience, signal })
    return { degraded, time: performance.now() - start }
  }
  return {
    ...createRemembering({ records, source, freshening, touches }),
    async list({ origins, ...request } = {}) {
      const page = await records.list(request)
      const how = { at: source.now(), includeSuperseded: true, origins }
      return { ...page, records: await currentRecords(page.records, records, how) }
    },
    async get(id) {
      const record = await records.get(id)
      if (record && isExpired(record, source.now())) return undefined
      if (record) touches.add([{ id, accessed: 1, at: source.now() }])
      return record
    },
    async recall(query, given = {}) {
      const how = withDefaults(defaults, given)
      const { degraded, time } = await freshen(how.signal)
      const answer = await recall(query, { records, source }, how)
      returned(answer.results.map(({ record }) => record.id))
      const timings = { ...answer.timings, sync: time, total: answer.timings.total + time }
      return { ...answer, timings, degraded: withoutRepeats([...answer.degraded, ...degraded]) }
    },
    async searched(how) {
      const freshened = await freshen(how.signal)
      const settings = settingsOfRecords(defaults, how)
      const searched = await searchedRecords({ records, source }, recallOptionsOf(defaults, how), settings)
      return { ...searched, ...freshened }
    },
    returned,

    startSession: (session) => records.startSession(session),
    endSession: (id, how) => records.endSession(id, how),
    listSessions: (request) => records.listSessions(request),
    index: (how) => freshening.index(how),
    embed: (how) => freshening.embed(how),
    close: () => touches.flush().then(() => records.close()),
  }
}

/** @throws StoreError `STORE_UNSUPPORTED` */
function storeOfRecords({ ofRecords }: Store): Store {
  const store = ofRecords?.()
  if (store?.notes) return store
  throw new StoreError('STORE_UNSUPPORTED', 'This store cannot index records. Use another store.')
}

interface RememberSource extends RecallSource {
  readonly freshening: Pick<Freshening, 'freshen'>
  readonly touches: TouchBatch
}

/** The writing part of a record memory. The record is stored first; later failures are only reported. */
function createRemembering(
  remembering: RememberSource,
): Pick<RecordMemory, 'remember' | 'supersede' | 'forget' | 'forgetOrigin'> {
  const { records, source, freshening, touches } = remembering
  /** If another process is writing to the index, the next recall updates it. */
  const freshen = () => freshening.freshen({ patience: 0 })

  /** Another process may store the same record: checks the changes since the last check until there are none. */
  async function put(input: RecordInput, checked: CheckedRecord, mayRepeat: boolean): Promise<Remembered> {
    for (let compared = await compareWithIndex(checked, remembering); ;) {
      compared = await compareWithChanges(checked, records, compared)
      const { found, contradicted, degraded, last } = compared
      if (found && !mayRepeat) {
        touches.add([{ id: found.record.id, accessed: 1, at: source.now() }])
        return { outcome: 'duplicate', ...found, contradicts: [], degraded }
      }
      // Duplicates were checked, except those that a later record contradicts.
      const options = { since: found ? Infinity : last, allowDuplicate: true }
      const linked = { ...input, contradicts: contradicted.map(({ id }) => id) }
      const [outcome] = await records.put([linked], options)
      if (outcome?.outcome === 'outdated') continue
      return added(outcome, contradicted, degraded)
    }
  }

  async function added(
    outcome: PutOutcome | undefined,
    contradicts: readonly MemoryRecord[] = [],
    before: readonly Degradation[] = [],
  ): Promise<Remembered> {
    // A record with a new id cannot be a forgotten one.
    if (!outcome?.record)
      throw new RecordError('RECORDS_UNAVAILABLE', 'The record store returned no result. Try again.')
    const degraded = withoutRepeats([...before, ...(await freshen())])
    return { outcome: 'added', record: outcome.record, duplicate: null, contradicts, degraded }
  }

  return {
    async remember(content, { allowDuplicate = false, ...fields } = {}) {
      const input = { ...fields, content }
      return put(input, checkLasting(input, source.now()), allowDuplicate)
    },
    async supersede(id, content, fields = {}) {
      checkLasting({ ...fields, content }, source.now())
      return added(await records.supersede(id, { ...fields, content }))
    },
    async forget(id) {
      const isGone = await records.forget(id)
      if (isGone) await freshen()
      return isGone
    },
    forgetOrigin: (origin) => forgetOrigin(origin, remembering),
  }
}

/** Forgets page by page, so that each transaction stays small. */
async function forgetOrigin(
  origin: RecordOrigin,
  { records, freshening }: Pick<RememberSource, 'records' | 'freshening'>,
): Promise<readonly string[]> {
  const forgotten: string[] = []
  let after: string | undefined
  do {
    const page = await records.list({ after, limit: 1000 })
    const ids = page.records.flatMap((record) => (record.origin === origin ? [record.id] : []))
    await records.forgetAll(ids)
    forgotten.push(...ids)
    after = page.next ?? undefined
  } while (after !== undefined)
  if (forgotten.length > 0) await freshening.freshen({ patience: 0 })
  return forgotten
}

/** Validates a record; an expired one would never be recalled. */
function checkLasting(input: RecordInput, now: number): CheckedRecord {
  const record = checkRecord(input, now)
  if (!isExpired(record, now)) return record
  const message = 'The record has already expired. Give a later expiresAt, or none.'
  throw new RecordError('RECORD_INVALID_DATE', message, { field: 'expiresAt' })
}

type TouchBatch = ReturnType<typeof createTouchBatch>

const maxCounted = 200
/** In milliseconds. */
const flushDelay = 30_000

/** Counts are written together, after 30 seconds or 200 uses, so that not every recall writes. */
function createTouchBatch(records: Pick<RecordStore, 'touch'>) {
  let touches: Touch[] = []
  let timer: NodeJS.Timeout | undefined

  /** If the store cannot be written, for example on a full disk, only counts are lost. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counted = touches
    touches = []
    if (counted.length === 0) return
    try {
      await records.touch(counted)
    } catch (error) {
      if (!RecordError.isInstance(error)) throw error
    }
  }

  return {
    add(added: readonly Touch[]): void {
      touches.push(...added)
      if (touches.length >= maxCounted) void flush()
      else timer ??= setTimeout(() => void flush(), flushDelay).unref()
    },
    flush,
  }
}
