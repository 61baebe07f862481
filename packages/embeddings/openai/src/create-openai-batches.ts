import { type BatchText, type EmbeddingBatches, EmbeddingError, unavailable } from '@recallite/embeddings'
import {
  countAt,
  createHostedBatches,
  explainGoneJob,
  type HostedJob,
  type HostedResult,
  readVector,
  textAt,
  valueAt,
} from '@recallite/embeddings/http'
import { applyPrompt, cutText } from '@recallite/embeddings/provider'
import { connect } from './connect.js'
import {
  contextSize,
  embeddingBody,
  type OpenAIEmbeddingsSettings,
  resolveSpace,
  type VectorSpace,
} from './settings.js'

/** See https://platform.openai.com/docs/guides/batch. */
const maxTexts = 50_000
const fileLimit = 200_000_000

/** The results of a full job are about 1 GB of JSON. */
const resultLimits = { maxBytes: 4_000_000_000, bodyTimeout: 3_600_000, explain: explainGoneJob }

/**
 * The Batch API: answers within a day at half the price, usually only for OpenAI's own models; others need `dimensions`.
 * Throws `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings.
 */
export function createOpenAIBatches(settings: OpenAIEmbeddingsSettings): EmbeddingBatches {
  const space = resolveSpace(settings)
  const { model, promptStyle, dimensions } = space
  if (dimensions === undefined) throw unavailable(`The vector length of ${model} is unknown. Set dimensions.`)
  const connection = connect(settings)
  const results = connect(settings, resultLimits)
  return createHostedBatches({
    identity: { provider: 'openai', model, dimensions, promptStyle },
    maxTexts,
    source: `openai/${model} at ${connection.host}`,
    async begin(texts, signal) {
      const file = batchFile(space, texts)
      const upload = await connection.ask((client) => client.files.create({ file, purpose: 'batch' }), signal)
      const input_file_id = textAt(upload, 'id')
      if (input_file_id === undefined) return undefined
      const order = { input_file_id, endpoint: '/v1/embeddings', completion_window: '24h' } as const
      return valueAt(await connection.ask((client) => client.batches.create(order), signal), 'id')
    },
    retrieve: async (job, signal) =>
      readJob(await results.ask((client) => client.batches.retrieve(job), signal)),
    download: (file, read, signal) =>
      results.ask(async (client) => {
        const { body } = await client.files.content(file)
        return read(body ?? [])
      }, signal),
    // See https://platform.openai.com/docs/api-reference/batch/request-output.
    readResult: (line): HostedResult => ({ key: valueAt(line, 'custom_id'), answer: readAnswer(line) }),
    readVector,
    clean: connection.clean,
  })
}

/** One JSON line per text: a request with its key. Throws `EMBEDDING_REQUEST_TOO_LARGE` above `maxBytes`. */
export function batchFile(space: VectorSpace, texts: readonly BatchText[], maxBytes = fileLimit): File {
  const lines = texts.map(({ key, text }) => {
    const input = cutText(applyPrompt(space.promptStyle, 'document', text), contextSize)
    const body = embeddingBody(space, [input])
    return `${JSON.stringify({ custom_id: key, method: 'POST', url: '/v1/embeddings', body })}\n`
  })
  const file = new File(lines, 'texts.jsonl', { type: 'application/jsonl' })
  if (file.size <= maxBytes) return file
  throw new EmbeddingError(
    'EMBEDDING_REQUEST_TOO_LARGE',
    `The batch job has ${file.size} bytes; the maximum is ${maxBytes}. Submit several jobs.`,
  )
}

const running: ReadonlySet<unknown> = new Set(['validating', 'in_progress', 'finalizing', 'cancelling'])
const ended: ReadonlySet<unknown> = new Set(['completed', 'expired', 'cancelled', 'failed'])

/**
 * Reads a batch object (https://platform.openai.com/docs/api-reference/batch/object). An expired or cancelled job is done
 * if it has results.
 */
function readJob(job: unknown): HostedJob | undefined {
  const status = valueAt(job, 'status')
  if (!running.has(status) && !ended.has(status)) return undefined
  const files = ['output_file_id', 'error_file_id'].flatMap((name) => textAt(job, name) ?? [])
  const count = (name: string) => countAt(job, 'request_counts', name)
  const progress = { done: count('completed') + count('failed'), total: count('total'), files }
  if (running.has(status)) return { state: 'running', ...progress }
  if (status !== 'failed' && files.length > 0) return { state: 'done', ...progress }
  const reason =
    textAt(job, 'errors', 'data', '0', 'message') ?? `the job is ${String(status)} and has no results`
  return { state: 'failed', ...progress, reason }
}

function readAnswer(line: unknown): HostedResult['answer'] {
  const error = valueAt(line, 'error') ?? valueAt(line, 'response', 'body', 'error')
  if (typeof error === 'object' && error !== null)
    return {
      refusal: textAt(error, 'message') ?? textAt(error, 'code') ?? 'it was rejected without a reason',
    }
  const status = valueAt(line, 'response', 'status_code')
  if (status !== 200) return { refusal: `it was answered with the status ${String(status)}` }
  const data = valueAt(line, 'response', 'body', 'data')
  const isOne = Array.isArray(data) && data.length === 1 && valueAt(data, '0', 'index') === 0
  return isOne
    ? { vector: valueAt(data, '0', 'embedding') }
    : { refusal: 'it was not answered with one embedding' }
}
