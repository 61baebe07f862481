import { type BatchState, type EmbeddingError, invalidRequest } from '@recallite/embeddings'
import {
  countAt,
  type FailedResponse,
  oneLine,
  parseJson,
  unusableAnswer,
  valueAt,
} from '@recallite/embeddings/http'

const running: ReadonlySet<unknown> = new Set(['validating', 'in_progress', 'finalizing', 'cancelling'])
const ended: ReadonlySet<unknown> = new Set(['completed', 'expired', 'cancelled', 'failed'])

/**
 * The state of a batch object (https://platform.openai.com/docs/api-reference/batch/object) and the files with its
 * results. An expired or cancelled job counts as done if it has any results.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` for anything else
 */
export function readJob(job: unknown, source: string): { state: BatchState; files: string[] } {
  const status = valueAt(job, 'status')
  if (!running.has(status) && !ended.has(status))
    throw unusableAnswer(
      source,
      'no batch job with a state that is known; look whether the base URL is right',
    )
  const files = ['output_file_id', 'error_file_id'].flatMap((name) => textAt(job, name) ?? [])
  const counts = (name: string) => countAt(job, 'request_counts', name)
  const progress = { done: counts('completed') + counts('failed'), total: counts('total') }
  if (running.has(status)) return { state: { state: 'running', ...progress, reason: null }, files: [] }
  if (status !== 'failed' && files.length > 0)
    return { state: { state: 'done', ...progress, reason: null }, files }
  const errors = valueAt(job, 'errors', 'data')
  const messages = Array.isArray(errors) ? errors.map((error) => valueAt(error, 'message')) : []
  const message = messages.find((words) => typeof words === 'string')
  const reason = oneLine(message ?? `the job is ${String(status)} and has no results`)
  return { state: { state: 'failed', ...progress, reason }, files: [] }
}

/** @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` for an object without a usable id */
export function readId(answer: unknown, { what, source }: { what: string; source: string }): string {
  const id = textAt(answer, 'id')
  if (id === undefined) throw unusableAnswer(source, `no ${what}; look whether the base URL is right`)
  return id
}

/**
 * The error for a job or result file that no longer exists or belongs to another account. Undefined for other
 * responses, also for an unknown address and for pages of proxies, which do not have the API's own error.
 */
export function explainGoneJob({ provider, host, status, body }: FailedResponse): EmbeddingError | undefined {
  const error = valueAt(parseJson(String(body)), 'error')
  if (status !== 404 || typeof error !== 'object' || error === null) return undefined
  const message = String(valueAt(error, 'message') ?? '')
  if (/\b(?:invalid|unknown)(?: request)? url\b/i.test(message)) return undefined
  return invalidRequest(
    `${provider} at ${host} does not have the batch job or its results any more; submit its texts again.`,
  )
}

function textAt(value: unknown, name: string): string | undefined {
  const text = valueAt(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
