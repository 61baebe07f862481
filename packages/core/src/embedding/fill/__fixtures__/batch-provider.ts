import { type BatchResult, type BatchText, type EmbeddingBatches, EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import { createConceptModel } from '../../../__fixtures__/concept-model.js'
import { notesFolder } from '../../../__fixtures__/notes-folder.js'
import { testBackend, testMemory } from '../../../__fixtures__/test-memory.js'
import { createChain } from '../../chain.js'
import type { BatchOptions } from '../batch-jobs.js'
import { fillByBatchJobs } from '../fill-by-batch-jobs.js'

interface Job {
  readonly texts: readonly BatchText[]
  looks: number
}

/** Faults that a test injects; each callback may throw. */
export interface ProviderFaults {
  readonly maxTexts?: number
  readonly spoil?: (result: BatchResult) => BatchResult | undefined
  readonly fails?: boolean
  readonly onSubmit?: () => void
  readonly onCheck?: (id: string) => void
  readonly onCollect?: (id: string) => void
}

/** An in-memory provider whose batch jobs are done at the second check. */
export function createProvider(faults: ProviderFaults = {}) {
  const { maxTexts = 4, spoil = (result) => result, fails = false } = faults
  const calls: string[] = []
  const { model, embedded } = createConceptModel({ onRequest: () => void calls.push('embed') })
  const jobs = new Map<string, Job>()
  const collected = new Set<string>()
  let maxConcurrent = 0
  const batches: EmbeddingBatches = {
    identity: model.identity,
    maxTexts,
    async submit(texts) {
      calls.push('submit')
      faults.onSubmit?.()
      const id = `job-${jobs.size}`
      jobs.set(id, { texts, looks: 0 })
      maxConcurrent = Math.max(maxConcurrent, jobs.size - collected.size)
      return id
    },
    async check(id) {
      calls.push(`check ${id}`)
      faults.onCheck?.(id)
      const job = jobs.get(id)
      if (!job) throw new EmbeddingError('EMBEDDING_REQUEST_INVALID', `no job ${id}`)
      job.looks += 1
      const state = job.looks < 2 ? 'running' : fails ? 'failed' : 'done'
      return { state, done: 0, total: job.texts.length, reason: fails ? 'it expired' : null }
    },
    async collect(id) {
      faults.onCollect?.(id)
      collected.add(id)
      const texts = jobs.get(id)?.texts ?? []
      const vectors = await createConceptModel().model.embed({ texts: texts.map(({ text }) => text), role: 'document' })
      return texts
        .map(({ key }, position): BatchResult => ({ key, vector: vectors[position] ?? new Float32Array() }))
        .toReversed()
        .flatMap((result) => spoil(result) ?? [])
    },
  }
  return { batches, model, jobs, calls, embedded, maxConcurrent: () => maxConcurrent }
}

export function batchBackend(model: EmbeddingModel, batches: EmbeddingBatches | undefined) {
  return { ...testBackend(async () => model, { host: 'api.example.com' }), openBatches: batches && (async () => batches) }
}

/** A store of notes without vectors, and a function that fills it without waiting. */
export async function waitingStore(notes: Readonly<Record<string, string>>) {
  const { memory, store } = await testMemory({ models: [] })
  await memory.index([notesFolder({ ...notes })])
  const waits: number[] = []
  const sleep = async (milliseconds: number) => void waits.push(milliseconds)
  const fill = ({ model, batches }: ReturnType<typeof createProvider>, options: Partial<BatchOptions> = {}) => {
    const { backends } = createChain({ backends: [batchBackend(model, batches)], backendOf: () => undefined, now: () => 0, sleep })
    const [backend] = backends
    if (!backend) throw new RangeError('a chain of one backend has no backend')
    return fillByBatchJobs(store, backend, { now: () => 0, sleep, ...options })
  }
  /** Stores job ids as an earlier run would have. */
  const remember = (...ids: string[]) =>
    store.notes?.write('batch jobs of test:concepts', JSON.stringify(ids))
  const remembered = async () => JSON.parse((await store.notes?.read('batch jobs of test:concepts')) ?? '[]') as string[]
  return { store, fill, waits, remember, remembered }
}
