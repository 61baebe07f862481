/*
 * The connection policy, and the only importer of the client:
 * - A request is repeated on another node if a connection breaks, and with increasing delays while the cluster is overloaded. Every
 *   write names the ids of its documents, so that a repeated one changes nothing.
 * - A search that lacks a shard fails, instead of returning a part of the results.
 * - No error contains the password. The client's error is no cause either, because it contains the request with the password.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, errors } from '@opensearch-project/opensearch'
import { StoreError } from '@recallite/store'
import { readAddress, type AddressOptions } from './address.js'
import { toStoreError, type Cause, type Failure } from './opensearch-errors.js'

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
  /** Throws an error for an unsatisfactory answer; the request is repeated after `STORE_BUSY`. */
  readonly check?: (body: Body) => void
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const maxTries = 6

/** Opens no connection; the first request does. */
export function createRequests({ requestTimeout = 30_000, isReadOnly = false, ...options }: RequestOptions) {
  const address = readAddress(options)
  const client = new Client({ ...address.connection, requestTimeout, maxRetries: 4 })
  let closing: Promise<void> | undefined

  async function sendOnce<Body>(method: Method, path: string, request: Request<Body>): Promise<Body> {
    const { query = {}, body, lines, allowed = [], check } = request
    if (closing) throw new StoreError('STORE_UNAVAILABLE', `${address.displayUrl} was closed. Open it again.`)
    if (isReadOnly && method !== 'GET' && !/\/_(?:search|mget)$/u.test(path))
      throw new StoreError('STORE_READ_ONLY', `${address.displayUrl} was opened read-only.`)
    const content = { ...(body && { body }), ...(lines && { bulkBody: [...lines] }) }
    const parameters = { method, path, querystring: { ...query }, ...content }
    const answer = await client.transport.request(parameters, { ignore: [...allowed] })
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
          const isBusy = StoreError.isInstance(error) && error.code === 'STORE_BUSY'
          if (tries === maxTries || !isBusy) throw error
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
