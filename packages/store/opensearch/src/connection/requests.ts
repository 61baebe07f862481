/*
 * The connection policy, and the only importer of the client:
 * - A request is repeated, with increasing delays, if a connection breaks, a node is lost or the cluster is overloaded. Every write
 *   names the ids of its documents, so that a repeated one changes nothing.
 * - A search that lacks a shard fails, instead of returning a part of the results.
 * - No error contains the password. The client's error is no cause either, because it contains the request with the password.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, errors } from '@opensearch-project/opensearch'
import { StoreError, type StoreErrorCode } from '@recallite/store'
import { readAddress, type Address, type AddressOptions } from './address.js'

export interface RequestOptions extends AddressOptions {
  /** In milliseconds; default 30,000. */
  readonly requestTimeout?: number | undefined
  /** Whether to reject writes with `STORE_READ_ONLY`; default false. */
  readonly isReadOnly?: boolean | undefined
}

export interface Request<Body> {
  readonly query?: Readonly<Record<string, string | boolean>>
  readonly body?: object
  /** Of a bulk request, instead of a body. */
  readonly lines?: readonly string[]
  /** Statuses that do not reject; the answer has an `error`. */
  readonly allowed?: readonly number[]
  /** Throws an error for an unsatisfactory answer; the request is repeated after a retryable one. */
  readonly check?: (body: Body) => void
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const maxTries = 6

/** Opens no connection; the first request does. */
export function createRequests({ requestTimeout = 30_000, isReadOnly = false, ...options }: RequestOptions) {
  const address = readAddress(options)
  const client = new Client({ ...address.connection, requestTimeout, maxRetries: 4 })
  let closing: Promise<void> | undefined
  // The address of a single node may be wrong, which is reported at once.
  let isReachable = address.connection.nodes.length > 1

  async function sendOnce<Body>(method: Method, path: string, request: Request<Body>): Promise<Body> {
    const { query = {}, body, lines, allowed = [], check } = request
    if (closing) throw new StoreError('STORE_UNAVAILABLE', `${address.displayUrl} was closed. Open it again.`)
    if (isReadOnly && method !== 'GET' && !/\/_(?:m?search|mget)$/u.test(path))
      throw new StoreError('STORE_READ_ONLY', `${address.displayUrl} was opened to read. Open it to write.`)
    const content = { ...(body && { body }), ...(lines && { bulkBody: [...lines] }) }
    const parameters = { method, path, querystring: { ...query }, ...content }
    const answer = await client.transport.request(parameters, { ignore: [...allowed] })
    isReachable = true
    check?.(answer.body)
    return answer.body
  }

  return {
    address,
    async send<Body extends object>(method: Method, path: string, request: Request<Body> = {}) {
      for (let tries = 1; ; tries += 1)
        try {
          return await sendOnce<Body & { readonly error?: Cause }>(method, path, request)
        } catch (failure) {
          const isOfClient = failure instanceof errors.OpenSearchClientError
          const error = isOfClient ? toStoreError(failureOf(failure), address) : failure
          const isLost = StoreError.isInstance(error) && error.isRetryable && error.code !== 'STORE_LOCKED'
          if (tries === maxTries || !isLost || !isReachable) throw error
          await sleep(100 * 2 ** tries * (0.5 + Math.random()))
        }
    },
    close: () => (closing ??= client.close()),
  }
}

function failureOf(error: errors.OpenSearchClientError): Failure {
  const { statusCode: status = 0, body = null } = error instanceof errors.ResponseError ? error : {}
  return { status, error: { type: error.name, reason: error.message, ...body?.error } }
}

/** An error as the cluster describes it. */
export interface Cause {
  readonly type?: string
  readonly reason?: string
  readonly caused_by?: Cause
  readonly root_cause?: readonly Cause[]
}

/** What the cluster or the client reported. The HTTP status is 0 without an answer. */
export type Failure = { readonly status: number; readonly error?: Cause | undefined }

/** Converts a failure to an error whose message does not contain the password. */
export function toStoreError({ status, error = {} }: Failure, { displayUrl, secrets }: Address): StoreError {
  const text = `${error.type}: ${reasonOf(error)}`
  const [, code, sentence, isRetryable] = kinds.find(([form]) => form.test(`${status} ${text}`)) ?? otherKind
  const detail = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text).slice(0, 600)
  return new StoreError(code, `${sentence.replace('URL', () => displayUrl)} (${detail})`, { isRetryable })
}

/** The reason of a cause with that of its innermost cause. */
function reasonOf({ type = '', reason = type, caused_by, root_cause }: Cause): string {
  const inner = root_cause?.[0]?.reason ?? (caused_by && reasonOf(caused_by)) ?? reason
  return inner === reason ? reason : `${reason}: ${inner}`
}

type Kind = readonly [form: RegExp, code: StoreErrorCode, sentence: string, isRetryable?: boolean]

const otherKind: Kind = [/^/u, 'STORE_UNAVAILABLE', 'URL reported an error.']
const lostLock = /^404 .*-fence-\d+\]/su
const unreachable = /^(?:0|50[2-9]) |no_shard_available|unavailable_shards| disconnected|not connected/u

const missingIndexes =
  'An index of the store in URL is missing, or the cluster is starting. Try again in a moment. If it stays missing, restore a snapshot, or remove the indexes and index again.'

/** The first pattern applies that matches the status, the type and the reason. */
const kinds: readonly Kind[] = [
  [/^0 .*(?:certificate|SSL)/isu, 'STORE_UNAVAILABLE', 'URL has an untrusted certificate. Use ca=FILE.'],
  [/flood.stage|disk usage exceeded/iu, 'STORE_FULL', 'A disk of URL is too full. Free space there.'],
  [lostLock, 'STORE_LOCKED', 'Another process took the expired lock of URL. Nothing was written; try again.'],
  [/read.only|FORBIDDEN/u, 'STORE_READ_ONLY', 'URL is read-only.'],
  [/^40[13] /u, 'STORE_UNAVAILABLE', 'URL refused the user. Check OPENSEARCH_PASSWORD and permissions.'],
  [/^4[02]9 /u, 'STORE_BUSY', 'URL is overloaded, or another writer blocks this one. Try again in a moment.'],
  [/maxClauseCount|too_many_clauses/iu, 'STORE_INVALID_QUERY', 'The query has too many parts. Use fewer.'],
  [unreachable, 'STORE_UNAVAILABLE', 'URL does not respond, or a part of it. Try again in a moment.', true],
  // A node may answer before it knows the indexes of the cluster.
  [/^404 /u, 'STORE_UNAVAILABLE', missingIndexes, true],
]
