import { EmbeddingError, type BatchText } from '@recallite/embeddings'
import type { BatchRun } from './batch-run.js'
import { announce, textsToHandOver } from './hand-over.js'

const usualConcurrency = 2

/** The vectors of a job are in memory at once, whatever the provider allows. */
const mostBytes = 64_000_000

const mostRetries = 3
const firstRetryDelay = 1_000
const longestRetryDelay = 60_000

function mostTexts({ batches }: BatchRun): number {
  const bytes = batches.identity.dimensions * Float32Array.BYTES_PER_ELEMENT
  return Math.max(1, Math.min(batches.maxTexts, Math.floor(mostBytes / bytes)))
}

async function textsBehind(run: BatchRun, after: string | undefined): Promise<BatchText[]> {
  const most = mostTexts(run)
  const texts: BatchText[] = []
  for await (const { key, text } of textsToHandOver(run, after)) {
    texts.push({ key, text })
    if (texts.length === most) break
  }
  return texts
}

function isRetryable(error: unknown): error is EmbeddingError {
  return EmbeddingError.isInstance(error) && error.isRetryable
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
