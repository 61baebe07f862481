import { type BatchState, EmbeddingError } from '@recallite/embeddings'
import { type FailedResponse, oneLine } from '@recallite/embeddings/http'

/** The state of a job: https://platform.openai.com/docs/api-reference/batch/object. */
export interface BatchJob {
  readonly state: BatchState
  /** The files with the results; empty where there is none. */
  readonly files: readonly string[]
}

const running: ReadonlySet<unknown> = new Set(['validating', 'in_progress', 'finalizing', 'cancelling'])

/**
 * Reads a batch object. An expired or cancelled job counts as done if it has any results.
 * @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` for anything else
 */
export function readJob(answer: unknown, source: string): BatchJob {
  const { status, output_file_id, error_file_id, errors, request_counts: counts } = asJob(answer, source)
  const files = [output_file_id, error_file_id].filter(
    (id) => typeof id === 'string' && id !== '',
  ) as string[]
  const progress = {
    done: toCount(counts?.completed) + toCount(counts?.failed),
    total: toCount(counts?.total),
  }
  if (running.has(status)) return { state: { state: 'running', ...progress, reason: null }, files: [] }
  if (status !== 'failed' && files.length > 0)
    return { state: { state: 'done', ...progress, reason: null }, files }
  const reasons = (errors?.data ?? []).flatMap(({ message }) =>
    typeof message === 'string' ? [message] : [],
  )
  const reason = oneLine(reasons[0] ?? `the job is ${String(status)} and has no results`)
  return { state: { state: 'failed', ...progress, reason }, files: [] }
}

/** @throws EmbeddingError `EMBEDDING_RESPONSE_INVALID` for an object without a usable id */
export function readId(answer: unknown, { what, source }: { what: string; source: string }): string {
  const id = (answer as { id?: unknown } | null | undefined)?.id
  if (typeof id === 'string' && id !== '') return id
  throw invalid(source, `no ${what}`)
}

/**
 * The error for a job or result file that no longer exists or belongs to another account. Undefined for other
 * responses, also for an unknown address.
 */
export function explainGoneJob({ provider, host, status, body }: FailedResponse): EmbeddingError | undefined {
  const message = status === 404 ? messageOf(body) : undefined
  if (message === undefined || /\b(?:invalid|unknown)(?: request)? url\b/i.test(message)) return undefined
  return new EmbeddingError(
    'EMBEDDING_REQUEST_INVALID',
    `${provider} at ${host} does not have the batch job or its results any more; submit its texts again.`,
  )
}

interface WireJob {
  readonly id?: unknown
  readonly status?: unknown
  readonly output_file_id?: unknown
  readonly error_file_id?: unknown
  readonly errors?: {
    readonly data?: readonly { readonly message?: unknown; readonly line?: unknown }[] | null
  } | null
  readonly request_counts?: {
    readonly total?: unknown
    readonly completed?: unknown
    readonly failed?: unknown
  } | null
}

const ended: ReadonlySet<unknown> = new Set(['completed', 'expired', 'cancelled', 'failed'])

function asJob(answer: unknown, source: string): WireJob {
  const job = answer as WireJob | null | undefined
  if (running.has(job?.status) || ended.has(job?.status)) return job ?? {}
  throw invalid(source, 'no batch job with a state that is known')
}

function invalid(source: string, fault: string): EmbeddingError {
  return new EmbeddingError(
    'EMBEDDING_RESPONSE_INVALID',
    `${source} answered ${fault}; look whether the base URL is right.`,
  )
}

function toCount(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0
}

/** The message of the API's own error, which pages of proxies do not have; may be empty. */
function messageOf(body: unknown): string | undefined {
  try {
    const { error } = JSON.parse(String(body)) as { error?: { message?: unknown } | null }
    return typeof error === 'object' && error !== null ? String(error.message ?? '') : undefined
  } catch {
    return undefined
  }
}
