import {
  type BatchText,
  createRetry,
  type EmbeddingBatches,
  EmbeddingError,
  type RetryOptions,
} from '@recallite/embeddings'
import { type PendingText, type Store, StoreError } from '@recallite/store'
import type { HeldBackend } from '../chain.js'
import { calibrationTexts } from '../calibration/calibrate.js'
import { announceUpload, amountOf, pendingTexts, withoutSecrets } from './pending-texts.js'
import type { FillOptions } from './fill-space.js'

export interface BatchOptions extends FillOptions {
  /** Maximum number of running jobs; default 2. */
  readonly concurrency?: number | undefined
  /** Maximum interval between checks of the jobs, in milliseconds; default 30,000. The first checks come sooner. */
  readonly pollInterval?: number | undefined
  readonly now: () => number
  readonly sleep?: RetryOptions['sleep']
}

/** The state of one run, which may collect jobs of earlier runs. */
export interface BatchRun {
  readonly store: Store
  readonly backend: HeldBackend
  readonly batches: EmbeddingBatches
  readonly jobs: ReturnType<typeof batchJobsOf>
  readonly options: BatchOptions
  readonly sleep: NonNullable<BatchOptions['sleep']>
  /** By key, why submitted texts have no vector; this run does not submit them again. */
  readonly refused: Map<string, string>
  /** Ids of jobs whose check failed. */
  readonly failed: Set<string>
  isAnnounced: boolean
  embedded: number
  requests: number
  givenUp: string | null
}

const defaultConcurrency = 2

/** The vectors of a job are in memory at once. */
const maxVectorBytes = 64_000_000
const submitRetries = { attempts: 4, baseDelay: 2_000, maxDelay: 60_000, maxRetryAfter: 60_000 }

/** Submits jobs, but none while others are running, even of another process: their texts are unknown. Rejects with EmbeddingError. */
export async function submitJobs(run: BatchRun): Promise<void> {
  const { concurrency = defaultConcurrency } = run.options
  if (run.givenUp !== null) return
  let after: string | undefined
  for (let begun = 0; begun < concurrency; begun += 1) {
    if ((await run.jobs.list()).length > begun) return
    const texts = await nextTexts(run, after)
    if (texts.length === 0) return
    after = texts.at(-1)?.cursor
    await announce(run)
    const id = await submitJob(run, texts, begun === 0)
    if (id === undefined) return
    run.requests += 1
    await run.jobs.add(id)
    for (const { key } of texts) run.refused.set(key, 'the batch returned no result for it')
  }
}

/**
 * The ids of a backend's submitted jobs, in a note of the store. If two processes change the note at the same moment, one change is
 * lost: the texts of an added job are embedded twice, or a removed job is checked again.
 * @throws StoreError `STORE_UNSUPPORTED` if the store has no notes
 */
export function batchJobsOf(store: Store, source: string) {
  const { notes } = store
  if (!notes)
    throw new StoreError('STORE_UNSUPPORTED', 'This store cannot remember batch jobs: index without --batch.')
  const name = `batch jobs of ${source}`
  const list = async () => JSON.parse((await notes.read(name)) ?? '[]') as readonly string[]
  const write = (ids: readonly string[]) => notes.write(name, JSON.stringify(ids))
  return {
    list,
    add: async (id: string) => write([...(await list()), id]),
    remove: async (id: string) => write((await list()).filter((other) => other !== id)),
  }
}

async function nextTexts(run: BatchRun, after: string | undefined) {
  const { maxTexts, identity } = run.batches
  const fitting = Math.floor(maxVectorBytes / (identity.dimensions * Float32Array.BYTES_PER_ELEMENT))
  const limit = Math.max(1, Math.min(maxTexts, fitting))
  const texts: PendingText[] = []
  for await (const text of textsToSubmit(run, after)) {
    texts.push(text)
    if (texts.length === limit) break
  }
  return texts
}

/** The texts that a run may submit, from the cursor `after`. */
async function* textsToSubmit({ store, batches, refused }: BatchRun, after?: string) {
  for await (const text of withoutSecrets(pendingTexts(store, batches.identity, { after })))
    if (!refused.has(text.key)) yield text
}

async function announce(run: BatchRun): Promise<void> {
  if (run.isAnnounced) return
  run.isAnnounced = true
  const amount = await amountOf(textsToSubmit(run))
  const constantTexts =
    1 + (await calibrationTexts({ ...run.options, store: run.store }, run.batches.identity))
  announceUpload(run.backend, { ...amount, constantTexts }, run.options.onUpload)
}

/** Retries temporary failures. Undefined if a job after the first is rejected for now: providers limit the queued amount. */
async function submitJob(
  { batches, options: { now, signal }, sleep }: BatchRun,
  texts: readonly BatchText[],
  isFirst: boolean,
): Promise<string | undefined> {
  const retry = createRetry({ ...submitRetries, now, sleep })
  try {
    return await retry(() => batches.submit(texts, signal), signal)
  } catch (error) {
    if (isFirst || !EmbeddingError.isInstance(error) || !error.isRetryable) throw error
    return undefined
  }
}
