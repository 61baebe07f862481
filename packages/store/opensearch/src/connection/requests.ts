/*
 * The connection policy, and the only importer of the client.
 *
 * - A request is repeated, with increasing delays, if a connection breaks, a node is lost or the cluster is overloaded. Every write
 *   names the ids of its documents, so that a repeated one changes nothing.
 * - A search that lacks a shard fails, instead of returning a part of the results.
 * - No error contains the password.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@opensearch-project/opensearch'
import { StoreError } from '@recallite/store'
import { readAddress, type Address, type AddressOptions } from './address.js'
import { toStoreError } from './opensearch-errors.js'

export interface RequestOptions extends AddressOptions {
  /** In milliseconds; default 30,000. */
  readonly requestTimeout?: number | undefined
  /** Whether to reject writes with `STORE_READ_ONLY`; default false. */
  readonly isReadOnly?: boolean | undefined
}

/** A request to the cluster. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>> | undefined
  readonly body?: object | undefined
  /** The lines of a bulk request, instead of a body. */
  readonly lines?: readonly object[] | undefined
  /** Statuses that are answers, not errors. */
  readonly allowed?: readonly number[] | undefined
}

/** Sends requests to the cluster of an address. */
export interface Requests {
  readonly address: Address
  /** @throws StoreError */
  send<Body>(request: Request): Promise<{ readonly status: number; readonly body: Body }>
  close(): Promise<void>
}

const maxTries = 6
const firstDelay = 100
const maxRetries = 4

/** Opens no connection; the first request does. */
export function createRequests({
  requestTimeout = 30_000,
  isReadOnly = false,
  ...options
}: RequestOptions): Requests {
  const address = readAddress(options)
  const { nodes, auth, ssl, displayUrl } = address
  const client = new Client({ nodes, requestTimeout, maxRetries, ...(auth && { auth }), ...(ssl && { ssl }) })
  let closing: Promise<void> | undefined
  // The address of a single node may be wrong, which is reported at once.
  let isKnown = nodes.length > 1

  async function sendOnce<Body>({ method, path, query = {}, body, lines, allowed = [] }: Request) {
    if (closing)
      throw new StoreError('STORE_UNAVAILABLE', `The store at ${displayUrl} was closed. Open it again.`)
    if (isReadOnly && method !== 'GET' && !/\/_(?:search|mget)$/u.test(path))
      throw new StoreError(
        'STORE_READ_ONLY',
        `${displayUrl} was opened read-only. Open it with write access.`,
      )
    const content = lines ? { bulkBody: [...lines] } : body ? { body } : {}
    const parameters = { method, path, querystring: { ...query }, ...content }
    const answer = await client.transport.request(parameters, { ignore: [...allowed] })
    return { status: answer.statusCode ?? 0, body: answer.body as Body }
  }

  return {
    address,
    async send<Body>(request: Request) {
      for (let tries = 1; ; tries += 1) {
        try {
          const answer = await sendOnce<Body>(request)
          isKnown = true
          return answer
        } catch (error) {
          const reported = toStoreError(error, address)
          const isLost = StoreError.isInstance(reported) && reported.isRetryable && isKnown
          if (tries === maxTries || !isLost || reported.code === 'STORE_LOCKED') throw reported
          await sleep(firstDelay * 2 ** tries * (0.5 + Math.random()))
        }
      }
    },
    async close() {
      closing ??= client.close()
      await closing
    },
  }
}
