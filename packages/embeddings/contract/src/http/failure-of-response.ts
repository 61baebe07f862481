import { EmbeddingError, type EmbeddingErrorCode } from '../errors.js'
import { parseJson, textAt, valueAt } from './read-answer.js'
import { oneLine } from './safe-message.js'

export interface NetworkContext {
  readonly provider: string
  /** With the port, if any. */
  readonly host: string
  /** Default: `embeddings`. */
  readonly serves?: string | undefined
}

/** An unsuccessful response. */
export interface FailedResponse extends NetworkContext {
  readonly status: number
  /** Undefined if an SDK hides them. */
  readonly headers: Pick<Headers, 'get'> | undefined
  /** Text, or parsed JSON. */
  readonly body: unknown
}

const unavailable = 'EMBEDDING_MODEL_UNAVAILABLE'

/** The code of each kind of failure, what the provider does, and the remedy. */
const outcomes = {
  key: [unavailable, 'does not accept the key', 'set a valid one'],
  quota: [unavailable, 'reports that the quota is used up', 'check the plan and billing of the account'],
  model: [unavailable, 'does not have the model', 'choose one that it has'],
  settings: [unavailable, 'does not support these settings of the model', 'change or remove them'],
  forbidden: [unavailable, 'does not let this account use the model', 'check its rights and its region'],
  endpoint: [unavailable, 'does not serve embeddings at this address', 'check the base URL and the model'],
  busy: ['EMBEDDING_REQUEST_FAILED', 'could not answer now', 'try again later'],
  tooLarge: ['EMBEDDING_REQUEST_TOO_LARGE', 'accepts fewer texts or tokens per request', 'send less'],
  text: ['EMBEDDING_REQUEST_INVALID', 'rejected the request', 'leave out the text it names'],
  unusable: [
    'EMBEDDING_RESPONSE_INVALID',
    'answered with something other than embeddings',
    'check the base URL',
  ],
} as const satisfies Record<string, readonly [code: EmbeddingErrorCode, what: string, todo: string]>

/**
 * Converts an unsuccessful response to an `EmbeddingError`. The message quotes one line of the provider, except for
 * rejected keys, which some providers repeat in part; apply `withoutSecrets` to the rest.
 * | code | for |
 * |---|---|
 * | `EMBEDDING_MODEL_UNAVAILABLE` | 401, 402, 403, 404; an invalid key or used-up quota (any 4xx); 400 about the model, dimensions or region; 501 and others |
 * | `EMBEDDING_REQUEST_FAILED`, retryable | 429, 408, 409, 425, 5xx except 501; with `retryAfter` if the provider sends one |
 * | `EMBEDDING_REQUEST_TOO_LARGE` | 413; 400, 422 and 500 about too many texts or tokens |
 * | `EMBEDDING_REQUEST_INVALID` | 400 and 422 otherwise |
 * | `EMBEDDING_RESPONSE_INVALID` | 2xx |
 */
export function failureOfResponse(response: FailedResponse, { now }: { now: () => number }): EmbeddingError {
  const { provider, host, status, headers, serves = 'embeddings' } = response
  const words = failureWords(response.body)
  const kind = rules.find((rule) => fits(rule, status, words))?.kind ?? 'endpoint'
  const [code, outcome, todo] = outcomes[kind]
  const what = outcome.replace('embeddings', serves)
  const line = kind === 'key' ? '' : oneLine(words.message)
  const said = line === '' ? '' : ` It says: ${line}`
  const message = `${provider} at ${host} ${what} (status ${status}); ${todo}.${said}`
  const isRetryable = kind === 'busy'
  const retryAfter = isRetryable ? retryAfterOf({ headers, retryDelay: words.retryDelay }, now) : undefined
  return new EmbeddingError(code, message, { isRetryable, retryAfter })
}

const tooLargeMessage = new RegExp(
  [
    String.raw`too (?:many|long|large)|at most \d+|(?:less|fewer) than \d+ tokens|max(?:imum)? \d+ tokens|payload size`,
    String.raw`exceeds? .{0,40}(?:context|limit|maximum|length|tokens|size)`,
    String.raw`maximum (?:allowed|batch|context|input|number)`,
  ].join('|'),
  'i',
)

interface Rule {
  readonly kind: keyof typeof outcomes
  readonly status: RegExp
  /** If given, a mark of the body or its message must match. */
  readonly marks?: RegExp
  readonly message?: RegExp
}

/** The first match counts. Texts are compared only where a status has several meanings. */
const rules: readonly Rule[] = [
  { kind: 'unusable', status: /^2/ },
  { kind: 'key', status: /^401/ },
  {
    kind: 'key',
    status: /^4/,
    marks: /invalid_api_key|api_key_(?:invalid|expired|service_blocked)|unauthenticated/,
    message: /api key (?:expired|is invalid|not found|not valid)|invalid api key/i,
  },
  { kind: 'quota', status: /^402/ },
  // Waiting does not help with Google's daily quotas, although they come with a delay.
  { kind: 'quota', status: /^4/, marks: /insufficient_quota|billing|perday/ },
  { kind: 'tooLarge', status: /^413/ },
  {
    kind: 'tooLarge',
    status: /^(400|422|500)/,
    marks: /above_max_length|context_length|max_tokens/,
    message: tooLargeMessage,
  },
  { kind: 'forbidden', status: /^400/, marks: /failed_precondition/, message: /location is not supported/i },
  { kind: 'forbidden', status: /^403/ },
  {
    kind: 'settings',
    status: /^(400|422)/,
    marks: /^(dimensions|encoding_format)$|un(?:known|supported)_parameter/,
    message: /\bdimension(?:s|ality)\b|unsupported parameter|unrecognized request argument/i,
  },
  {
    kind: 'model',
    status: /^(400|404|422)/,
    marks: /model_not_found|invalid_model/,
    message: /models?\b.{0,200}\bnot (?:available|exist|found|support)|(?:invalid|unknown) model/is,
  },
  { kind: 'text', status: /^(400|422)/ },
  { kind: 'endpoint', status: /^501/ },
  { kind: 'busy', status: /^(408|409|425|429|5)/ },
]

function fits(rule: Rule, status: number, words: ReturnType<typeof failureWords>): boolean {
  if (!rule.status.test(String(status))) return false
  if (rule.marks === undefined && rule.message === undefined) return true
  return words.marks.some((mark) => rule.marks?.test(mark)) || rule.message?.test(words.message) === true
}

/**
 * Reads the errors of OpenAI (`{ error: { message, type, param, code } }`), Gemini (`{ error: { message, status, details }
 * }` with `google.rpc` details), Ollama (`{ error: text }`) and compatible servers (`{ message }` or `{ detail }`), as text
 * or parsed JSON. Other text is the message, unless it is HTML.
 */
function failureWords(body: unknown) {
  const parsed = typeof body === 'string' ? (parseJson(body) ?? body) : body
  const outer = Array.isArray(parsed) ? parsed[0] : parsed
  const error = valueAt(outer, 'error') ?? outer
  const plain = typeof error === 'string' && !error.trimStart().startsWith('<') ? error : ''
  const details = listAt(error, 'details')
  const violations = details.flatMap((detail) => listAt(detail, 'violations'))
  return {
    // Cut, since a server may send any length.
    message: (textAt(error, 'message') ?? textAt(error, 'detail') ?? plain).slice(0, 2000),
    /** Codes, types, reasons, quota ids and the invalid parameter, in lower case. */
    marks: [
      ...['type', 'code', 'status', 'param'].map((name) => textAt(error, name)),
      ...details.map((detail) => textAt(detail, 'reason')),
      ...violations.map((violation) => textAt(violation, 'quotaId')),
    ].flatMap((mark) => mark?.slice(0, 2000).toLowerCase() ?? []),
    retryDelay: details.map((detail) => textAt(detail, 'retryDelay')).find((delay) => delay !== undefined),
  }
}

/**
 * The requested pause in milliseconds: `retry-after-ms`, `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3), or
 * `google.rpc.RetryInfo` (`34.07s`); undefined if there is none.
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

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = valueAt(value, name)
  return Array.isArray(list) ? list : []
}

function numberIn(text: string | null | undefined): number | undefined {
  return /^\d{1,12}(\.\d+)?$/.test(text?.trim() ?? '') ? Number(text) : undefined
}
