import { type BatchText, type EmbeddingBatches, invalidRequest } from '@recallite/embeddings'
import {
  countAt,
  createHostedBatches,
  type HostedJob,
  type HostedResult,
  readUnitVector,
  textAt,
  valueAt,
} from '@recallite/embeddings/http'
import { createRequests } from './requests.js'
import {
  embedRequest,
  familyOf,
  type GeminiEmbeddingsSettings,
  promptText,
  type ResolvedSettings,
  resolveSettings,
} from './settings.js'

/**
 * About 400,000 tokens of chunks; accounts of the first paid tier may have 500,000 waiting
 * (https://ai.google.dev/gemini-api/docs/rate-limits).
 */
const maxTexts = 1000

/** Uploads take long before the first byte; a thousand vectors of 3,072 numbers are 70 MB of JSON. */
const limits = { firstByteTimeout: 120_000, bodyTimeout: 600_000, maxBytes: 256 * 2 ** 20 }

/**
 * The Batch API of Gemini with files, whose lines have keys, because answers may come in another order. A job can be
 * continued by its id, also in another process; Google deletes the files after 48 hours.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings
 */
export async function createGeminiBatches(settings: GeminiEmbeddingsSettings): Promise<EmbeddingBatches> {
  const resolved = resolveSettings(settings)
  const { model, dimensions } = resolved
  const { clean, host, upload, post, get, download } = createRequests(resolved, limits)
  return createHostedBatches({
    identity: { provider: 'gemini', model, dimensions, promptStyle: familyOf(model).promptStyle },
    maxTexts,
    source: `gemini/${model} at ${host}`,
    async begin(texts, signal) {
      const file_name = textAt(await upload(writeLines(texts, resolved), signal), 'file', 'name')
      if (file_name === undefined) return undefined
      const batch = { displayName: 'recallite', inputConfig: { file_name } }
      const job = textAt(await post(`models/${model}:asyncBatchEmbedContent`, { batch }, signal), 'name')
      return job !== undefined && jobName.test(job) ? job : undefined
    },
    retrieve: async (job, signal) => readJob(await get(pathOf(job), signal)),
    download,
    readResult,
    readVector: readUnitVector,
    clean,
  })
}

const jobName = /^batches\/[\w-]+$/

function pathOf(job: string): string {
  if (jobName.test(job)) return job
  throw invalidRequest(`"${job}" is not the id of a Gemini job. Submit the texts again.`)
}

/** Writes the file of a job: one JSON line per text with its key (https://ai.google.dev/gemini-api/docs/batch-api). */
function writeLines(texts: readonly BatchText[], settings: ResolvedSettings): string {
  const line = ({ key, text }: BatchText) => {
    const request = embedRequest(settings, 'document', promptText(settings.model, 'document', text))
    return `${JSON.stringify({ key, request })}\n`
  }
  return texts.map(line).join('')
}

/** Where the counts of an operation are; they are 64-bit numbers, which are sent as strings. */
const stats = ['metadata', 'batchStats']
/** Where there is no message. */
const noReason = 'Gemini gave no reason'

const failures: Readonly<Record<string, string>> = {
  FAILED: noReason,
  CANCELLED: 'it was cancelled',
  EXPIRED: 'it was not done in time and has expired',
}

/** Reads the operation that `batches.get` returns (https://ai.google.dev/api/batch-api). */
function readJob(operation: unknown): HostedJob | undefined {
  const name = textAt(operation, 'metadata', 'state')?.replace(/^(?:BATCH|JOB)_STATE_/, '')
  if (name === undefined) return undefined
  const count = (field: string) => countAt(operation, ...stats, field)
  const progress = {
    done: count('successfulRequestCount') + count('failedRequestCount'),
    total: count('requestCount'),
    files: [],
  }
  const error = valueAt(operation, 'error')
  const reason = error === undefined ? failures[name] : (textAt(error, 'message') ?? noReason)
  if (reason !== undefined) return { ...progress, state: 'failed', reason }
  if (name !== 'SUCCEEDED') return { ...progress, state: 'running' }
  const file =
    textAt(operation, 'metadata', 'output', 'responsesFile') ?? textAt(operation, 'response', 'responsesFile')
  const isName = file !== undefined && /^files\/[\w-]+$/.test(file)
  return isName ? { ...progress, state: 'done', files: [file] } : undefined
}

function readResult(line: unknown): HostedResult {
  const error = valueAt(line, 'error') ?? valueAt(line, 'status')
  const answer =
    error === undefined
      ? { vector: valueAt(line, 'response', 'embedding', 'values') }
      : { refusal: textAt(error, 'message') ?? noReason }
  return { key: valueAt(line, 'key'), answer }
}
