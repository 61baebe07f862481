import {
  assertBatchTexts,
  type BatchState,
  type EmbeddingBatches,
  EmbeddingError,
} from '@recallite/embeddings'
import { valueAt } from '@recallite/embeddings/http'
import { familyOf } from '../model-family.js'
import { connect, type GeminiEmbeddingsSettings, resolveSettings } from '../settings.js'
import {
  answersFileOf,
  explainGoneJob,
  readBatchLines,
  readBatchState,
  writeBatchLines,
} from './batch-format.js'
import { type BatchRequests, createBatchRequests, raise, unreadableBatch } from './batch-requests.js'

/**
 * About 400,000 tokens of chunks; accounts of the first paid tier may have 500,000 waiting
 * (https://ai.google.dev/gemini-api/docs/rate-limits).
 */
const maxTexts = 1000
/** Uploads take long before the first byte; a thousand vectors of 3,072 numbers are 70 MB of JSON. */
const limits = { firstByteTimeout: 120_000, bodyTimeout: 600_000, maxBytes: 256 * 2 ** 20 }

/**
 * The Batch API of Gemini with files, whose lines have keys, because answers may come in another order. A job can be
 * continued by its id, also in another process; Google deletes the files after 48 hours. Uses the REST interface, since
 * the SDK drops progress, reasons and keys.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings
 */
export async function createGeminiBatches(settings: GeminiEmbeddingsSettings): Promise<EmbeddingBatches> {
  const resolved = resolveSettings(settings)
  const { apiKey, endpoint, model, dimensions } = resolved
  const requests = createBatchRequests({
    endpoint,
    apiKey,
    connection: connect(resolved, limits),
    lookUps: connect(resolved, { ...limits, explain: explainGoneJob }),
  })
  return {
    identity: { provider: 'gemini', model, dimensions, promptStyle: familyOf(model).promptStyle },
    maxTexts,
    async submit(texts, signal) {
      signal?.throwIfAborted()
      assertBatchTexts(texts, maxTexts)
      const file = valueAt(await requests.upload(writeBatchLines(texts, resolved), signal), 'file', 'name')
      if (typeof file !== 'string') throw unreadableBatch()
      return beginJob(requests, { model, file, signal })
    },
    async check(job, signal) {
      signal?.throwIfAborted()
      return stateOf(await requests.get(pathOf(job), signal), apiKey)
    },
    async collect(job, signal) {
      signal?.throwIfAborted()
      const operation = await requests.get(pathOf(job), signal)
      refuseUnfinished(stateOf(operation, apiKey), job)
      const file = answersFileOf(operation) ?? raise(unreadableBatch())
      return readBatchLines(await requests.download(file, signal), resolved) ?? raise(unreadableBatch())
    },
  }
}

interface NewJob {
  readonly model: string
  readonly file: string
  readonly signal: AbortSignal | undefined
}

async function beginJob(requests: BatchRequests, { model, file, signal }: NewJob): Promise<string> {
  const batch = { displayName: 'recallite', inputConfig: { file_name: file } }
  const job = valueAt(
    await requests.post(`models/${model}:asyncBatchEmbedContent`, { batch }, signal),
    'name',
  )
  return typeof job === 'string' && jobName.test(job) ? job : raise(unreadableBatch())
}

const jobName = /^batches\/[\w-]+$/

function pathOf(job: string): string {
  return jobName.test(job)
    ? job
    : raise(invalid(`"${job}" is not the id of a Gemini job. Submit the texts again.`))
}

function stateOf(operation: unknown, apiKey: string): BatchState {
  return readBatchState(operation, apiKey) ?? raise(unreadableBatch())
}

function refuseUnfinished({ state, reason }: BatchState, job: string): void {
  if (state === 'failed') throw invalid(`The Gemini job ${job} failed: ${reason}. Submit the texts again.`)
  if (state === 'done') return
  const message = `The Gemini job ${job} is not done yet; check it later.`
  throw new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true })
}

function invalid(message: string): EmbeddingError {
  return new EmbeddingError('EMBEDDING_REQUEST_INVALID', message)
}
