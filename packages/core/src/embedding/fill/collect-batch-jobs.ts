import { type BatchResult, EmbeddingError, vectorFault } from '@recallite/embeddings'
import { reasonOf } from '../../errors.js'
import type { BatchJob, BatchRun } from './batch-jobs.js'
import { pendingTexts } from './pending-texts.js'

/** Providers keep jobs for days: an older job that cannot be checked is lost. */
const longestLife = 7 * 24 * 60 * 60 * 1000

/** Jobs take hours, during which a provider may be unavailable for minutes. */
const mostFailedChecks = 10

type KeyedVector = Extract<BatchResult, { vector: Float32Array }>

/** The running jobs without those whose checks failed too often. */
export async function jobsToCheck({ jobs, failedChecks }: BatchRun): Promise<BatchJob[]> {
  return (await jobs.list()).filter(({ id }) => (failedChecks.get(id) ?? 0) < mostFailedChecks)
}

/** Checks every running job; a failure of one does not affect the others. The first reason is kept. */
export async function checkJobs(run: BatchRun): Promise<void> {
  for (const job of await jobsToCheck(run)) {
    try {
      await collectIfDone(run, job)
      run.failedChecks.delete(job.id)
    } catch (error) {
      run.options.signal?.throwIfAborted()
      if (!EmbeddingError.isInstance(error)) throw error
      await recordFailedCheck(run, job, error)
    }
  }
}

async function collectIfDone(run: BatchRun, job: BatchJob): Promise<void> {
  const { batches, options } = run
  const answer = await askAbout(run, job, () => batches.check(job.id, options.signal))
  if (answer?.state === 'failed') await forgetJob(run, job, answer.reason ?? 'the batch job failed')
  if (answer?.state !== 'done') return
  const results = await askAbout(run, job, () => batches.collect(job.id, options.signal))
  if (results) await storeResults(run, job, results)
}

/** A provider's answer about a job; undefined if the provider does not know the job any more, which is then forgotten. */
async function askAbout<T>(run: BatchRun, job: BatchJob, question: () => Promise<T>): Promise<T | undefined> {
  try {
    return await question()
  } catch (error) {
    if (!EmbeddingError.isInstance(error) || error.code !== 'EMBEDDING_REQUEST_INVALID') throw error
    const next = 'the next run submits its texts again'
    await forgetJob(run, job, `the batch job ${job.id} is lost, ${next}: ${reasonOf(error)}`)
    return undefined
  }
}

async function forgetJob(run: BatchRun, job: BatchJob, reason: string): Promise<void> {
  await run.jobs.remove(job.id)
  run.givenUp ??= reason
}

async function storeResults(run: BatchRun, job: BatchJob, results: readonly BatchResult[]): Promise<void> {
  const { store, batches, refused } = run
  const { identity } = batches
  // A job may contain texts that have a vector by now.
  const pending = new Set<string>()
  for await (const { key } of pendingTexts(store, identity)) pending.add(key)
  const valid: KeyedVector[] = []
  for (const result of results.filter(({ key }) => pending.has(key))) {
    const fault = 'vector' in result ? vectorFault(result.vector, identity.dimensions) : undefined
    if (!('vector' in result)) refused.set(result.key, result.reason)
    else if (fault === undefined) valid.push(result)
    else refused.set(result.key, `the batch answered it with ${fault}`)
  }
  await store.putVectors(identity, valid)
  for (const { key } of valid) refused.delete(key)
  await run.jobs.remove(job.id)
  run.embedded += valid.length
}

/** Temporary failures count once there are many in a row; after any other this run does not check the job again. */
async function recordFailedCheck(run: BatchRun, job: BatchJob, error: EmbeddingError): Promise<void> {
  const failed = error.isRetryable ? (run.failedChecks.get(job.id) ?? 0) + 1 : Infinity
  run.failedChecks.set(job.id, failed)
  if (failed < mostFailedChecks) return
  const isLost = !error.isRetryable && run.options.now() - job.submittedAt > longestLife
  if (isLost) await run.jobs.remove(job.id)
  run.givenUp ??= reasonOf(error)
}
