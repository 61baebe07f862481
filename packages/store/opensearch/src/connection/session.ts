import { createRequests, toStoreError, type Failure, type RequestOptions } from './requests.js'

export const parts = ['meta', 'documents', 'chunks', 'texts', 'words'] as const

/** An index of a store. Each vector space has another one. */
export type Part = (typeof parts)[number] | `vectors-${string}`

/** The state of an open store. */
export type Session = ReturnType<typeof createSession>

/** Without the lock. */
export const openFence = 'writers'

export function createSession(options: RequestOptions) {
  const requests = createRequests(options)
  return {
    ...requests,
    index: (part: Part) => `${requests.address.prefix}-${part}`,
    /** Ends the names of the aliases to write through: `openFence`, or that of the lock. */
    fence: openFence as string,
    /** Words that were added to the vocabulary. */
    addedWords: new Set<string>(),
  }
}

/** A document that a search finds, as the server returns it; `fields` has the requested doc values. */
export interface Hit<Source, Fields = unknown> {
  readonly _id: string
  readonly _score: number
  readonly _source: Source
  readonly fields: Fields
  readonly sort: readonly (string | number)[]
}

export interface Hits<Source, Fields = unknown> {
  readonly hits: { readonly hits: readonly Hit<Source, Fields>[]; readonly total: { readonly value: number } }
}

export interface Buckets<More = unknown, Key = string> {
  readonly buckets: readonly ({ readonly key: Key; readonly doc_count: number } & More)[]
}

const allShards = { allow_partial_search_results: false }

function request<Answer extends object>({ send, index }: Session, part: Part, options: object) {
  const body = { track_total_hits: false, ...options }
  return send<Answer>('POST', `/${index(part)}/_search`, { query: allShards, body })
}

export async function search<Source, Fields = unknown>(session: Session, part: Part, body: object) {
  return (await request<Hits<Source, Fields>>(session, part, body)).hits.hits
}

/** Computes aggregations (`aggs`) of the documents that match. */
export async function aggregate<Results>(session: Session, part: Part, body: object): Promise<Results> {
  return (await request<{ aggregations: Results }>(session, part, { size: 0, ...body })).aggregations
}

/** The number of documents that match, up to `track_total_hits`. */
export async function count(session: Session, part: Part, options: object = {}): Promise<number> {
  const body = { size: 0, track_total_hits: true, ...options }
  return (await request<Hits<unknown>>(session, part, body)).hits.total.value
}

type Pages = { readonly sort: readonly object[]; readonly size?: number; readonly [option: string]: unknown }

/** All documents that match, in pages, in an order without ties. */
export async function* scan<Source>(session: Session, part: Part, { size = 5000, ...body }: Pages) {
  for (let after: readonly unknown[] | undefined; ;) {
    const hits = await search<Source>(session, part, { ...body, size, ...(after && { search_after: after }) })
    if (hits.length > 0) yield hits
    after = hits.at(-1)?.sort
    if (hits.length < size) return
  }
}

/** A document as it is stored now, refreshed or not. */
export type Current<Source> = Pick<Hit<Source>, '_id' | '_source'> &
  Readonly<Record<'_seq_no' | '_primary_term', number>>

/** The condition of an operation that a document still has this version. */
export function ifCurrent(stored: Current<unknown>) {
  return { if_seq_no: stored._seq_no, if_primary_term: stored._primary_term }
}

type Selection = { readonly _id: string; readonly routing?: string; readonly _source?: unknown }

/** Reads the documents that exist, of some with these ids. */
export async function read<Source>(
  { send, index, address }: Session,
  part: Part,
  docs: readonly Selection[],
) {
  if (docs.length === 0) return []
  type Found = { readonly found?: boolean; readonly error?: Failure['error'] }
  type Answer = { readonly docs: readonly (Current<Source> & Found)[] }
  const answer = await send<Answer>('POST', `/${index(part)}/_mget`, { body: { docs } })
  const failure = answer.docs.find(({ error }) => error)
  if (failure) throw toStoreError({ status: 503, ...failure }, address)
  return answer.docs.filter(({ found }) => found)
}

/** An operation of a bulk request, possibly `over` a version (`ifCurrent`). */
export interface Operation {
  readonly kind: 'index' | 'create' | 'update' | 'delete'
  readonly part: Part
  readonly id: string
  readonly routing?: string
  readonly over?: object | undefined
  readonly document?: object | undefined
}

/** The length of the JSON of a bulk request. Each operation counts for a thousandth or more. */
const maxLength = 1_000_000

/** The version that an operation wrote; undefined if it was not done: over another version, or on a missing document. */
export type Written = ReturnType<typeof ifCurrent> | undefined

/** Writes documents. While the server indexes those of a request, the next request is prepared. */
export async function write(session: Session, operations: Iterable<Operation>): Promise<Written[]> {
  const written: Written[] = []
  let sending: Promise<readonly Written[]> = Promise.resolve([])
  for (const lines of requestsOf(session, operations)) {
    written.push(...(await sending))
    sending = writeTogether(session, lines)
    // An error is reported by the next `await`, unless preparing the next request fails.
    sending.catch(() => undefined)
  }
  written.push(...(await sending))
  return written
}

function* requestsOf(session: Session, operations: Iterable<Operation>): Generator<readonly string[]> {
  let [lines, length]: [string[], number] = [[], 0]
  for (const operation of operations) {
    const added = linesOf(session, operation)
    length += Math.max(added.length, maxLength / 1000)
    if (length > maxLength && lines.length > 0) {
      yield lines
      ;[lines, length] = [[], added.length]
    }
    lines.push(added)
  }
  if (lines.length > 0) yield lines
}

/** Writes through the alias, which the server refuses after another process took over the lock. */
function linesOf({ index, fence }: Session, { kind, part, id, routing, over, document }: Operation): string {
  const action = { [kind]: { _index: `${index(part)}-${fence}`, _id: id, routing, ...over } }
  const lines = document ? [action, kind === 'update' ? { doc: document } : document] : [action]
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

async function writeTogether({ send, address }: Session, lines: readonly string[]): Promise<Written[]> {
  const written: Written[] = []
  type Answer = { readonly items: readonly Readonly<Record<string, Failure & Current<unknown>>>[] }
  // Without `require_alias`, the server would create an index for a missing alias.
  const check = ({ items }: Answer) => {
    const results = items.flatMap((item) => Object.values(item))
    // An operation that was done stays done if the request is repeated because of others.
    for (const [at, result] of results.entries())
      written[at] ??= result.status < 300 ? ifCurrent(result) : undefined
    const failure = results.find((result) => !isNormal(result))
    if (failure) throw toStoreError(failure, address)
  }
  await send<Answer>('POST', '/_bulk', { query: { require_alias: true }, lines, check })
  return written
}

const isNormal = ({ status, error }: Failure): boolean =>
  status < 300 || status === 409 || (status === 404 && error?.type !== 'index_not_found_exception')

/** Makes earlier writes visible to searches. */
export async function refresh({ send, index, address }: Session, ...of: Part[]): Promise<void> {
  type Answer = { readonly _shards: { readonly failed: number } }
  const { _shards } = await send<Answer>('POST', `/${of.map(index).join()}/_refresh`)
  const error = { type: 'refresh', reason: `${_shards.failed} shards failed` }
  if (_shards.failed > 0) throw toStoreError({ status: 503, error }, address)
}
