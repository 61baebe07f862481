import { type BatchText, type EmbeddingBatches, invalidRequest } from '@recallite/embeddings'
import {
  countAt,
  createHostedBatches,
  explainGoneJob,
  type Fetch,
  type HostedJob,
  type HostedResult,
  parseJson,
  type ReadBytes,
  readUnitVector,
  textAt,
  valueAt,
} from '@recallite/embeddings/http'
import {
  connect,
  embedConfig,
  familyOf,
  type GeminiEmbeddingsSettings,
  promptText,
  type ResolvedSettings,
  resolveSettings,
} from './settings.js'

/** About 400,000 tokens of chunks; first paid tier: 500,000 enqueued (https://ai.google.dev/gemini-api/docs/rate-limits). */
const maxTexts = 1000

/**
 * The Batch API of Gemini with files, whose lines have keys, since inline answers may come in another order. Google deletes
 * the files after 48 hours. Uses REST, because the SDK drops progress, reasons and keys. Rejects with
 * `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings.
 */
export async function createGeminiBatches(settings: GeminiEmbeddingsSettings): Promise<EmbeddingBatches> {
  const resolved = resolveSettings(settings)
  const { model, dimensions } = resolved
  const { clean, host, post, get, download } = createRequests(resolved)
  return createHostedBatches({
    identity: { provider: 'gemini', model, dimensions, promptStyle: familyOf(model).promptStyle },
    maxTexts,
    source: `gemini/${model} at ${host}`,
    async begin(texts, signal) {
      const upload = { headers: uploadHeaders, body: multipart(writeLines(texts, resolved)) }
      const file = await post('upload/v1beta/files?uploadType=multipart', upload, signal)
      const file_name = textAt(file, 'file', 'name')
      if (file_name === undefined) return undefined
      const batch = { displayName: 'recallite', inputConfig: { file_name } }
      const order = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ batch }) }
      const path = `v1beta/models/${model}:asyncBatchEmbedContent`
      const job = textAt(await post(path, order, signal), 'name')
      return job !== undefined && jobName.test(job) ? job : undefined
    },
    async retrieve(job, signal) {
      if (!jobName.test(job)) throw invalidRequest(`"${job}" is not a Gemini job id. Submit the texts again.`)
      return readJob(await get(job, signal))
    },
    download,
    readResult,
    readVector: readUnitVector,
    clean,
  })
}

const jobName = /^batches\/[\w-]+$/

/** One JSON line per text, with its key (https://ai.google.dev/gemini-api/docs/batch-api). */
function writeLines(texts: readonly BatchText[], settings: ResolvedSettings): string {
  const { model } = settings
  const config = embedConfig(settings, 'document')
  const line = ({ key, text }: BatchText) => {
    const content = { parts: [{ text: promptText(model, 'document', text) }] }
    return `${JSON.stringify({ key, request: { model: `models/${model}`, content, ...config } })}\n`
  }
  return texts.map(line).join('')
}

/** The path of the counts, which are 64-bit numbers and thus sent as strings. */
const stats = ['metadata', 'batchStats']
const noReason = 'Gemini gave no reason'

const failures: Readonly<Record<string, string>> = {
  FAILED: noReason,
  CANCELLED: 'it was cancelled',
  EXPIRED: 'it was not done in time and has expired',
}

/** Reads the answer of `batches.get` (https://ai.google.dev/api/batch-api). */
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

/** Uploads take long until the first byte; a thousand vectors of 3,072 numbers are 70 MB of JSON. */
const limits = { firstByteTimeout: 120_000, bodyTimeout: 600_000, maxBytes: 256 * 2 ** 20 }

// JSON contains no raw line breaks, so none of its lines can start with this.
const boundary = 'recallite-batch-file'
const uploadHeaders = {
  'content-type': `multipart/related; boundary=${boundary}`,
  'x-goog-upload-protocol': 'multipart',
}

interface RequestFields {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** See https://ai.google.dev/api/batch-api and https://ai.google.dev/api/files. */
function createRequests(settings: ResolvedSettings) {
  const connection = connect(settings, limits)
  // For jobs and files that may no longer exist.
  const lookUps = connect(settings, { ...limits, explain: explainGoneJob })
  const base = settings.endpoint.href.replace(/\/+$/, '')
  const send = (fetch: Fetch, path: string, { headers = {}, ...init }: RequestFields = {}) =>
    fetch(`${base}/${path}`, { ...init, headers: { 'x-goog-api-key': settings.apiKey, ...headers } })
  return {
    host: connection.host,
    clean: connection.clean,
    post: (path: string, request: RequestFields, signal: AbortSignal | undefined): Promise<unknown> =>
      connection.ask((fetch) => readJson(send(fetch, path, { method: 'POST', ...request })), signal),
    get: (path: string, signal: AbortSignal | undefined): Promise<unknown> =>
      lookUps.ask((fetch) => readJson(send(fetch, `v1beta/${path}`)), signal),
    download: <T>(file: string, read: ReadBytes<T>, signal: AbortSignal | undefined): Promise<T> =>
      lookUps.ask(async (fetch) => {
        const { body } = await send(fetch, `v1beta/${file}:download?alt=media`)
        return read(body ?? [])
      }, signal),
  }
}

async function readJson(response: Promise<Response>): Promise<unknown> {
  return parseJson(await (await response).text())
}

function multipart(lines: string): string {
  const parts = [
    ['application/json; charset=utf-8', JSON.stringify({ file: { displayName: 'recallite' } })],
    ['application/jsonl', lines],
  ]
  const written = parts.map(
    ([type, content]) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`,
  )
  return `${written.join('')}--${boundary}--\r\n`
}
