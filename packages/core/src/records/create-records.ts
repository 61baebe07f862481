import type { RecordStore } from '@recallite/records'
import { StoreError, type Store } from '@recallite/store'
import type { Chunking } from '../indexer/fingerprint.js'
import type { SearchSource } from '../search/run-stages.js'
import { createFreshening, type Freshening, withoutRepeats } from './freshen.js'
import { recall } from './recall.js'
import type { RecallAnswer, RecallOptions, RecordMemory } from './record-memory.js'
import { createRemembering } from './remember.js'
import { createTouchBatch } from './touch-batch.js'

/** What the records of a memory are made of. */
export interface RecordsOptions {
  readonly records: RecordStore
  /** That of the memory's files: records have the same models, and their index is in the same place. */
  readonly source: SearchSource
  readonly chunking: Chunking
  /** How records are recalled unless the caller says otherwise. */
  readonly usual: RecallOptions | undefined
  readonly sleep: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** The records of a memory, with what the memory itself uses. */
export interface Records extends Omit<RecordMemory, 'recall'>, Pick<Freshening, 'embed'> {
  /** @param embedded what embedding queries gave to this search already */
  recall(query: string, options?: RecallOptions, embedded?: SearchSource['embedded']): Promise<RecallAnswer>
  /** Writes what is counted, and closes the store of records; that of the index stays open. */
  close(): Promise<void>
}

/** How long a recall waits for another process that writes into the index, in milliseconds. */
const recallPatience = 500

/** Makes the records of a memory, which are closed before its store. */
export function createRecords(options: RecordsOptions): Records {
  const { records, source: ofFiles, chunking, usual = {}, sleep } = options
  const source = { ...ofFiles, store: storeOfRecords(ofFiles.store) }
  const freshening = createFreshening({ records, source, files: ofFiles.store, chunking, sleep })
  const touches = createTouchBatch(records)
  return {
    ...createRemembering({ records, source, freshening, touches }),
    async get(id) {
      const record = await records.get(id)
      if (record) touches.add([{ id, accessed: 1, at: source.now() }])
      return record
    },
    async recall(query, asked = {}, embedded = undefined) {
      const how = { ...usual, ...given(asked) }
      const start = performance.now()
      const behind = await freshening.freshen({ patience: recallPatience, signal: how.signal })
      const sync = performance.now() - start
      const answer = await recall(query, { records, source: { ...source, embedded } }, how)
      const at = source.now()
      touches.add(answer.results.map(({ record }) => ({ id: record.id, returned: 1, at })))
      const timings = { ...answer.timings, sync, total: answer.timings.total + sync }
      return { ...answer, timings, degraded: withoutRepeats([...answer.degraded, ...behind]) }
    },

    startSession: (session) => records.startSession(session),
    endSession: (id, how) => records.endSession(id, how),
    listSessions: (request) => records.listSessions(request),

    index: (how) => freshening.index(how),
    embed: (how) => freshening.embed(how),
    async close() {
      await touches.flush()
      await records.close()
    },
  }
}

/** The options that have a value. */
function given(options: RecallOptions): RecallOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

/** @throws StoreError `STORE_UNSUPPORTED` */
function storeOfRecords({ ofRecords }: Store): Store {
  if (ofRecords) return ofRecords()
  throw new StoreError('STORE_UNSUPPORTED', 'This store cannot hold the index of records. Use another store.')
}
