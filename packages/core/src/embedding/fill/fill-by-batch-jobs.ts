import { setTimeout } from 'node:timers/promises'
import {
  type BatchResult,
  createRetry,
  EmbeddingError,
  untilAborted,
  vectorFault,
} from '@recallite/embeddings'
import { isSameSpace, type KeptSpace, type Store } from '@recallite/store'
import { reasonOf } from '../../errors.js'
import { verifiedCanary } from '../canary.js'
import type { HeldBackend } from '../chain.js'
import { batchJobsOf, type BatchOptions, type BatchRun, submitJobs } from './batch-jobs.js'
import { type FillReport, nothingFilled } from './fill-space.js'
import { measurePending, pendingTexts } from './pending-texts.js'
import type { UnembeddedText } from './send-batch.js'

const defaultPollInterval = 30_000

/** Small jobs finish soon: the interval starts here and doubles up to the limit. */
const firstPollInterval = 1_000

/** Jobs take hours, during which a provider may be unavailable for minutes. */
const checkRetries = { attempts: 8, baseDelay: 2_000, maxDelay: 60_000, maxRetryAfter: 60_000 }

/**
 * Fills a backend's space through the provider's batch jobs. The store records submitted jobs, so that a later run of any process
 * can collect them and submit the rest. Makes no request if nothing is pending.
 * @throws EmbeddingError if the backend has no batch jobs, or its model has changed
 */
export async function fillByBatchJobs(
  store: Store,
  backend: HeldBackend,
  options: BatchOptions,
): Promise<FillReport> {
  const { signal = new AbortController().signal } = options
  if (!backend.openBatches) {
    throw new EmbeddingError(
      'EMBEDDING_MODEL_UNAVAILABLE',
      `${backend.name} has no batch jobs: index without --batch, or with OpenAI or Gemini`,
    )
  }
  const batches = await backend.openBatches(signal)
  const { identity } = batches
  const space = (await store.listSpaces()).find((each) => isSameSpace(each, identity))
  const jobs = batchJobsOf(store, backend.source)
  const measure = () => measurePending(store, identity, backend.host)
  if (space?.canary && (await jobs.list()).length === 0) {
    const { texts, secretDocuments: withheld } = await measure()
    if (texts === 0) {
      await store.putSpace(identity, { source: backend.source, isFilled: true })
      return { ...nothingFilled, withheld }
    }
  }
  const run = await startRun({ store, backend, batches, jobs, options: { ...options, signal } }, space)
  const { texts, secretDocuments: withheld } = await measure()
  await runJobs(run, texts)
  const { embedded, requests, givenUp } = run
  if (givenUp === null) await store.putSpace(identity, { choose: false, isFilled: true })
  return { embedded, requests, givenUp, withheld, unembedded: await unembeddedOf(run) }
}

async function startRun(
  start: Pick<BatchRun, 'store' | 'backend' | 'batches' | 'jobs' | 'options'>,
  space: KeptSpace | undefined,
): Promise<BatchRun> {
  const { store, backend, batches, options } = start
  const { signal, sleep = (milliseconds) => setTimeout(milliseconds, undefined, { signal }) } = options
  const model = await untilAborted(backend.forIndexing(), signal)
  await verifiedCanary({ store, backend, model, signal }, space)
  await store.putSpace(batches.identity, { source: backend.source })
  const nothingDone = { isAnnounced: false, embedded: 0, requests: 0, givenUp: null }
  return { ...start, sleep, refused: new Map(), failed: new Set<string>(), ...nothingDone }
}

async function runJobs(run: BatchRun, total: number): Promise<void> {
  const { pollInterval = defaultPollInterval, onProgress, signal } = run.options
  let wait = firstPollInterval
  try {
    for (;;) {
      await checkJobs(run)
      onProgress?.({ phase: 'embed', done: run.embedded, total })
      await submitJobs(run)
      if ((await jobsToCheck(run)).length === 0) return
      await run.sleep(Math.min(wait, pollInterval), signal)
      wait *= 2
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (!EmbeddingError.isInstance(error)) throw error
    run.givenUp ??= reasonOf(error)
  }
}

async function unembeddedOf({ store, batches, refused }: BatchRun): Promise<UnembeddedText[]> {
  if (refused.size === 0) return []
  const unembedded: UnembeddedText[] = []
  for await (const { key, document, startLine } of pendingTexts(store, batches.identity)) {
    const reason = refused.get(key)
    if (reason !== undefined) unembedded.push({ document, startLine, reason })
  }
  return unembedded
}

/** The running jobs, except those whose check failed in this run. */
async function jobsToCheck({ jobs, failed }: BatchRun): Promise<string[]> {
  return (await jobs.list()).filter((id) => !failed.has(id))
}

/** Removes jobs that the provider no longer knows, and leaves those that cannot be checked to the next run. */
async function checkJobs(run: BatchRun): Promise<void> {
  for (const id of await jobsToCheck(run)) {
    try {
      await collectIfDone(run, id)
    } catch (error) {
      run.options.signal?.throwIfAborted()
      if (!EmbeddingError.isInstance(error)) throw error
      const reason = reasonOf(error)
      const lost = `the batch job ${id} is lost, the next run submits its texts again: ${reason}`
      if (error.code === 'EMBEDDING_REQUEST_INVALID') await forgetJob(run, id, lost)
      else run.givenUp ??= reason
      run.failed.add(id)
    }
  }
}

async function collectIfDone(run: BatchRun, id: string): Promise<void> {
  const { batches, sleep } = run
  const { now, signal } = run.options
  const retry = createRetry({ ...checkRetries, now, sleep })
  const { state, reason } = await retry(() => batches.check(id, signal), signal)
  if (state === 'failed') await forgetJob(run, id, reason ?? 'the batch job failed')
  if (state === 'done') await storeResults(run, id, await retry(() => batches.collect(id, signal), signal))
}

async function forgetJob(run: BatchRun, id: string, reason: string): Promise<void> {
  await run.jobs.remove(id)
  run.givenUp ??= reason
}

async function storeResults(run: BatchRun, id: string, results: readonly BatchResult[]): Promise<void> {
  const { store, batches, refused } = run
  const { identity } = batches
  // Some texts of the job may have received a vector since.
  const pending = new Set<string>()
  for await (const { key } of pendingTexts(store, identity)) pending.add(key)
  const valid: Extract<BatchResult, { vector: Float32Array }>[] = []
  for (const result of results.filter(({ key }) => pending.has(key))) {
    const fault = 'vector' in result ? vectorFault(result.vector, identity.dimensions) : undefined
    if (!('vector' in result)) refused.set(result.key, result.reason)
    else if (fault === undefined) valid.push(result)
    else refused.set(result.key, `the batch returned ${fault}`)
  }
  await store.putVectors(identity, valid)
  for (const { key } of valid) refused.delete(key)
  await run.jobs.remove(id)
  run.embedded += valid.length
}
