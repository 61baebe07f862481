import { checkRecord, type RecordInput, type RecordStore } from '@recallite/records'
import { createChain } from '../embedding/chain.js'
import { toBackend, toHeldReranker } from '../create-memory.js'
import { defaultChunking } from '../indexer/fingerprint.js'
import { createIndexer } from '../indexer/indexer.js'
import { oneAtATime } from '../indexer/one-at-a-time.js'
import { reasonOf } from '../reason-of.js'
import type { Degradation } from '../search/answer.js'
import { findDuplicate } from './find-duplicate.js'
import { indexRecords } from './index-records.js'
import { recall } from './recall.js'
import type { RecordIndexReport, RecordMemory, RecordMemoryOptions, Remembered } from './record-memory.js'
import { createTouchBatch } from './touch-batch.js'

const defaultQueryDeadline = 15_000

/** Makes a memory of records out of a store of records, a store for their index and, optionally, embedding models. */
export function createRecordMemory(options: RecordMemoryOptions): RecordMemory {
  const { records, source, indexing, close } = resolveOptions(options)
  const touches = createTouchBatch(records)
  const inTurn = oneAtATime()
  const recalling = { records, source }

  async function index(how: { readonly signal?: AbortSignal | undefined } = {}): Promise<RecordIndexReport> {
    const written = await inTurn(() => indexRecords({ ...indexing, ...how }))
    const { embedded, givenUp } = await inTurn(() => indexing.indexer.embed(how))
    return { ...written, embedded, embedFailure: givenUp }
  }

  /** What is stored does not depend on the index: a failure there is only told. */
  async function indexOrExplain(signal?: AbortSignal): Promise<Degradation[]> {
    try {
      const { embedFailure } = await index({ signal })
      return embedFailure === null ? [] : [{ retriever: 'vector', reason: embedFailure }]
    } catch (error) {
      signal?.throwIfAborted()
      return [{ retriever: 'index', reason: reasonOf(error) }]
    }
  }

  async function put(input: RecordInput, allowDuplicate: boolean): Promise<Remembered> {
    const [outcome] = await records.put([input], { allowDuplicate })
    if (!outcome?.record) throw new Error('A store of records says nothing of a record that was put.')
    const isNew = outcome.outcome === 'added'
    const duplicate = isNew ? null : ({ by: 'content', similarity: 1 } as const)
    const degraded = isNew ? await indexOrExplain() : []
    return { outcome: isNew ? 'added' : 'duplicate', record: outcome.record, duplicate, degraded }
  }

  return {
    async remember(content, { allowDuplicate = false, ...fields } = {}) {
      const input = { ...fields, content }
      const checked = checkRecord(input, source.now())
      if (allowDuplicate) return put(input, true)
      const before = await indexOrExplain()
      const { found, degraded } = await findDuplicate(checked, recalling).catch((error: unknown) => ({
        found: undefined,
        degraded: [{ retriever: 'index' as const, reason: reasonOf(error) }],
      }))
      if (!found) return put(input, false)
      touches.add([{ id: found.record.id, accessed: 1, at: source.now() }])
      return { outcome: 'duplicate', ...found, degraded: [...before, ...degraded] }
    },
    async supersede(id, content, fields = {}) {
      const { record } = await records.supersede(id, { ...fields, content })
      if (!record) throw new Error('A store of records says nothing of a record that was put.')
      return { outcome: 'added', record, duplicate: null, degraded: await indexOrExplain() }
    },
    async forget(id) {
      const isGone = await records.forget(id)
      if (isGone) await indexOrExplain()
      return isGone
    },
    async get(id) {
      const record = await records.get(id)
      if (record) touches.add([{ id, accessed: 1, at: source.now() }])
      return record
    },
    async recall(query, how = {}) {
      const behind = await indexOrExplain(how.signal)
      const answer = await recall(query, recalling, how)
      const at = source.now()
      touches.add(answer.results.map(({ record }) => ({ id: record.id, returned: 1, at })))
      return { ...answer, degraded: [...answer.degraded, ...onlyNew(behind, answer.degraded)] }
    },

    startSession: (session) => records.startSession(session),
    endSession: (id, how) => records.endSession(id, how),
    listSessions: (request) => records.listSessions(request),

    index,
    async status() {
      return { counts: await records.counts(), index: await source.store.status() }
    },
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
  const source = { store, chain, noModelReason, deadline, now, reranker }
  async function close(): Promise<void> {
    await Promise.all([chain.close(), reranker?.close()])
    await store.close()
    await records.close()
  }
  return { records: records as RecordStore, source, indexing: { records, index: store, chunking, now, indexer }, close }
}

function onlyNew(added: readonly Degradation[], known: readonly Degradation[]): Degradation[] {
  return added.filter(({ reason }) => !known.some((one) => one.reason === reason))
}
