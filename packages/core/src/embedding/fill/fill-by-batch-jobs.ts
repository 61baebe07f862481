import { setTimeout } from 'node:timers/promises'
import { EmbeddingError, untilAborted } from '@recallite/embeddings'
import type { KeptSpace, Store } from '@recallite/store'
import { reasonOf } from '../../errors.js'
import { verifiedCanary } from '../canary.js'
import type { HeldBackend } from '../chain.js'
import { isSameSpace } from '../backend.js'
import { batchJobsOf, type BatchOptions, type BatchRun, submitJobs } from './batch-jobs.js'
import { checkJobs, jobsToCheck } from './collect-batch-jobs.js'
import { type FillReport, nothingFilled } from './fill-space.js'
import { measurePending, pendingTexts } from './pending-texts.js'
import type { UnembeddedText } from './send-batch.js'

const defaultPollInterval = 30_000

/** Small jobs finish soon: the interval begins here and doubles up to the limit. */
const firstPollInterval = 1_000
const sleepByTimer: BatchRun['sleep'] = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, { signal })

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
  const { identity } = batches
  const known = (await store.listSpaces()).find((space) => isSameSpace(space, identity))
  const jobs = batchJobsOf(store, backend.source)
  const measure = () => measurePending(store, identity, backend.host)
  if (known?.canary && (await jobs.list()).length === 0) {
    const { texts, secretDocuments: withheld } = await measure()
    if (texts === 0) {
      await store.putSpace(identity, { source: backend.source, isFilled: true })
      return { ...nothingFilled, withheld }
    }
  }
  const run = await startRun({ store, backend, batches, jobs, options: { ...options, signal } }, known)
  const { texts, secretDocuments: withheld } = await measure()
  await runJobs(run, texts)
  const { embedded, requests, givenUp } = run
  if (givenUp === null) await store.putSpace(identity, { choose: false, isFilled: true })
  return { embedded, requests, givenUp, withheld, unembedded: await unembeddedOf(run) }
}

async function startRun(
  start: Pick<BatchRun, 'store' | 'backend' | 'batches' | 'jobs' | 'options'>,
  known: KeptSpace | undefined,
): Promise<BatchRun> {
  const { store, backend, batches, options } = start
  const { signal, sleep = sleepByTimer } = options
  const model = await untilAborted(backend.forIndexing(), signal)
  await verifiedCanary({ store, backend, model, signal }, known)
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
