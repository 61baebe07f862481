import {
  assertVector,
  unitVector,
  type KeyPage,
  type NewVector,
  type Space,
  type VectorPage,
} from '@recallite/store'
import { read, refresh, scan, search, write, type Session } from '../connection/session.js'
import { checksumOf } from '../documents/checksum.js'
import { countWrite } from '../documents/generation.js'
import { allOf, everything, isOneOf, not } from '../keyword/match-query.js'
import { findSpace, readSpaces } from './spaces.js'

/** For each of the texts with these keys that has a vector, the spaces that have it. */
export async function spacesWithVectors(
  session: Session,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { vectors } of await readSpaces(session)) {
    const present = await read(
      session,
      session.index({ vectors }),
      keys.map((_id) => ({ _id, _source: false })),
    )
    for (const { _id } of present) found.set(_id, [...(found.get(_id) ?? []), vectors])
  }
  return found
}

/** See `Store.putVectors`. */
export async function putVectors(session: Session, space: Space, given: readonly NewVector[]): Promise<void> {
  for (const { vector } of given) assertVector(vector, space.dimensions)
  const { vectors } = await findSpace(session, space)
  if (given.length === 0) return
  const index = session.index({ vectors })
  await write(
    session,
    given.map(({ key, vector }) => ({
      kind: 'create',
      index,
      id: key,
      document: vectorDocument(key, unitVector(vector)),
    })),
  )
  await markTexts(session, vectors, given)
  await refresh(session, index, session.index('texts'))
  await countWrite(session)
}

function vectorDocument(key: string, vector: Float32Array) {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
  return { key, vector: [...vector], bytes: bytes.toString('base64'), checksum: checksumOf(key, bytes) }
}

/** Marks the texts that have a vector now. A text that another process changes at the same time stays pending. */
async function markTexts(session: Session, vectors: string, given: readonly NewVector[]): Promise<void> {
  const index = session.index('texts')
  const query = allOf([
    isOneOf(
      'key',
      given.map(({ key }) => key),
    ),
    not(isOneOf('spaces', [vectors])),
  ])
  for await (const hits of scan<{ spaces: string[]; doc: string }>(session, index, {
    query,
    _source: ['spaces', 'doc'],
    sort: [{ order: 'asc' }, { version: 'asc' }],
  })) {
    await write(
      session,
      hits.map(({ _id: id, _source: { spaces, doc } }) => ({
        kind: 'update',
        index,
        id,
        routing: doc,
        document: { spaces: [...spaces, vectors] },
      })),
    )
  }
}

/** The stored fields of a vector. */
export interface StoredVector {
  readonly bytes: readonly [string]
}

/** The fields to request with `StoredVector`. */
export const vectorFields = { stored_fields: ['bytes'], _source: ['checksum'] }

/** The vector in a stored field; undefined if it is damaged. */
export function vectorOf(
  key: string,
  { bytes: [text] }: StoredVector,
  checksum: number,
): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (checksumOf(key, bytes) !== checksum) return undefined
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at))
}

/** See `Store.readVectors`. */
export async function readVectors(
  session: Session,
  space: Space,
  { limit, after }: KeyPage,
): Promise<VectorPage> {
  const { vectors } = await findSpace(session, space)
  const { hits } = await search<{ checksum: number }, unknown, StoredVector>(
    session,
    session.index({ vectors }),
    {
      ...vectorFields,
      query: everything,
      size: limit,
      sort: [{ key: 'asc' }],
      ...(after !== undefined && { search_after: [after] }),
    },
  )
  const intact = hits.hits.flatMap(({ _id: key, fields, _source: { checksum } }) => {
    const vector = vectorOf(key, fields, checksum)
    return vector ? [{ key, vector }] : []
  })
  return { vectors: intact, next: hits.hits.length < limit ? null : (hits.hits.at(-1)?._id ?? null) }
}

/** See `Maintenance.removeUnusedVectors`. */
export async function removeUnusedVectors(
  session: Session,
  times: { readonly unusedFor: number; readonly at: number },
): Promise<number> {
  let removed = 0
  for (const { vectors } of await readSpaces(session)) {
    const index = session.index({ vectors })
    const pages = scan(session, index, { query: everything, _source: false, sort: [{ key: 'asc' }] })
    for await (const hits of pages)
      removed += await removeOld(session, vectors, { keys: hits.map(({ _id }) => _id), ...times })
    await refresh(session, index)
  }
  if (removed > 0) await countWrite(session)
  return removed
}

interface Unused {
  readonly keys: readonly string[]
  readonly unusedFor: number
  readonly at: number
}

/** Remembers since when a text is unused, and removes the vectors of texts that have been so for long enough. */
async function removeOld(
  session: Session,
  vectors: string,
  { keys, unusedFor, at }: Unused,
): Promise<number> {
  const used = await usedKeys(session, keys)
  const [index, meta] = [session.index({ vectors }), session.index('meta')]
  const markOf = (key: string) => `unused-${vectors}-${key}`
  const marks = await read<{ readonly since: number }>(
    session,
    meta,
    keys.map((key) => ({ _id: markOf(key) })),
  )
  const since = new Map(marks.map(({ _id, _source }) => [_id, _source.since]))
  const old = keys.filter((key) => !used.has(key) && (since.get(markOf(key)) ?? at) <= at - unusedFor)
  const isMarked = (key: string) => since.has(markOf(key))
  const unmarked = keys.filter((key) => isMarked(key) && (used.has(key) || old.includes(key)))
  const begun = keys.filter((key) => !isMarked(key) && !used.has(key) && !old.includes(key))
  await write(session, [
    ...old.map((id) => ({ kind: 'delete', index, id }) as const),
    ...unmarked.map((key) => ({ kind: 'delete', index: meta, id: markOf(key) }) as const),
    ...begun.map(
      (key) => ({ kind: 'create', index: meta, id: markOf(key), document: { since: at } }) as const,
    ),
  ])
  return old.length
}

/** Those of the keys that are keys of texts. */
async function usedKeys(session: Session, keys: readonly string[]): Promise<Set<string>> {
  const { aggregations } = await search<
    unknown,
    { readonly used: { readonly buckets: readonly { key: string }[] } }
  >(session, session.index('texts'), {
    size: 0,
    query: isOneOf('key', keys),
    aggs: { used: { terms: { field: 'key', size: keys.length } } },
  })
  return new Set(aggregations.used.buckets.map(({ key }) => key))
}
