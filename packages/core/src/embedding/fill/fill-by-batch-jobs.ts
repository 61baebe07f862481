import { setTimeout } from 'node:timers/promises'
import { EmbeddingError, untilAborted } from '@recallite/embeddings'
import type { KeptSpace, Store } from '@recallite/store'
import { reasonOf } from '../../reason-of.js'
import { verifiedCanary } from '../canary.js'
import type { HeldBackend } from '../chain.js'
import { isSameSpace } from '../backend.js'
import { batchJobsOf, type BatchOptions, type BatchRun, submitJobs } from './batch-jobs.js'
import { checkJobs, jobsToCheck } from './collect-batch-jobs.js'
import { type FillReport, nothingFilled } from './fill-space.js'
import { measurePending, type Pending, pendingTexts } from './pending-texts.js'
import type { UnembeddedText } from './send-batch.js'

const defaultPollInterval = 30_000

/** Small jobs finish soon: the interval begins here and doubles up to the limit. */
const firstPollInterval = 1_000
const sleepByTimer: BatchRun['sleep'] = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, { signal })

interface BatchStart extends Pick<BatchRun, 'store' | 'backend' | 'batches' | 'jobs' | 'options'> {
  /** The space of an earlier run. */
  readonly known: KeptSpace | undefined
}

/**
 * Fills a backend's space by the provider's batch jobs. Submitted jobs are recorded in the store: a later run, of any process,
 * collects them and submits the rest. Makes no request if nothing is pending.
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
  const known = (await store.listSpaces()).find((space) => isSameSpace(space, batches.identity))
  const jobs = batchJobsOf(store, backend.source)
  const start = { store, backend, batches, jobs, known, options: { ...options, signal } }
  return (await reportIfIdle(start)) ?? fillByJobs(start)
}

/** The report of a run without work; undefined if there is work. */
async function reportIfIdle(start: BatchStart): Promise<FillReport | undefined> {
  const { store, backend, batches, jobs, known } = start
  if (!known?.canary || (await jobs.list()).length > 0) return undefined
  const { texts, secretDocuments: withheld } = await pendingBefore(start)
  if (texts > 0) return undefined
  await store.putSpace(batches.identity, { source: backend.source, isFilled: true })
  return { ...nothingFilled, withheld }
}

function pendingBefore({ store, batches, backend }: BatchStart): Promise<Pending> {
  return measurePending(store, batches.identity, { isRemote: backend.host !== null })
}

async function fillByJobs(start: BatchStart): Promise<FillReport> {
  const { store, batches } = start
  const run = await startRun(start)
  const { secretDocuments: withheld, texts } = await pendingBefore(start)
  await runJobs(run, texts)
  const { embedded, requests, givenUp } = run
  if (givenUp === null) await store.putSpace(batches.identity, { choose: false, isFilled: true })
  return { embedded, requests, givenUp, withheld, unembedded: await unembeddedOf(run) }
}

async function startRun({ known, ...start }: BatchStart): Promise<BatchRun> {
  const { store, backend, batches, options } = start
  const { signal, sleep = sleepByTimer } = options
  const model = await untilAborted(backend.forIndexing(), signal)
  await verifiedCanary({ store, backend, model, signal }, known)
  await store.putSpace(batches.identity, { source: backend.source })
  const nothingDone = { isAnnounced: false, embedded: 0, requests: 0, givenUp: null }
  return { ...start, model, sleep, refused: new Map(), failedChecks: new Map(), ...nothingDone }
}

/** Submits, checks and collects jobs until none is left. */
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
