import { EmbeddingError, type BatchResult } from '@recallite/embeddings'
import { cosine } from '../cosine.js'
import { pendingPages, withoutSecrets } from '../fill/pending-pages.js'
import type { BatchRun } from './batch-run.js'
import type { BatchJob } from './jobs.js'

/** The vector of a text of a job. */
export type KeyedVector = Extract<BatchResult, { vector: Float32Array }>

/** A job computes as the model does, up to rounding; another text's vector is far away. */
const leastCosine = 0.98

/** A text that is still there, and the vector that the job gave it. */
interface Sample {
  readonly text: string
  readonly vector: Float32Array
}

const samples = 3

/** Some of the results, spread over them, with their texts. */
async function findSamples({ store, batches }: BatchRun, results: readonly KeyedVector[]): Promise<Sample[]> {
  const step = Math.max(1, Math.floor(results.length / samples))
  const chosen = results.filter((_, place) => place % step === 0).slice(0, samples)
  const vectors = new Map(chosen.map(({ key, vector }) => [key, vector]))
  const found: Sample[] = []
  for await (const page of withoutSecrets(pendingPages(store, batches.identity))) {
    for (const { key, text } of page) {
      const vector = vectors.get(key)
      if (vector) found.push({ text, vector })
    }
    if (found.length === vectors.size) break
  }
  return found
}

/**
 * Results are matched to texts by names alone; some are embedded again, to see that the names are right. Where they are
 * not, the job is forgotten.
 * @param results of texts that are still wanted
 * @throws EmbeddingError
 */
export async function assertRightNames(
  run: BatchRun,
  results: readonly KeyedVector[],
  job: BatchJob,
): Promise<void> {
  const found = await findSamples(run, results)
  if (found.length === 0) return
  const texts = found.map(({ text }) => text)
  const again = await run.model.embed({ texts, role: 'document', signal: run.options.signal })
  if (found.every(({ vector }, place) => cosine(again[place] ?? new Float32Array(), vector) >= leastCosine))
    return
  await run.jobs.remove(job.id)
  throw new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    `the batch job ${job.id} gave another vector for a text than the model does; nothing of it is used. Index again, without --batch`,
  )
}
