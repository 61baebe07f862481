import { parseJson } from './wire.js'

export interface FailureWords {
  /** For people; may be empty. */
  readonly message: string
  /** Codes, types, reasons, quota ids and the parameter at fault, in lower case. */
  readonly marks: readonly string[]
  /** From Google's `RetryInfo`, e.g. `34.07s`. */
  readonly retryDelay: string | undefined
}

/**
 * Reads `{ error: { message, type, param, code } }` (OpenAI), `{ error: { message, status, details } }` with
 * `google.rpc` details (Gemini), `{ error: text }` (Ollama) and `{ message }` or `{ detail }` (compatible servers), as
 * text or parsed, also in a list of one. Other text is the message, unless it is HTML.
 */
export function failureWords(body: unknown): FailureWords {
  const parsed = typeof body === 'string' ? (parseJson(body) ?? body) : body
  if (typeof parsed === 'string') {
    const message = parsed.trimStart().startsWith('<') ? '' : parsed.slice(0, 2000)
    return { message, marks: [], retryDelay: undefined }
  }
  const outer = fieldsOf(Array.isArray(parsed) ? parsed[0] : parsed)
  const error = outer['error'] ?? outer
  if (typeof error === 'string') return { message: error.slice(0, 2000), marks: [], retryDelay: undefined }
  const fields = fieldsOf(error)
  const details = listOf(fields['details']).map(fieldsOf)
  const violations = details.flatMap((detail) => listOf(detail['violations'])).map(fieldsOf)
  return {
    message: textOf(fields['message']) ?? textOf(fields['detail']) ?? '',
    marks: [
      ...['type', 'code', 'status', 'param'].map((name) => fields[name]),
      ...details.map(({ reason }) => reason),
      ...violations.map(({ quotaId }) => quotaId),
    ].flatMap((mark) => textOf(mark)?.toLowerCase() ?? []),
    retryDelay: details.map(({ retryDelay }) => textOf(retryDelay)).find((delay) => delay !== undefined),
  }
}

/**
 * The pause before the next request in milliseconds, not negative; undefined if the provider does not give one. Tries
 * `retry-after-ms`, `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3), then `google.rpc.RetryInfo`.
 */
export function retryAfterOf(
  { headers, retryDelay }: { headers: Pick<Headers, 'get'> | undefined; retryDelay: string | undefined },
  now: () => number,
): number | undefined {
  const milliseconds = numberIn(headers?.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds
  const header = headers?.get('retry-after')
  const seconds = numberIn(header)
  if (seconds !== undefined) return Math.ceil(seconds * 1000)
  // `Date.parse` also accepts other texts, such as "-5".
  const date = header?.trim().endsWith(' GMT') ? Date.parse(header) : Number.NaN
  if (!Number.isNaN(date)) return Math.max(0, date - now())
  const delay = numberIn(retryDelay?.replace(/s$/, ''))
  return delay === undefined ? undefined : Math.ceil(delay * 1000)
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Limits the length, since a server may send any. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 2000) : undefined
}

function numberIn(text: string | null | undefined): number | undefined {
  return /^\d{1,12}(\.\d+)?$/.test(text?.trim() ?? '') ? Number(text) : undefined
}
