import { StoreError, type StoreErrorCode } from '@recallite/store'
import type { Address } from './address.js'

/** An error as the cluster describes it. */
export interface Cause {
  readonly type?: string
  readonly reason?: string
  readonly caused_by?: Cause
  readonly root_cause?: readonly Cause[]
}

/** What the cluster or the client reported. The HTTP status is 0 without an answer. */
export type Failure = { readonly status: number; readonly error?: Cause }

/** Converts a failure to an error whose message does not contain the password. */
export function toStoreError({ status, error = {} }: Failure, { displayUrl, secrets }: Address): StoreError {
  const text = `${error.type}: ${reasonOf(error)}`
  const [, code, sentence, isRetryable] = kinds.find(([test]) => test.test(`${status} ${text}`)) ?? otherKind
  const detail = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text).slice(0, 600)
  return new StoreError(code, `${sentence.replace('URL', () => displayUrl)} (${detail})`, { isRetryable })
}

/** The reason of a cause with that of its innermost cause. */
function reasonOf({ type = '', reason = type, caused_by, root_cause }: Cause): string {
  const inner = root_cause?.[0]?.reason ?? (caused_by && reasonOf(caused_by)) ?? reason
  return inner === reason ? reason : `${reason}: ${inner}`
}

type Kind = readonly [test: RegExp, code: StoreErrorCode, sentence: string, isRetryable?: boolean]

const otherKind: Kind = [/^/u, 'STORE_UNAVAILABLE', 'URL reported an error.']
const lost = /-fence-\d+\] and \[require_alias/u
const unreachable = /^(?:0|50[2-9]) |no_shard_available|unavailable_shards/u

/** The first pattern applies that matches the status, the type and the reason. */
const kinds: readonly Kind[] = [
  [/^0 .*(?:certificate|SSL)/isu, 'STORE_UNAVAILABLE', 'URL has an untrusted certificate. Use ca=FILE.'],
  [/flood.stage|disk usage exceeded/iu, 'STORE_FULL', 'A disk of URL is too full. Free space there.'],
  [lost, 'STORE_LOCKED', 'Another process took the expired lock of URL. Nothing was written; try again.'],
  [/^\d+ cluster_block_exception/u, 'STORE_READ_ONLY', 'URL is read-only.'],
  [/^40[13] /u, 'STORE_UNAVAILABLE', 'URL refused the user. Check OPENSEARCH_PASSWORD and permissions.'],
  [/^4[02]9 /u, 'STORE_BUSY', 'URL is overloaded, or another writer blocks this one. Try again in a moment.'],
  [/maxClauseCount|too_many_clauses/iu, 'STORE_INVALID_QUERY', 'The query has too many parts. Use fewer.'],
  [unreachable, 'STORE_UNAVAILABLE', 'URL does not respond, or a part of it. Try again in a moment.', true],
  [/^404 /u, 'STORE_CORRUPT', 'The indexes of the store in URL are missing.'],
]
