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

/** The parts of the client's errors and of failed items of a bulk request. */
interface Reported {
  readonly name?: string
  readonly message?: string
  readonly meta?: {
    readonly statusCode?: number | null
    readonly body?: { readonly error?: Cause | string } | null
  }
}

interface Cause {
  readonly type?: string
  readonly reason?: string
  readonly caused_by?: Cause
  readonly root_cause?: readonly Cause[]
}

/** Reads an error of the client; undefined for other errors. */
export function failureOf(error: unknown): Failure | undefined {
  const { name = '', message = '', meta } = error as Reported
  if (!(error instanceof Error) || (meta === undefined && !/Connections?Error|TimeoutError/u.test(name)))
    return undefined
  const cause = typeof meta?.body?.error === 'object' ? meta.body.error : undefined
  const status = meta?.statusCode ?? 0
  return {
    status: name === 'ResponseError' ? status : 0,
    type: cause?.type ?? name,
    reason: describe(cause) ?? message,
  }
}

/** The reason of a cause with that of its innermost cause. */
export function describe(cause: Cause | undefined): string | undefined {
  if (cause === undefined) return undefined
  const inner = cause.root_cause?.[0]?.reason ?? describe(cause.caused_by)
  const reason = cause.reason ?? cause.type ?? ''
  return inner === undefined || inner === reason ? reason : `${reason}: ${inner}`
}

/** Whether the same request may succeed in a moment. */
export const isOverloaded = (failure: Failure | undefined): boolean => failure?.status === 429

/**
 * Converts an error of the client to a `StoreError` without the password; returns other errors unchanged. The original error is not
 * its cause, because it contains the request with the password.
 */
export function toStoreError(error: unknown, address: Address): unknown {
  const failure = failureOf(error)
  return StoreError.isInstance(error) || !failure ? error : storeErrorOf(failure, address)
}

/** The error for a failure. */
export function storeErrorOf(failure: Failure, { displayUrl, secrets }: Address): StoreError {
  const [code, sentence, isRetryable] = kindOf(failure)
  const reason = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), failure.reason)
  const message = `${sentence.replace('URL', () => displayUrl)} (${failure.type}: ${reason.slice(0, 500)})`
  return new StoreError(code, message, { isRetryable })
}

type Kind = readonly [code: StoreErrorCode, sentence: string, isRetryable: boolean]

const lost: Kind = [
  'STORE_UNAVAILABLE',
  'URL does not respond, or a part of it. Try again in a moment.',
  true,
]
const busy: Kind = [
  'STORE_BUSY',
  'URL has too many requests, or another writer blocks this write. Try again in a moment.',
  true,
]
const refused: Kind = [
  'STORE_UNAVAILABLE',
  'URL refused the user. Check the user, its password (OPENSEARCH_PASSWORD) and its permissions.',
  false,
]
const untrusted: Kind = [
  'STORE_UNAVAILABLE',
  'URL has no certificate that this computer trusts. Name its certificate authority: ca=FILE.',
  false,
]
const full: Kind = [
  'STORE_FULL',
  'A disk of URL is too full to write. Free disk space there; earlier writes are stored.',
  false,
]
const readOnly: Kind = ['STORE_READ_ONLY', 'URL is read-only.', false]
const takenOver: Kind = [
  'STORE_LOCKED',
  'Another process took over the lock of the store in URL, because this one did not renew it in time. Nothing was written; try again.',
  true,
]
const missing: Kind = ['STORE_CORRUPT', 'The indexes of the store in URL are missing or damaged.', false]
const unusable: Kind = ['STORE_UNAVAILABLE', 'URL reported an error.', false]

/** The first kind applies whose test holds. */
const kinds: readonly (readonly [test: (failure: Failure) => boolean, kind: Kind])[] = [
  [({ reason }) => /certificate|self.signed|ERR_TLS|SSL/iu.test(reason), untrusted],
  [({ reason }) => /flood.stage|disk usage exceeded/iu.test(reason), full],
  [({ reason }) => /require_alias/u.test(reason), takenOver],
  [({ type }) => type === 'cluster_block_exception', readOnly],
  [({ status }) => status === 401 || status === 403, refused],
  [({ status }) => status === 409 || status === 429, busy],
  [({ status }) => status === 0 || status >= 502, lost],
  [({ type }) => /no_shard_available|search_phase_execution|unavailable_shards/u.test(type), lost],
  [({ status }) => status === 404, missing],
]

const kindOf = (failure: Failure): Kind => kinds.find(([test]) => test(failure))?.[1] ?? unusable
