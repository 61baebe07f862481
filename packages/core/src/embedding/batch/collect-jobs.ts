import { EmbeddingError, vectorFault, type BatchResult } from '@recallite/embeddings'
import { reasonOf } from '../../reason-of.js'
import { pendingPages } from '../fill/pending-pages.js'
import { assertRightNames, type KeyedVector } from './assert-right-names.js'
import type { BatchRun } from './batch-run.js'
import type { BatchJob } from './jobs.js'

/** Providers keep jobs for days: of an older one that cannot be looked at nothing will come. */
const longestLife = 7 * 24 * 60 * 60 * 1000

/** Jobs take hours, in which a provider may be out of order for minutes. */
const mostFailedLooks = 10

function whyRefused(result: BatchResult, dimensions: number): string | undefined {
  if (!('vector' in result)) return result.reason
  const fault = vectorFault(result.vector, dimensions)
  return fault === undefined ? undefined : `the batch answered it with ${fault}`
}

async function forget(run: BatchRun, job: BatchJob, reason: string): Promise<void> {
  await run.jobs.remove(job.id)
  run.givenUp ??= reason
}

/** An answer about a job; undefined where the provider does not know the job any more, which then is forgotten. */
async function askAbout<T>(run: BatchRun, job: BatchJob, question: () => Promise<T>): Promise<T | undefined> {
  try {
    return await question()
  } catch (error) {
    if (!EmbeddingError.isInstance(error) || error.code !== 'EMBEDDING_REQUEST_INVALID') throw error
    const next = 'the next run hands its texts over again'
    await forget(run, job, `the batch job ${job.id} is lost, ${next}: ${reasonOf(error)}`)
    return undefined
  }
}

/** Whatever else a job answers was not handed over, or is gone. */
async function wantedKeys({ store, batches }: BatchRun): Promise<ReadonlySet<string>> {
  const keys = new Set<string>()
  for await (const page of pendingPages(store, batches.identity)) for (const { key } of page) keys.add(key)
  return keys
}

async function keep(run: BatchRun, job: BatchJob, results: readonly BatchResult[]): Promise<void> {
  const { store, batches, refused } = run
  const wanted = await wantedKeys(run)
  const good: KeyedVector[] = []
  for (const result of results.filter(({ key }) => wanted.has(key))) {
    const reason = whyRefused(result, batches.identity.dimensions)
    if (reason !== undefined) refused.set(result.key, reason)
    else if ('vector' in result) good.push(result)
  }
  await assertRightNames(run, good, job)
  await store.putVectors(batches.identity, good)
  for (const { key } of good) refused.delete(key)
  await run.jobs.remove(job.id)
  run.embedded += good.length
}

/** Fetches a job's results if it is done, and forgets one that failed, with its reason. */
async function lookAt(run: BatchRun, job: BatchJob): Promise<void> {
  const { batches, options } = run
  const answer = await askAbout(run, job, () => batches.check(job.id, options.signal))
  if (answer?.state === 'failed') await forget(run, job, answer.reason ?? 'the batch job failed')
  if (answer?.state !== 'done') return
  const results = await askAbout(run, job, () => batches.collect(job.id, options.signal))
  if (results) await keep(run, job, results)
}

/** A failure that may pass counts when it has come often enough; any other ends the looking at this job. */
async function noteFailure(run: BatchRun, job: BatchJob, error: EmbeddingError): Promise<void> {
  const failed = error.isRetryable ? (run.failedLooks.get(job.id) ?? 0) + 1 : Infinity
  run.failedLooks.set(job.id, failed)
  if (failed < mostFailedLooks) return
  const isLost = !error.isRetryable && run.options.now() - job.submittedAt > longestLife
  if (isLost) await run.jobs.remove(job.id)
  run.givenUp ??= reasonOf(error)
}

/** The jobs that are under way, but for those that this run does not look at any more. */
export async function jobsToLookAt({ jobs, failedLooks }: BatchRun): Promise<BatchJob[]> {
  return (await jobs.list()).filter(({ id }) => (failedLooks.get(id) ?? 0) < mostFailedLooks)
}

/** Looks at every job that is under way; one that fails is no hindrance to the others. The first reason is kept. */
export async function lookAtJobs(run: BatchRun): Promise<void> {
  for (const job of await jobsToLookAt(run)) {
    try {
      await lookAt(run, job)
      run.failedLooks.delete(job.id)
    } catch (error) {
      run.options.signal?.throwIfAborted()
      if (!EmbeddingError.isInstance(error)) throw error
      await noteFailure(run, job, error)
    }
  }
}
