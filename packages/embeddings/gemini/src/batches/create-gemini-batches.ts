import {
  assertBatchTexts,
  type BatchState,
  type EmbeddingBatches,
  EmbeddingError,
  invalidRequest,
} from '@recallite/embeddings'
import { valueAt } from '@recallite/embeddings/http'
import { familyOf } from '../model-family.js'
import { type GeminiEmbeddingsSettings, resolveSettings } from '../settings.js'
import { answersFileOf, readBatchLines, readBatchState, writeBatchLines } from './batch-format.js'
import { createBatchRequests, refuseUnreadable } from './batch-requests.js'

/**
 * About 400,000 tokens of chunks; accounts of the first paid tier may have 500,000 waiting
 * (https://ai.google.dev/gemini-api/docs/rate-limits).
 */
const maxTexts = 1000

/**
 * The Batch API of Gemini with files, whose lines have keys, because answers may come in another order. A job can be
 * continued by its id, also in another process; Google deletes the files after 48 hours. Uses the REST interface, since
 * the SDK drops progress, reasons and keys.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings
 */
export async function createGeminiBatches(settings: GeminiEmbeddingsSettings): Promise<EmbeddingBatches> {
  const resolved = resolveSettings(settings)
  const { apiKey, model, dimensions } = resolved
  const requests = createBatchRequests(resolved)
  return {
    identity: { provider: 'gemini', model, dimensions, promptStyle: familyOf(model).promptStyle },
    maxTexts,
    async submit(texts, signal) {
      signal?.throwIfAborted()
      assertBatchTexts(texts, maxTexts)
      const file = valueAt(await requests.upload(writeBatchLines(texts, resolved), signal), 'file', 'name')
      if (typeof file !== 'string') return refuseUnreadable()
      const batch = { displayName: 'recallite', inputConfig: { file_name: file } }
      const created = await requests.post(`models/${model}:asyncBatchEmbedContent`, { batch }, signal)
      const job = valueAt(created, 'name')
      return typeof job === 'string' && jobName.test(job) ? job : refuseUnreadable()
    },
    async check(job, signal) {
      signal?.throwIfAborted()
      return stateOf(await requests.get(pathOf(job), signal), apiKey)
    },
    async collect(job, signal) {
      signal?.throwIfAborted()
      const operation = await requests.get(pathOf(job), signal)
      refuseUnfinished(stateOf(operation, apiKey), job)
      const file = answersFileOf(operation) ?? refuseUnreadable()
      return readBatchLines(await requests.download(file, signal), resolved) ?? refuseUnreadable()
    },
  }
}

const jobName = /^batches\/[\w-]+$/

function pathOf(job: string): string {
  if (jobName.test(job)) return job
  throw invalidRequest(`"${job}" is not the id of a Gemini job. Submit the texts again.`)
}

function stateOf(operation: unknown, apiKey: string): BatchState {
  return readBatchState(operation, apiKey) ?? refuseUnreadable()
}

function refuseUnfinished({ state, reason }: BatchState, job: string): void {
  if (state === 'failed')
    throw invalidRequest(`The Gemini job ${job} failed: ${reason}. Submit the texts again.`)
  if (state === 'done') return
  const message = `The Gemini job ${job} is not done yet; check it later.`
  throw new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true })
}
