import {
  type BatchResult,
  type BatchState,
  type BatchText,
  type EmbeddingError,
  invalidRequest,
} from '@recallite/embeddings'
import {
  countAt,
  type FailedResponse,
  oneLine,
  parseJson,
  readUnitVector,
  valueAt,
  withoutSecrets,
} from '@recallite/embeddings/http'
import { embedConfig, promptText } from '../model-family.js'
import type { ResolvedSettings } from '../settings.js'

/** Writes the file of a job: one JSON line per text with its key (https://ai.google.dev/gemini-api/docs/batch-api). */
export function writeBatchLines(
  texts: readonly BatchText[],
  settings: Pick<ResolvedSettings, 'model' | 'dimensions'>,
): string {
  const { model } = settings
  const config = embedConfig(settings, 'document')
  const line = ({ key, text }: BatchText) => {
    const content = { parts: [{ text: promptText(model, 'document', text) }] }
    return `${JSON.stringify({ key, request: { model: `models/${model}`, content, ...config } })}\n`
  }
  return texts.map(line).join('')
}

/** The length of the vectors, and the key, which is removed from reasons. */
type BatchReading = Pick<ResolvedSettings, 'dimensions' | 'apiKey'>

/**
 * Reads the results of a job: one line per text with its key and a response or an error. Undefined for another file or
 * repeated keys, since no key can be trusted then.
 */
export function readBatchLines(file: string, reading: BatchReading): BatchResult[] | undefined {
  const lines = file.split('\n').filter((line) => line.trim() !== '')
  const results = lines.map((line) => resultOf(parseJson(line), reading))
  const keys = new Set(results.map((result) => result?.key))
  return keys.size === results.length && !keys.has(undefined)
    ? results.filter((result) => result !== undefined)
    : undefined
}

/** Where the counts of an operation are; they are 64-bit numbers, which are sent as strings. */
const stats = ['metadata', 'batchStats']
/** Where there is no message. */
const noReason = 'Gemini gave no reason'

const failures: Record<string, string> = {
  FAILED: noReason,
  CANCELLED: 'it was cancelled',
  EXPIRED: 'it was not done in time and has expired',
}

/**
 * Reads the progress of a job from the operation that `batches.get` returns (https://ai.google.dev/api/batch-api);
 * undefined for something else.
 */
export function readBatchState(operation: unknown, apiKey: string): BatchState | undefined {
  const state = valueAt(operation, 'metadata', 'state')
  if (typeof state !== 'string') return undefined
  const progress = {
    done:
      countAt(operation, ...stats, 'successfulRequestCount') +
      countAt(operation, ...stats, 'failedRequestCount'),
    total: countAt(operation, ...stats, 'requestCount'),
  }
  const name = state.replace(/^(?:BATCH|JOB)_STATE_/, '')
  const error = valueAt(operation, 'error')
  if (error !== undefined) return { ...progress, state: 'failed', reason: reasonOf(error, apiKey) }
  if (Object.hasOwn(failures, name)) return { ...progress, state: 'failed', reason: failures[name] ?? null }
  return { ...progress, state: name === 'SUCCEEDED' ? 'done' : 'running', reason: null }
}

/** The name of the result file of a finished job, e.g. `files/batch-abc`. */
export function answersFileOf(operation: unknown): string | undefined {
  const file =
    valueAt(operation, 'metadata', 'output', 'responsesFile') ??
    valueAt(operation, 'response', 'responsesFile')
  return typeof file === 'string' && /^files\/[\w-]+$/.test(file) ? file : undefined
}

/**
 * The error for a job or result file that no longer exists or belongs to another account; the API says of some with 403
 * that they may not exist. Undefined for other responses and for pages of proxies.
 */
export function explainGoneJob({ host, status, body }: FailedResponse): EmbeddingError | undefined {
  const error = valueAt(parseJson(String(body)), 'error')
  const isGone =
    status === 404 || (status === 403 && /may not exist/i.test(String(valueAt(error, 'message'))))
  if (!isGone || typeof error !== 'object') return undefined
  return invalidRequest(
    `gemini at ${host} does not have the batch job or its answers any more; submit its texts again.`,
  )
}

function resultOf(line: unknown, { dimensions, apiKey }: BatchReading): BatchResult | undefined {
  const key = valueAt(line, 'key')
  if (typeof key !== 'string') return undefined
  const error = valueAt(line, 'error') ?? valueAt(line, 'status')
  if (error !== undefined) return { key, reason: reasonOf(error, apiKey) }
  const read = readUnitVector(valueAt(line, 'response', 'embedding', 'values'), dimensions)
  return 'fault' in read
    ? { key, reason: `Gemini answered with ${read.fault}` }
    : { key, vector: read.vector }
}

/** The message of a `google.rpc.Status`, in one line without the key. */
function reasonOf(status: unknown, apiKey: string): string {
  const message = valueAt(status, 'message')
  if (typeof message !== 'string') return noReason
  return oneLine(withoutSecrets(message, [apiKey])) || noReason
}
