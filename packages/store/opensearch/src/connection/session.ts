import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@recallite/store'
import { describe, storeErrorOf } from './opensearch-errors.js'
import type { Request, Requests } from './requests.js'

/** The indexes of a store by their parts. Each vector space has another one. */
export type Part = 'meta' | 'documents' | 'chunks' | 'texts'

/** The requests of one store. */
export interface Session {
  readonly requests: Requests
  /** The name of an index. */
  index(part: Part | { readonly vectors: string }): string
  /** The alias that the holder of the lock writes through; undefined without the lock. */
  fence: string | undefined
}

export function createSession(requests: Requests): Session {
  const { prefix } = requests.address
  return {
    requests,
    index: (part) => `${prefix}-${typeof part === 'string' ? part : `vectors-${part.vectors}`}`,
    fence: undefined,
  }
}

/** A found document. */
export interface Hit<Source = unknown, Fields = unknown> {
  readonly _id: string
  readonly _score: number | null
  readonly _source: Source
  readonly fields: Fields
  readonly sort?: readonly (string | number)[]
}

/** The answer to a search. */
export interface Found<Source, Fields, Aggregations> {
  readonly hits: {
    readonly hits: readonly Hit<Source, Fields>[]
    readonly total?: { readonly value: number }
  }
  readonly aggregations: Aggregations
}

/** Searches an index; does not count all matches unless the body asks for it. */
export async function search<Source = unknown, Aggregations = unknown, Fields = unknown>(
  { requests }: Session,
  index: string,
  body: object,
): Promise<Found<Source, Fields, Aggregations>> {
  const answer = await requests.send<Found<Source, Fields, Aggregations>>({
    method: 'POST',
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false },
    body: { track_total_hits: false, ...body },
  })
  return answer.body
}

const pageSize = 5000

/** All documents that match, in pages, in an order without ties. */
export async function* scan<Source>(
  session: Session,
  index: string,
  { sort, ...body }: { readonly query: object; readonly _source?: unknown; readonly sort: readonly object[] },
): AsyncGenerator<readonly Hit<Source>[]> {
  for (let after: readonly unknown[] | undefined; ;) {
    const page = { ...body, sort, size: pageSize, ...(after && { search_after: after }) }
    const { hits } = (await search<Source>(session, index, page)).hits
    if (hits.length > 0) yield hits
    after = hits.at(-1)?.sort
    if (hits.length < pageSize) return
  }
}

/** A document as it is stored now, refreshed or not. */
export interface Current<Source> {
  readonly _id: string
  readonly found: boolean
  readonly _seq_no: number
  readonly _primary_term: number
  readonly _source: Source
}

/** Reads documents by id. */
export async function read<Source>(
  { requests }: Session,
  index: string,
  docs: readonly { readonly _id: string; readonly routing?: string }[],
): Promise<Current<Source>[]> {
  if (docs.length === 0) return []
  const { body } = await requests.send<{ docs: Current<Source>[] }>({
    method: 'POST',
    path: `/${index}/_mget`,
    body: { docs },
  })
  return body.docs.filter(({ found }) => found)
}

/** An operation of a bulk request, and the document for it. */
export interface Operation {
  readonly kind: 'index' | 'create' | 'update' | 'delete'
  readonly index: string
  readonly id: string
  readonly routing?: string | undefined
  /** The stored version that it replaces. */
  readonly over?: Pick<Current<unknown>, '_seq_no' | '_primary_term'> | undefined
  readonly document?: object | undefined
}

const maxOperations = 1000
const maxCharacters = 20_000_000

type Item = Readonly<
  Record<string, { readonly status: number; readonly error?: { type?: string; reason?: string } }>
>

/**
 * Writes documents.
 * @returns for each operation whether it was done; not done are those of other versions and of missing documents
 */
export async function write(session: Session, operations: readonly Operation[]): Promise<boolean[]> {
  const done: boolean[] = []
  for (const part of split(operations)) done.push(...(await writePart(session, part)))
  return done
}

const maxTries = 6

/** Repeats the operations that an overloaded shard refused. */
async function writePart(session: Session, part: readonly Operation[], tries = 1): Promise<boolean[]> {
  const { body } = await session.requests.send<{ readonly items: readonly Item[] }>({
    method: 'POST',
    path: '/_bulk',
    query: session.fence === undefined ? {} : { require_alias: true },
    lines: part.flatMap((operation) => linesOf(session, operation)),
  })
  const isRefused = (item: Item) => tries < maxTries && Object.values(item)[0]?.status === 429
  const refused = part.filter((_, at) => isRefused(body.items[at] ?? {}))
  if (refused.length > 0) await sleep(100 * 2 ** tries)
  const later = refused.length > 0 ? await writePart(session, refused, tries + 1) : []
  return body.items.map((item) => (isRefused(item) ? (later.shift() ?? false) : isDone(session, item)))
}

/** Parts that a cluster accepts in one request. */
function* split(operations: readonly Operation[]): Generator<readonly Operation[]> {
  let [from, size] = [0, 0]
  for (const [at, { document }] of operations.entries()) {
    const characters = 'json' in (document ?? {}) ? JSON.stringify(document).length : 2000
    if (at > from && (at - from === maxOperations || size + characters > maxCharacters)) {
      yield operations.slice(from, at)
      ;[from, size] = [at, 0]
    }
    size += characters
  }
  if (from < operations.length) yield operations.slice(from)
}

function linesOf(session: Session, { kind, index, id, routing, over, document }: Operation): object[] {
  const version = over && { if_seq_no: over._seq_no, if_primary_term: over._primary_term }
  const action = { [kind]: { _index: target(session, index), _id: id, routing, ...version } }
  return document ? [action, kind === 'update' ? { doc: document } : document] : [action]
}

/** The name to write to: the server refuses an alias of a lock that another process took over. */
export const target = ({ fence }: Session, index: string): string =>
  fence === undefined ? index : `${index}-${fence}`

function isDone({ requests }: Session, item: Item): boolean {
  const [outcome] = Object.values(item)
  if (outcome === undefined || outcome.status < 300) return true
  const isMissing = outcome.status === 404 && outcome.error?.type !== 'index_not_found_exception'
  if (isMissing || outcome.status === 409) return false
  const { type = '', reason = '' } = outcome.error ?? {}
  throw storeErrorOf({ status: outcome.status, type, reason: describe({ reason }) ?? '' }, requests.address)
}

/** Makes earlier writes visible to searches. */
export async function refresh({ requests }: Session, ...indexes: string[]): Promise<void> {
  const { body } = await requests.send<{ readonly _shards: { readonly failed: number } }>({
    method: 'POST',
    path: `/${indexes.join()}/_refresh`,
  })
  if (body._shards.failed === 0) return
  const reason = `${body._shards.failed} shards were not refreshed`
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `${requests.address.displayUrl} did not finish a write: ${reason}. Try again.`,
    {
      isRetryable: true,
    },
  )
}

/** Sends a write of a single document through the lock. */
export function writeOne<Body>(
  session: Session,
  index: string,
  request: Omit<Request, 'path'> & { readonly id: string },
) {
  const { id, query, ...rest } = request
  const fenced = session.fence === undefined ? {} : { require_alias: true }
  const path = `/${target(session, index)}/_doc/${encodeURIComponent(id)}`
  return session.requests.send<Body>({ ...rest, path, query: { ...query, ...fenced } })
}
