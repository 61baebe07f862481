import {
  type BatchText,
  type EmbeddingBatches,
  EmbeddingError,
  type EmbeddingModel,
  type RetryOptions,
} from '@recallite/embeddings'
import type { PendingText, Store } from '@recallite/store'
import type { HeldLink } from '../chain.js'
import type { FillOptions } from './fill-space.js'
import { amountOf, pendingPages, withoutSecrets } from './pending-texts.js'

/** How to have texts embedded by batch jobs. */
export interface BatchOptions extends FillOptions {
  /** The most jobs under way at once; default 2. */
  readonly concurrency?: number | undefined
  /** The most milliseconds between two looks at the jobs; default 30,000. The first come sooner. */
  readonly pollInterval?: number | undefined
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Waits between two looks at the jobs, and between two tries to hand one over; default: a timer. */
  readonly sleep?: RetryOptions['sleep']
}

/** The state of one run; jobs may be those of an earlier one. */
export interface BatchRun {
  readonly store: Store
  readonly link: HeldLink
  readonly batches: EmbeddingBatches
  /** The model that answers at once, to compare with. */
  readonly model: EmbeddingModel
  readonly jobs: BatchJobs
  readonly options: BatchOptions
  readonly sleep: NonNullable<BatchOptions['sleep']>
  /** Texts that were handed over in this run and have no vector, with the reason: they are not handed over again. */
  readonly refused: Map<string, string>
  /** By the id of a job, how many looks at it have failed in a row. */
  readonly failedChecks: Map<string, number>
  /** Whether it was told that texts leave this machine. */
  isAnnounced: boolean
  embedded: number
  requests: number
  givenUp: string | null
}

const usualConcurrency = 2

/** The vectors of a job are in memory at once, whatever the provider allows. */
const mostBytes = 64_000_000

const mostRetries = 3

const firstRetryDelay = 1_000

const longestRetryDelay = 60_000

/** A batch job that was handed over, and whose vectors have not been fetched yet. */
export interface BatchJob {
  /** As the provider calls it. */
  readonly id: string
  /** When it was handed over, in milliseconds since the epoch. */
  readonly submittedAt: number
}

/** The jobs of one link that are under way, of all programs that use the store; they outlive the programs. */
interface BatchJobs {
  list(): Promise<readonly BatchJob[]>
  add(job: BatchJob): Promise<void>
  remove(id: string): Promise<void>
}

/**
 * Hands over jobs, each with the texts behind those of the one before. None while others are under way, be it of another
 * program: nobody knows which texts those hold.
 * @throws EmbeddingError
 */
export async function submitJobs(run: BatchRun): Promise<void> {
  const { concurrency = usualConcurrency, now } = run.options
  if (run.givenUp !== null) return
  let after: string | undefined
  for (let begun = 0; begun < concurrency; begun += 1) {
    if ((await run.jobs.list()).length > begun) return
    const texts = await textsBehind(run, after)
    if (texts.length === 0) return
    after = texts.at(-1)?.key
    await announce(run)
    const id = await submitNext(run, texts, begun)
    if (id === undefined) return
    run.requests += 1
    await run.jobs.add({ id, submittedAt: now() })
    for (const { key } of texts) run.refused.set(key, 'the batch gave no answer for it')
  }
}

/**
 * The jobs of a link, in a note of the store that is read anew for each use. A small window remains: of two programs
 * that change the note within the moment between the reading and the writing of one of them, that one wins. A job that
 * the other added is forgotten then, and its texts are embedded twice; one that it removed is looked at once more.
 */
export function batchJobsOf(store: Store, source: string): BatchJobs {
  const name = `batch jobs of ${source}`
  const list = async () => JSON.parse((await store.readNote(name)) ?? '[]') as readonly BatchJob[]
  const keep = (jobs: readonly BatchJob[]) => store.writeNote(name, JSON.stringify(jobs))
  return {
    list,
    add: async (job) => keep([...(await list()), job]),
    remove: async (id) => keep((await list()).filter((job) => job.id !== id)),
  }
}

async function textsBehind(run: BatchRun, after: string | undefined): Promise<BatchText[]> {
  const most = mostTexts(run)
  const texts: BatchText[] = []
  for await (const { key, text } of textsToSubmit(run, after)) {
    texts.push({ key, text })
    if (texts.length === most) break
  }
  return texts
}

function mostTexts({ batches }: BatchRun): number {
  const bytes = batches.identity.dimensions * Float32Array.BYTES_PER_ELEMENT
  return Math.max(1, Math.min(batches.maxTexts, Math.floor(mostBytes / bytes)))
}

/** The texts that a run may hand over, in the order of keys from behind `after` on. */
async function* textsToSubmit(
  { store, batches, refused }: BatchRun,
  after?: string,
): AsyncGenerator<PendingText> {
  for await (const page of withoutSecrets(pendingPages(store, batches.identity, after)))
    for (const text of page) if (!refused.has(text.key)) yield text
}

/** Says, once in a run, how much is about to leave this machine. */
async function announce(run: BatchRun): Promise<void> {
  const { name, host } = run.link
  if (run.isAnnounced || host === null) return
  run.isAnnounced = true
  run.options.onUpload?.({ name, host, ...(await amountOf(textsToSubmit(run))) })
}

/**
 * Begins the job after so many others of this round; undefined where the provider takes no more of them now, as there is
 * often a limit to what may wait.
 */
async function submitNext(
  run: BatchRun,
  texts: readonly BatchText[],
  begun: number,
): Promise<string | undefined> {
  try {
    return await submit(run, texts)
  } catch (error) {
    if (begun > 0 && isRetryable(error)) return undefined
    throw error
  }
}

/** Begins a job; after a failure that may pass it tries again, later each time. */
async function submit(run: BatchRun, texts: readonly BatchText[], retries = 0): Promise<string> {
  const { signal } = run.options
  try {
    return await run.batches.submit(texts, signal)
  } catch (error) {
    if (!isRetryable(error) || retries === mostRetries) throw error
    const { retryAfter = 0 } = error
    if (retryAfter > longestRetryDelay) throw error
    await run.sleep(Math.max(firstRetryDelay * 2 ** retries, retryAfter), signal)
    return submit(run, texts, retries + 1)
  }
}

function isRetryable(error: unknown): error is EmbeddingError {
  return EmbeddingError.isInstance(error) && error.isRetryable
}
