import {
  type BatchText,
  createRetry,
  type EmbeddingBatches,
  EmbeddingError,
  type RetryOptions,
} from '@recallite/embeddings'
import { type PendingText, type Store, StoreError } from '@recallite/store'
import type { HeldBackend } from '../chain.js'
import { announceUpload, amountOf, pendingTexts, withoutSecrets } from './pending-texts.js'
import type { FillOptions } from './fill-space.js'

/** How to embed texts by batch jobs. */
export interface BatchOptions extends FillOptions {
  /** How many jobs may run at once; default 2. */
  readonly concurrency?: number | undefined
  /** The longest interval between two checks of the jobs, in milliseconds; default 30,000. The first checks come sooner. */
  readonly pollInterval?: number | undefined
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Waits between checks and retries; default: a timer. */
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
  /** By key, why texts that this run submitted have no vector: they are not submitted again. */
  readonly refused: Map<string, string>
  /** Ids of jobs that this run cannot check. */
  readonly failed: Set<string>
  /** Whether `onUpload` was called. */
  isAnnounced: boolean
  embedded: number
  requests: number
  givenUp: string | null
}

const defaultConcurrency = 2

/** The limit of a job's vectors, all of which are in memory at once. */
const mostBytes = 64_000_000
const submitRetries = { attempts: 4, baseDelay: 2_000, maxDelay: 60_000, maxRetryAfter: 60_000 }

/**
 * Submits jobs, each with the texts after those of the one before. Submits none while others are running, also of another
 * process: which texts those contain is unknown.
 * @throws EmbeddingError
 */
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
    for (const { key } of texts) run.refused.set(key, 'the batch gave no answer for it')
  }
}

/**
 * The ids of a backend's submitted jobs, of all processes, in a note of the store that is read anew for each use. If two processes
 * change the note at the same moment, one change is lost: an added job is forgotten and its texts are embedded twice, or a
 * removed job is checked once more.
 * @throws StoreError `STORE_UNSUPPORTED` if the store keeps no notes
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
  const fitting = Math.floor(mostBytes / (identity.dimensions * Float32Array.BYTES_PER_ELEMENT))
  const most = Math.max(1, Math.min(maxTexts, fitting))
  const texts: PendingText[] = []
  for await (const text of textsToSubmit(run, after)) {
    texts.push(text)
    if (texts.length === most) break
  }
  return texts
}

/** The texts that a run may submit, in the order of the list behind the cursor `after`. */
async function* textsToSubmit({ store, batches, refused }: BatchRun, after?: string) {
  for await (const text of withoutSecrets(pendingTexts(store, batches.identity, { after })))
    if (!refused.has(text.key)) yield text
}

/** Reports once per run how much is about to leave this machine. */
async function announce(run: BatchRun): Promise<void> {
  if (run.isAnnounced) return
  run.isAnnounced = true
  announceUpload(run.backend, await amountOf(textsToSubmit(run)), run.options.onUpload)
}

/**
 * Submits a job; retries temporary failures, each time after a longer pause. Undefined if a job after the first cannot be
 * submitted for now, as many providers limit how much may wait.
 */
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
