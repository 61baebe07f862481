import { defaultChunking } from '../indexer/fingerprint.js'
import { createIndexer } from '../indexer/indexer.js'
import { openSource } from '../search/open-source.js'
import { keepIndex, withoutRepeats } from './keep-index.js'
import { recall } from './recall.js'
import type { RecordMemory, RecordMemoryOptions } from './record-memory.js'
import { createRemembering } from './remember.js'
import { createTouchBatch } from './touch-batch.js'

/** Makes a memory of records out of a store of records, a store for their index and, optionally, embedding models. */
export function createRecordMemory(options: RecordMemoryOptions): RecordMemory {
  const { records, source, keeper, close } = resolveOptions(options)
  const touches = createTouchBatch(records)
  return {
    ...createRemembering({ records, source, keeper, touches }),
    async get(id) {
      const record = await records.get(id)
      if (record) touches.add([{ id, accessed: 1, at: source.now() }])
      return record
    },
    async recall(query, how = {}) {
      const start = performance.now()
      const behind = await keeper.indexOrExplain(how.signal)
      const sync = performance.now() - start
      const answer = await recall(query, { records, source }, how)
      const at = source.now()
      touches.add(answer.results.map(({ record }) => ({ id: record.id, returned: 1, at })))
      const timings = { ...answer.timings, sync, total: answer.timings.total + sync }
      return { ...answer, timings, degraded: withoutRepeats([...answer.degraded, ...behind]) }
    },

    startSession: (session) => records.startSession(session),
    endSession: (id, how) => records.endSession(id, how),
    listSessions: (request) => records.listSessions(request),

    index: (how) => keeper.index(how),
    status: async () => ({ counts: await records.counts(), index: await source.store.status() }),
    async close() {
      await touches.flush()
      await close()
    },
  }
}

function resolveOptions({ records, index: store, ...options }: RecordMemoryOptions) {
  const { now = Date.now, sleep } = options
  const chunking = { ...defaultChunking, ...options.chunking }
  const { source, closeModels } = openSource({ ...options, store, now })
  const indexer = createIndexer({ store, chain: source.chain, now, sleep })
  const keeper = keepIndex({ records, index: store, chunking, now, indexer })
  async function close(): Promise<void> {
    await closeModels()
    await store.close()
    await records.close()
  }
  return { records, source, keeper, close }
}
