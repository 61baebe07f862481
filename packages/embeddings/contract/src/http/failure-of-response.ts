import { EmbeddingError, type EmbeddingErrorCode } from '../errors.js'
import { failureKind, type FailureKind } from './failure-kind.js'
import type { NetworkContext } from './failure-of-network.js'
import { failureWords } from './failure-words.js'
import { oneLine } from './one-line.js'
import { retryAfterOf } from './retry-after.js'

/** An answer that is not the one asked for. */
export interface FailedResponse extends NetworkContext {
  readonly status: number
  /** A `Headers`, or undefined where an SDK hides them. */
  readonly headers: Pick<Headers, 'get'> | undefined
  /** As text or as parsed from JSON. */
  readonly body: unknown
}

/** Per kind its code, and what follows the name of the host. */
const outcomes: Readonly<
  Record<FailureKind, readonly [code: EmbeddingErrorCode, what: string, todo: string]>
> = {
  key: ['EMBEDDING_MODEL_UNAVAILABLE', 'does not accept the key', 'give a valid one'],
  quota: [
    'EMBEDDING_MODEL_UNAVAILABLE',
    'says that the quota is used up',
    'look at the plan and the billing of the account',
  ],
  model: ['EMBEDDING_MODEL_UNAVAILABLE', 'does not have the model', 'choose one that it has'],
  settings: [
    'EMBEDDING_MODEL_UNAVAILABLE',
    'does not support these settings of the model',
    'change or remove them',
  ],
  forbidden: [
    'EMBEDDING_MODEL_UNAVAILABLE',
    'does not let this account use the model',
    'check its rights and its region',
  ],
  endpoint: [
    'EMBEDDING_MODEL_UNAVAILABLE',
    'does not serve embeddings at this address',
    'check the base URL and the model',
  ],
  busy: ['EMBEDDING_REQUEST_FAILED', 'could not answer now', 'try again later'],
  tooLarge: ['EMBEDDING_REQUEST_TOO_LARGE', 'takes fewer texts or tokens at once', 'send less'],
  text: ['EMBEDDING_REQUEST_INVALID', 'refused the request', 'leave out the text it names'],
  unusable: [
    'EMBEDDING_RESPONSE_INVALID',
    'answered with something other than embeddings',
    'check the base URL',
  ],
}

/**
 * The embedding error for an answer that is not the one asked for:
 *
 * | code | for |
 * |---|---|
 * | `EMBEDDING_MODEL_UNAVAILABLE` | 401, 402, 403, 404, an invalid key, `insufficient_quota` or a quota of the day with any 4xx status; 400 about the model, its dimensions or the region; other statuses that no waiting changes |
 * | `EMBEDDING_REQUEST_FAILED`, retryable | 429, 408, 409, 425, 5xx but 501; with `retryAfter` where the provider says how long |
 * | `EMBEDDING_REQUEST_TOO_LARGE` | 413, 400 and 500 about too many texts or tokens or the length of the context |
 * | `EMBEDDING_REQUEST_INVALID` | 400 and 422 otherwise |
 * | `EMBEDDING_RESPONSE_INVALID` | 2xx: it was no embeddings after all |
 *
 * The message repeats a line of what the provider said, but for refused keys, of which some providers repeat a part.
 * Use `withoutSecrets` on it where the provider may repeat more.
 */
export function failureOfResponse(response: FailedResponse, { now }: { now: () => number }): EmbeddingError {
  const { provider, host, status, headers } = response
  const words = failureWords(response.body)
  const kind = failureKind(status, words)
  const [code, what, todo] = outcomes[kind]
  const line = kind === 'key' ? '' : oneLine(words.message)
  const said = line === '' ? '' : ` It says: ${line}`
  const message = `${provider} at ${host} ${what} (status ${status}); ${todo}.${said}`
  const isRetryable = kind === 'busy'
  const retryAfter = isRetryable ? retryAfterOf({ headers, retryDelay: words.retryDelay }, now) : undefined
  return new EmbeddingError(code, message, { isRetryable, retryAfter })
}
