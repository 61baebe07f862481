import { setTimeout as sleep } from 'node:timers/promises'
import { describe, storeErrorOf } from './opensearch-errors.js'
import type { Request, Requests } from './requests.js'

const parts = ['meta', 'documents', 'chunks', 'texts', 'words'] as const

/** An index of a store. Each vector space has another one. */
export type Part = (typeof parts)[number] | { readonly vectors: string }

/** The requests of one store. */
export interface Session {
  readonly requests: Requests
  /** The name of an index. */
  index(part: Part): string
  /** Ends the names of the aliases to write through: `openFence`, or that of the lock. */
  fence: string
}

/** Without the lock. */
export const openFence = 'writers'

export function createSession(requests: Requests): Session {
  const { prefix } = requests.address
  const index = (part: Part) => `${prefix}-${typeof part === 'string' ? part : `vectors-${part.vectors}`}`
  return { requests, index, fence: openFence }
}

/** The names of all indexes with these vectors. */
export const allIndexes = ({ index }: Session, spaces: readonly { readonly vectors: string }[]): string[] =>
  [...parts, ...spaces.map(({ vectors }) => ({ vectors }))].map(index)

/** A found document. */
export interface Hit<Source, Fields = unknown> {
  readonly id: string
  readonly score: number
  readonly source: Source
  /** The requested doc values of each field. */
  readonly fields: Fields
  readonly sort: readonly (string | number)[]
}

/** Terms of an aggregation. */
export interface Buckets<More = unknown> {
  readonly buckets: readonly ({ readonly key: string; readonly doc_count: number } & More)[]
}

interface Found<Aggregations> {
  readonly hits: { readonly hits: readonly RawHit[]; readonly total?: { readonly value: number } }
  readonly aggregations: Aggregations
}

/** A hit as the server returns it, also as a top hit of an aggregation. */
export interface RawHit {
  readonly _id: string
  readonly _score: number | null
  readonly _source?: unknown
  readonly fields?: unknown
  readonly sort?: readonly (string | number)[]
}

export function hitOf<Source, Fields = unknown>(raw: RawHit): Hit<Source, Fields> {
  const { _id: id, _score: score, _source: source, fields = {}, sort = [] } = raw
  return { id, score: score ?? 0, source: source as Source, fields: fields as Fields, sort }
}

/** Searches an index; counts the matches only if the body asks for it. */
export async function search<Source = unknown, Aggregations = unknown, Fields = unknown>(
  { requests, index }: Session,
  part: Part,
  body: object,
) {
  const answer = await requests.send<Found<Aggregations>>({
    method: 'POST',
    path: `/${index(part)}/_search`,
    query: { allow_partial_search_results: false },
    body: { track_total_hits: false, ...body },
  })
  const { hits, aggregations } = answer.body
  return {
    hits: hits.hits.map((hit) => hitOf<Source, Fields>(hit)),
    total: hits.total?.value ?? 0,
    aggregations,
  }
}

/** The number of documents that match, up to a maximum. */
export async function count(
  session: Session,
  part: Part,
  query: object,
  max: number | true = true,
): Promise<number> {
  return (await search(session, part, { query, size: 0, track_total_hits: max })).total
}

interface Page {
  readonly query: object
  readonly sort: readonly object[]
  readonly size?: number
  readonly _source?: readonly string[] | false
}

/** All documents that match, in pages, in an order without ties. */
export async function* scan<Source, Fields = unknown>(
  session: Session,
  part: Part,
  { size = 5000, ...body }: Page,
): AsyncGenerator<Hit<Source, Fields>[]> {
  for (let after: readonly unknown[] | undefined; ;) {
    const page = { ...body, size, ...(after && { search_after: after }) }
    const { hits } = await search<Source, unknown, Fields>(session, part, page)
    if (hits.length > 0) yield hits
    after = hits.at(-1)?.sort
    if (hits.length < size) return
  }
}

/** A document as it is stored now, refreshed or not. */
export interface Current<Source> {
  readonly id: string
  readonly source: Source
  /** Identifies the stored version for `Operation.over`. */
  readonly over: object
}

interface RawDocument extends RawHit {
  readonly found?: boolean
  readonly error?: object
  readonly _seq_no: number
  readonly _primary_term: number
}

/** Reads the documents with these ids that exist. */
export async function read<Source>(
  { requests, index }: Session,
  part: Part,
  docs: readonly { readonly _id: string; readonly routing?: string; readonly _source?: unknown }[],
): Promise<Current<Source>[]> {
  if (docs.length === 0) return []
  const path = `/${index(part)}/_mget`
  const { body } = await requests.send<{ docs: RawDocument[] }>({ method: 'POST', path, body: { docs } })
  if (body.docs.some(({ error }) => error !== undefined)) {
    const failure = {
      status: 503,
      type: 'no_shard_available',
      reason: `a shard of ${index(part)} is missing`,
    }
    throw storeErrorOf(failure, requests.address)
  }
  return body.docs.flatMap(({ found, _seq_no: if_seq_no, _primary_term: if_primary_term, ...raw }) => {
    const { id, source } = hitOf<Source>(raw)
    return found ? [{ id, source, over: { if_seq_no, if_primary_term } }] : []
  })
}

/** An operation of a bulk request, and the document for it. */
export interface Operation {
  readonly kind: 'index' | 'create' | 'update' | 'delete'
  readonly part: Part
  readonly id: string
  readonly routing?: string | undefined
  /** The stored version that it replaces. */
  readonly over?: object | undefined
  readonly document?: object | undefined
}

/** A chunk is usually smaller than 10 kB; a request may have 100 MB. */
const maxOperations = 1000
const maxTries = 6

interface Outcome {
  readonly status: number
  readonly error?: { readonly type?: string; readonly reason?: string }
  readonly _seq_no?: number
  readonly _primary_term?: number
}

/** Whether an operation was done: not over another version, and not on a missing document; and the version that it wrote. */
export interface Written {
  readonly isDone: boolean
  readonly over: object
}

/** Writes documents. */
export async function write(session: Session, operations: readonly Operation[]): Promise<Written[]> {
  const written: Written[] = []
  for (let from = 0; from < operations.length; from += maxOperations)
    written.push(...(await writePart(session, operations.slice(from, from + maxOperations))))
  return written
}

/** Repeats the operations that an overloaded shard refused. */
async function writePart(session: Session, part: readonly Operation[], tries = 1): Promise<Written[]> {
  const { body } = await session.requests.send<{ readonly items: readonly Record<string, Outcome>[] }>({
    method: 'POST',
    path: '/_bulk',
    query: throughAlias,
    lines: part.flatMap((operation) => linesOf(session, operation)),
  })
  const outcomes = body.items.map((item): Outcome => Object.values(item)[0] ?? { status: 0 })
  const isRefused = ({ status }: Outcome) => status === 429 && tries < maxTries
  const refused = part.filter((_, at) => isRefused(outcomes[at] ?? { status: 0 }))
  if (refused.length > 0) await sleep(100 * 2 ** tries)
  const later = refused.length > 0 ? await writePart(session, refused, tries + 1) : []
  return outcomes.map((one) => (isRefused(one) && later.shift()) || writtenOf(session, one))
}

function linesOf(session: Session, { kind, part, id, routing, over, document }: Operation): object[] {
  const action = { [kind]: { _index: target(session, part), _id: id, routing, ...over } }
  return document ? [action, kind === 'update' ? { doc: document } : document] : [action]
}

/** The server refuses the alias of a lock that another process took over. */
const target = ({ fence, index }: Session, part: Part): string => `${index(part)}-${fence}`

/** Without it, the server would create an index for a missing alias. */
const throughAlias = { require_alias: true }

function writtenOf({ requests }: Session, { status, error = {}, ...version }: Outcome): Written {
  const over = { if_seq_no: version._seq_no, if_primary_term: version._primary_term }
  if (status < 300) return { isDone: true, over }
  if (status === 409 || (status === 404 && error.type !== 'index_not_found_exception'))
    return { isDone: false, over }
  throw storeErrorOf({ status, type: error.type ?? '', reason: describe(error) }, requests.address)
}

/** Writes a single document. */
export function writeOne(
  session: Session,
  part: Part,
  { id, query, ...rest }: Pick<Request, 'body' | 'query' | 'allowed'> & { id: string },
) {
  const path = `/${target(session, part)}/_doc/${encodeURIComponent(id)}`
  return session.requests.send({ ...rest, method: 'PUT', path, query: { ...query, ...throughAlias } })
}

/** Makes earlier writes visible to searches. */
export async function refresh({ requests, index }: Session, ...of: Part[]): Promise<void> {
  await requests.send({ method: 'POST', path: `/${of.map(index).join()}/_refresh` })
}
