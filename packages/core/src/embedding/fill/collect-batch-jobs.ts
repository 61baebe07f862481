import { type BatchResult, createRetry, EmbeddingError, vectorFault } from '@recallite/embeddings'
import { reasonOf } from '../../errors.js'
import type { BatchRun } from './batch-jobs.js'
import { pendingTexts } from './pending-texts.js'

/** Jobs take hours, during which a provider may be unavailable for minutes. */
const checkRetries = { attempts: 8, baseDelay: 2_000, maxDelay: 60_000, maxRetryAfter: 60_000 }

type KeyedVector = Extract<BatchResult, { vector: Float32Array }>

/** The running jobs without those whose checks failed in this run. */
export async function jobsToCheck({ jobs, failed }: BatchRun): Promise<string[]> {
  return (await jobs.list()).filter((id) => !failed.has(id))
}

/**
 * Checks every running job; a failure of one does not affect the others. The first reason is kept. A job that the provider does
 * not know any more is forgotten; one that cannot be checked is left to the next run.
 */
export async function checkJobs(run: BatchRun): Promise<void> {
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
  await run.jobs.remove(id)
  run.embedded += valid.length
}
