import { assertVector, unitVector, type Store } from '@recallite/store'
import { countWrite, readCell, writeCell } from '../connection/cells.js'
import { aggregate, read, refresh, scan, search, write } from '../connection/session.js'
import type { Buckets, Part, Session } from '../connection/session.js'
import type { StoredText } from '../documents/chunk-parts.js'
import { checksumOf } from '../documents/entries.js'
import { allOf, isOneOf, not } from '../keyword/match-query.js'
import { pendingTexts } from './pending-texts.js'
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
  const numbers = Float32Array.from(vector)
  return storedVector(key, numbers).checksum === checksum ? numbers : undefined
}

const byKey = [{ key: 'asc' }]

export const createVectors = (session: Session) =>
  ({
    pendingTexts: (space, page) => pendingTexts(session, space, page),
    async readVectors(space, { limit, after }) {
      const { part } = await findSpace(session, space)
      const start = after !== undefined && { search_after: [after] }
      const hits = await search<StoredVector>(session, part, { size: limit, sort: byKey, ...start })
      const vectors = hits.flatMap(({ _source }) => {
        const vector = vectorOf(_source)
        return vector ? [{ key: _source.key, vector }] : []
      })
      return { vectors, next: hits.length < limit ? null : (hits.at(-1)?._id ?? null) }
    },
    async putVectors(space, vectors) {
      for (const { vector } of vectors) assertVector(vector, space.dimensions)
      const { part } = await findSpace(session, space)
      if (vectors.length === 0) return
      const operations = vectors.map(({ key, vector }) => {
        const document = storedVector(key, unitVector(vector))
        return { kind: 'create', part, id: key, document } as const
      })
      await write(session, operations)
      const keys = vectors.map(({ key }) => key)
      await markTexts(session, part, keys)
      await refresh(session, part, 'texts')
      await countWrite(session)
    },
  }) satisfies Pick<Store, 'pendingTexts' | 'readVectors' | 'putVectors'>

/** Marks the texts that have a vector now. A text that another process writes at the same time stays pending. */
async function markTexts(session: Session, space: Part, keys: readonly string[]): Promise<void> {
  const query = allOf(isOneOf('key', keys), not(isOneOf('spaces', [space])))
  for await (const hits of scan<StoredText>(session, 'texts', { query, sort: [{ order: 'asc' }] })) {
    const operations = hits.map(({ _id, _source: { spaces, doc } }) => {
      const document = { spaces: [...spaces, space] }
      return { kind: 'update', part: 'texts', id: _id, routing: doc, document } as const
    })
    await write(session, operations)
  }
}

/** For each of the texts with these keys that has a vector, the spaces that have it. */
export async function spacesWithVectors(session: Session, keys: readonly string[]) {
  const spaces = new Map<string, string[]>()
  const docs = [...new Set(keys)].map((_id) => ({ _id, _source: false }))
  for (const { part } of await readSpaces(session))
    for (const { _id } of await read(session, part, docs)) spaces.set(_id, [...(spaces.get(_id) ?? []), part])
  return spaces
}

/** A cell of each space states since when each text is unused. */
export async function removeUnusedVectors(session: Session, unusedFor: number): Promise<number> {
  const now = Date.now()
  let removed = 0
  for (const { part } of await readSpaces(session)) {
    const former = (await readCell<Readonly<Record<string, number>>>(session, `unused-${part}`)) ?? {}
    const since = (await unusedKeys(session, part)).map((key) => [key, former[key] ?? now] as const)
    const outdated = since.filter(([, time]) => time <= now - unusedFor)
    const rest = since.filter(([, time]) => time > now - unusedFor)
    await write(
      session,
      outdated.map(([id]) => ({ kind: 'delete', part, id }) as const),
    )
    await writeCell(session, `unused-${part}`, Object.fromEntries(rest))
    await refresh(session, part)
    removed += outdated.length
  }
  if (removed > 0) await countWrite(session)
  return removed
}

async function unusedKeys(session: Session, space: Part): Promise<string[]> {
  const unused: string[] = []
  for await (const hits of scan(session, space, { _source: false, sort: byKey })) {
    const keys = hits.map(({ _id }) => _id)
    const aggs = { used: { terms: { field: 'key', size: keys.length } } }
    const query = isOneOf('key', keys)
    const { used } = await aggregate<{ used: Buckets }>(session, 'texts', { query, aggs })
    const usedKeys = new Set(used.buckets.map(({ key }) => key))
    unused.push(...keys.filter((key) => !usedKeys.has(key)))
  }
  return unused
}
