import { StoreError, type StoreErrorCode } from '@recallite/store'
import type { Address } from './address.js'

/** What the cluster or the client reported. */
export interface Failure {
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** The type of the cluster's error, or the name of the client's. */
  readonly type: string
  readonly reason: string
}

interface Cause {
  readonly type?: string
  readonly reason?: string
  readonly caused_by?: Cause
  readonly root_cause?: readonly Cause[]
}

/** The parts of the client's errors; those without an answer have no status. */
interface ClientError extends Error {
  readonly meta: { readonly statusCode?: number; readonly body?: { readonly error?: Cause } | null }
}

const isOfClient = (error: unknown): error is ClientError =>
  error instanceof Error &&
  ('meta' in error || /^(?:NoLivingConnections|Connection|Timeout)Error$/u.test(error.name))

/** Reads an error of the client; undefined for other errors. */
export function failureOf(error: unknown): Failure | undefined {
  if (!isOfClient(error)) return undefined
  const { name, message, meta } = error
  const cause = meta?.body?.error
  if (name !== 'ResponseError') return { status: 0, type: name, reason: message }
  return { status: meta.statusCode ?? 0, type: cause?.type ?? name, reason: describe(cause) || message }
}

/** The reason of a cause with that of its innermost cause. */
export function describe({ type = '', reason = type, caused_by, root_cause }: Cause = {}): string {
  const inner = root_cause?.[0]?.reason ?? (caused_by && describe(caused_by)) ?? reason
  return inner === reason ? reason : `${reason}: ${inner}`
}

/**
 * Converts an error of the client to a `StoreError` without the password; returns other errors unchanged. The original error is not
 * its cause, because it contains the request with the password.
 */
export function toStoreError(error: unknown, address: Address): unknown {
  const failure = failureOf(error)
  return failure ? storeErrorOf(failure, address) : error
}

export function storeErrorOf(
  { status, type, reason }: Failure,
  { displayUrl, secrets }: Address,
): StoreError {
  const [, code, sentence, isRetryable = false] =
    kinds.find(([test]) => test({ status, type, reason })) ?? unknown
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), reason.slice(0, 500))
  return new StoreError(code, `${sentence.replace('URL', () => displayUrl)} (${type}: ${clean})`, {
    isRetryable,
  })
}

type Kind = readonly [
  test: (failure: Failure) => boolean,
  code: StoreErrorCode,
  sentence: string,
  isRetryable?: boolean,
]

const unknown: Kind = [() => true, 'STORE_UNAVAILABLE', 'URL reported an error.']

/** The first kind applies whose test holds. */
const kinds: readonly Kind[] = [
  [
    ({ reason }) => /certificate|self.signed|SSL/iu.test(reason),
    'STORE_UNAVAILABLE',
    'URL has no certificate that this computer trusts. Name its certificate authority: ca=FILE.',
  ],
  [
    ({ reason }) => /flood.stage|disk usage exceeded/iu.test(reason),
    'STORE_FULL',
    'A disk of URL is too full to write. Free disk space there; earlier writes are stored.',
  ],
  [
    ({ reason }) => /-fence-\d+\] and \[require_alias/u.test(reason),
    'STORE_LOCKED',
    'Another process took over the lock of the store in URL, because this one did not renew it in time. Nothing was written; try again.',
    true,
  ],
  [({ reason }) => /read.only|FORBIDDEN/u.test(reason), 'STORE_READ_ONLY', 'URL is read-only.'],
  [
    ({ status }) => status === 401 || status === 403,
    'STORE_UNAVAILABLE',
    'URL refused the user. Check the user, its password (OPENSEARCH_PASSWORD) and its permissions.',
  ],
  [
    ({ status }) => status === 409 || status === 429,
    'STORE_BUSY',
    'URL has too many requests, or another writer blocks this write. Try again in a moment.',
    true,
  ],
  [
    ({ reason }) => /maxClauseCount|too_many_clauses/iu.test(reason),
    'STORE_INVALID_QUERY',
    'The query or the filter has too many parts for URL. Use fewer.',
  ],
  [
    ({ status, type, reason }) =>
      status === 0 ||
      status >= 502 ||
      /no_shard_available|unavailable_shards/u.test(type) ||
      / disconnected|not connected/u.test(reason),
    'STORE_UNAVAILABLE',
    'URL does not respond, or a part of it. Try again in a moment.',
    true,
  ],
  [({ status }) => status === 404, 'STORE_CORRUPT', 'The indexes of the store in URL are missing.'],
]
