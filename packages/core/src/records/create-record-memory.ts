import { createChain } from '../embedding/chain.js'
import { toBackend, toHeldReranker } from '../create-memory.js'
import { defaultChunking } from '../indexer/fingerprint.js'
import { createIndexer } from '../indexer/indexer.js'
import type { Degradation } from '../search/answer.js'
import { keepIndex } from './keep-index.js'
import { recall } from './recall.js'
import type { RecordMemory, RecordMemoryOptions } from './record-memory.js'
import { createRemembering } from './remember.js'
import { createTouchBatch } from './touch-batch.js'

const defaultQueryDeadline = 15_000

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
      const behind = await keeper.indexOrExplain(how.signal)
      const answer = await recall(query, { records, source }, how)
      const at = source.now()
      touches.add(answer.results.map(({ record }) => ({ id: record.id, returned: 1, at })))
      return { ...answer, degraded: [...answer.degraded, ...onlyNew(behind, answer.degraded)] }
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

function resolveOptions({ records, index: store, models = [], ...options }: RecordMemoryOptions) {
  const { now = Date.now, queryDeadline: deadline = defaultQueryDeadline, modelIdle, sleep } = options
  const { noModelReason, backendOf = () => undefined } = options
  const chunking = { ...defaultChunking, ...options.chunking }
  const chain = createChain({ backends: models.map(toBackend), backendOf, modelIdle, now, sleep })
  const reranker = toHeldReranker(options.reranker, { now, idle: modelIdle })
  const indexer = createIndexer({ store, chain, now, sleep })
  const keeper = keepIndex({ records, index: store, chunking, now, indexer })
  const source = { store, chain, noModelReason, deadline, now, reranker }
  async function close(): Promise<void> {
    await Promise.all([chain.close(), reranker?.close()])
    await store.close()
    await records.close()
  }
  return { records, source, keeper, close }
}

function onlyNew(added: readonly Degradation[], known: readonly Degradation[]): Degradation[] {
  return added.filter(({ reason }) => !known.some((one) => one.reason === reason))
}
