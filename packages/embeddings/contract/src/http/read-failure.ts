/** What the body of a failure says, whatever provider wrote it. */
export interface FailureWords {
  /** For people; may be empty. */
  readonly message: string
  /** Everything for programs, in lower case: codes, types, reasons, quota ids, the parameter at fault. */
  readonly marks: readonly string[]
  /** Of Google's `RetryInfo`, e.g. `34.07s`. */
  readonly retryDelay: string | undefined
}

/**
 * Reads `{ error: { message, type, param, code } }` (OpenAI), `{ error: { message, status, details } }` with
 * `google.rpc` details (Gemini), `{ error: text }` (Ollama) and `{ message }` or `{ detail }` (compatible servers), as
 * text or parsed, also within a list of one. Other text is the message itself, unless it is HTML.
 */
export function failureWords(body: unknown): FailureWords {
  const parsed = parse(body)
  if (typeof parsed === 'string') {
    return {
      message: parsed.trimStart().startsWith('<') ? '' : parsed.slice(0, 2000),
      marks: [],
      retryDelay: undefined,
    }
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

/** Where a provider says how long to wait. */
interface RetryHints {
  readonly headers: { get(name: string): string | null } | undefined
  /** Of Google's `RetryInfo`, e.g. `34.07s`. */
  readonly retryDelay: string | undefined
}

/**
 * How long to wait before the next request, in milliseconds, never negative; undefined where the provider does not
 * say. In this order: the header `retry-after-ms`, `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3),
 * `google.rpc.RetryInfo`.
 */
export function retryAfterOf({ headers, retryDelay }: RetryHints, now: () => number): number | undefined {
  const milliseconds = numberIn(headers?.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds
  const header = headers?.get('retry-after')
  const seconds = numberIn(header)
  if (seconds !== undefined) return Math.ceil(seconds * 1000)
  // `Date.parse` alone reads much more, "-5" among it, as a date.
  const date = header?.trim().endsWith(' GMT') ? Date.parse(header) : Number.NaN
  if (!Number.isNaN(date)) return Math.max(0, date - now())
  const delay = numberIn(retryDelay?.replace(/s$/, ''))
  return delay === undefined ? undefined : Math.ceil(delay * 1000)
}

function parse(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A body may be as long as the one who answers likes; nobody reads more than its beginning. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 2000) : undefined
}

function numberIn(text: string | null | undefined): number | undefined {
  return /^\d{1,12}(\.\d+)?$/.test(text?.trim() ?? '') ? Number(text) : undefined
}
