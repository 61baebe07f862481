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

/** What a test lets go wrong; each may throw. */
export interface ProviderFaults {
  readonly maxTexts?: number
  readonly spoil?: (result: BatchResult) => BatchResult | undefined
  readonly fails?: boolean
  /** Called before a job is taken, looked at or fetched; with its id where it has one. */
  readonly onSubmit?: () => void
  readonly onCheck?: (id: string) => void
  readonly onCollect?: (id: string) => void
}

/** A provider of batch jobs, in memory: each is done at the second look. */
export function createProvider(faults: ProviderFaults = {}) {
  const { maxTexts = 4, spoil = (result) => result, fails = false } = faults
  const asked: string[] = []
  const { model, embedded } = createConceptModel({ onRequest: () => void asked.push('embed') })
  const jobs = new Map<string, Job>()
  const collected = new Set<string>()
  let mostAtOnce = 0
  const batches: EmbeddingBatches = {
    identity: model.identity,
    maxTexts,
    async submit(texts) {
      asked.push('submit')
      faults.onSubmit?.()
      const id = `job-${jobs.size}`
      jobs.set(id, { texts, looks: 0 })
      mostAtOnce = Math.max(mostAtOnce, jobs.size - collected.size)
      return id
    },
    async check(id) {
      asked.push(`check ${id}`)
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
  return { batches, model, jobs, asked, embedded, mostAtOnce: () => mostAtOnce }
}

/** A backend with batches, or without. */
export function batchBackend(model: EmbeddingModel, batches: EmbeddingBatches | undefined) {
  return { ...testBackend(async () => model, { host: 'api.example.com' }), openBatches: batches && (async () => batches) }
}

/** A store with notes in it that wait for their vectors, and a way to fill it without waiting. */
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
  /** Puts jobs into the note, as an earlier run would have. */
  const remember = (...ids: string[]) =>
    store.notes?.write('batch jobs of test:concepts', JSON.stringify(ids))
  const remembered = async () => JSON.parse((await store.notes?.read('batch jobs of test:concepts')) ?? '[]') as string[]
  return { store, fill, waits, remember, remembered }
}
