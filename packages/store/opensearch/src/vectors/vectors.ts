import {
  assertVector,
  unitVector,
  type KeyPage,
  type NewVector,
  type Space,
  type VectorPage,
} from '@recallite/store'
import { readCell, writeCell } from '../connection/cells.js'
import {
  read,
  refresh,
  scan,
  search,
  write,
  type Buckets,
  type Part,
  type Session,
} from '../connection/session.js'
import { checksumOf } from '../documents/checksum.js'
import type { StoredText } from '../documents/chunk-parts.js'
import { countWrite } from '../documents/generation.js'
import { allOf, everything, isOneOf, not } from '../keyword/match-query.js'
import { findSpace, readSpaces } from './spaces.js'

/** A vector of length 1 as it is stored. */
export interface StoredVector {
  /** Of the text. */
  readonly key: string
  readonly vector: readonly number[]
  readonly checksum: number
}

function storedVector(key: string, vector: Float32Array): StoredVector {
  return { key, vector: [...vector], checksum: checksumOf(key, new Uint8Array(vector.buffer)) }
}

/** Undefined if it does not match its checksum. */
export function vectorOf({ key, vector, checksum }: StoredVector): Float32Array | undefined {
  const read32 = Float32Array.from(vector)
  return storedVector(key, read32).checksum === checksum ? read32 : undefined
}

/** For each of the texts with these keys that has a vector, the spaces that have it. */
export async function spacesWithVectors(
  session: Session,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const docs = [...new Set(keys)].map((_id) => ({ _id, _source: false }))
  for (const { vectors } of await readSpaces(session))
    for (const { id } of await read(session, { vectors }, docs))
      found.set(id, [...(found.get(id) ?? []), vectors])
  return found
}

/** See `Store.putVectors`. */
export async function putVectors(session: Session, space: Space, given: readonly NewVector[]): Promise<void> {
  for (const { vector } of given) assertVector(vector, space.dimensions)
  const { vectors } = await findSpace(session, space)
  if (given.length === 0) return
  const part: Part = { vectors }
  const operationOf = ({ key, vector }: NewVector) =>
    ({ kind: 'create', part, id: key, document: storedVector(key, unitVector(vector)) }) as const
  await write(session, given.map(operationOf))
  await markTexts(
    session,
    vectors,
    given.map(({ key }) => key),
  )
  await refresh(session, part, 'texts')
  await countWrite(session)
}

/** Marks the texts that have a vector now. A text that another process writes at the same time stays pending. */
async function markTexts(session: Session, vectors: string, keys: readonly string[]): Promise<void> {
  const query = allOf(isOneOf('key', keys), not(isOneOf('spaces', [vectors])))
  for await (const hits of scan<StoredText>(session, 'texts', { query, sort: [{ order: 'asc' }] })) {
    const mark = ({ id, source: { spaces, doc } }: (typeof hits)[number]) =>
      ({
        kind: 'update',
        part: 'texts',
        id,
        routing: doc,
        document: { spaces: [...spaces, vectors] },
      }) as const
    await write(session, hits.map(mark))
  }
}

/** See `Store.readVectors`. */
export async function readVectors(
  session: Session,
  space: Space,
  { limit, after }: KeyPage,
): Promise<VectorPage> {
  const { vectors } = await findSpace(session, space)
  const page = {
    query: everything,
    size: limit,
    sort: [{ key: 'asc' }],
    ...(after !== undefined && { search_after: [after] }),
  }
  const { hits } = await search<StoredVector>(session, { vectors }, page)
  const intact = hits.flatMap(({ source }) => {
    const vector = vectorOf(source)
    return vector ? [{ key: source.key, vector }] : []
  })
  return { vectors: intact, next: hits.length < limit ? null : (hits.at(-1)?.id ?? null) }
}

interface Limits {
  readonly unusedFor: number
  readonly at: number
}

/** See `Maintenance.removeUnusedVectors`. A cell of each space states since when each text is unused. */
export async function removeUnusedVectors(session: Session, { unusedFor, at }: Limits): Promise<number> {
  let removed = 0
  for (const { vectors } of await readSpaces(session)) {
    const since = (await readCell<Record<string, number>>(session, `unused-${vectors}`)) ?? {}
    const unused = Object.fromEntries(
      (await unusedKeys(session, vectors)).map((key) => [key, since[key] ?? at]),
    )
    const old = Object.keys(unused).filter((key) => (unused[key] ?? at) <= at - unusedFor)
    await write(
      session,
      old.map((id) => ({ kind: 'delete', part: { vectors }, id }) as const),
    )
    for (const key of old) delete unused[key]
    await writeCell(session, `unused-${vectors}`, unused)
    await refresh(session, { vectors })
    removed += old.length
  }
  if (removed > 0) await countWrite(session)
  return removed
}

async function unusedKeys(session: Session, vectors: string): Promise<string[]> {
  const unused: string[] = []
  const pages = scan(session, { vectors }, { query: everything, _source: false, sort: [{ key: 'asc' }] })
  for await (const hits of pages) {
    const keys = hits.map(({ id }) => id)
    const used = { terms: { field: 'key', size: keys.length } }
    const body = { size: 0, query: isOneOf('key', keys), aggs: { used } }
    const { aggregations } = await search<unknown, { used: Buckets }>(session, 'texts', body)
    const found = new Set(aggregations.used.buckets.map(({ key }) => key))
    unused.push(...keys.filter((key) => !found.has(key)))
  }
  return unused
}
