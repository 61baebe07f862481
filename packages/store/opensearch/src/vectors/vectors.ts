import { randomBytes } from 'node:crypto'
import { assertVector, isSameSpace, unitVector, unknownSpace, type PendingPage } from '@recallite/store'
import type { PendingText, Space, Store } from '@recallite/store'
import { changeCell, countWrite, readCell, writeCell } from '../connection/cells.js'
import { createIndex } from '../connection/indexes.js'
import { aggregate, count, parts, read, refresh, scan, search, write } from '../connection/session.js'
import type { Buckets, Hit, Hits, Part, Session } from '../connection/session.js'
import { checksumOf, textOf } from '../documents/stored-documents.js'
import type { ChunkContent, StoredChunk, StoredText } from '../documents/stored-documents.js'
import { allOf, isOneOf, not } from '../keyword/word-index.js'

/** A space as it is stored. */
export interface StoredSpace extends Space {
  readonly source: string | null
  readonly canary: readonly number[] | null
  readonly isFilled: boolean
  /** The index of its vectors. */
  readonly part: Part
}

/** The spaces, the most recently chosen last. */
export const readSpaces = async (session: Session): Promise<readonly StoredSpace[]> =>
  (await readCell<readonly StoredSpace[]>(session, 'spaces')) ?? []

/** The names of all indexes, comma-separated. */
export async function listIndexes(session: Session): Promise<string> {
  const spaces = await readSpaces(session)
  return [...parts, ...spaces.map(({ part }) => part)].map(session.index).join()
}

export async function findSpace(session: Session, space: Space): Promise<StoredSpace> {
  const stored = (await readSpaces(session)).find((one) => isSameSpace(one, space))
  if (stored) return stored
  throw unknownSpace(space)
}

export const createSpaces = (session: Session) =>
  ({
    async listSpaces() {
      const spaces = await readSpaces(session)
      const upToOne = { track_total_hits: 1 }
      const counts = await Promise.all(spaces.map(({ part }) => count(session, part, upToOne)))
      return spaces.map(({ part, canary, ...space }, at) => {
        return { ...space, canary: canary && Float32Array.from(canary), hasVectors: counts[at] !== 0 }
      })
    },
    async putSpace(space, { canary, choose: isChosen = true, replaces, source, isFilled } = {}) {
      const { provider, model, dimensions, promptStyle } = space
      const identity = { provider, model, dimensions, promptStyle }
      if (canary) assertVector(canary, dimensions)
      const find = (spaces: readonly StoredSpace[]) =>
        spaces.find((one) => isSameSpace(one, space)) ??
        spaces.find((one) => isChosen && replaces && isSameSpace(one, replaces))
      const isStored = find(await readSpaces(session)) !== undefined
      if (!isStored && !isChosen) throw unknownSpace(space)
      const part: Part = `vectors-${randomBytes(8).toString('hex')}`
      if (!isStored) await createIndex(session, part, vectorIndex(dimensions))
      const { after } = await changeCell<readonly StoredSpace[]>(session, 'spaces', (spaces = []) => {
        const former = find(spaces) ?? { source: null, canary: null, isFilled: false, part }
        const marks = { source: source ?? former.source, isFilled: isFilled ?? former.isFilled }
        const next = { ...former, ...identity, ...marks, canary: canary ? [...canary] : former.canary }
        const others = spaces.filter((one) => one !== former)
        const changed = isChosen ? [...others, next] : spaces.map((one) => (one === former ? next : one))
        return JSON.stringify(changed) === JSON.stringify(spaces) ? undefined : changed
      })
      if (after) await countWrite(session)
    },
  }) satisfies Pick<Store, 'listSpaces' | 'putSpace'>

/** The server reads a vector from its index, instead of storing it again. */
function vectorIndex(dimension: number) {
  const parameters = { m: 16, ef_construction: 100 }
  const method = { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil', parameters }
  const vector = { type: 'knn_vector', dimension, doc_values: false, method }
  const settings = { 'index.knn': true, 'index.knn.derived_source.enabled': true }
  return { properties: { key: { type: 'keyword' }, vector }, settings }
}

export async function dropSpace(session: Session, space: Space): Promise<void> {
  const { part } = await findSpace(session, space)
  const isOther = (one: StoredSpace) => one.part !== part
  await changeCell<readonly StoredSpace[]>(session, 'spaces', (spaces = []) => spaces.filter(isOther))
  await session.send('DELETE', `/${session.index(part)}`, { allowed: [404] })
  await countWrite(session)
}

/** A vector of length 1 as it is stored, with the key of its text. */
export type StoredVector = ReturnType<typeof storedVector>

function storedVector(key: string, vector: Float32Array) {
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
      const documents = vectors.map(({ key, vector }) => storedVector(key, unitVector(vector)))
      const operations = documents.map((document) => {
        return { kind: 'create', part, id: document.key, document } as const
      })
      await write(session, operations)
      await markTexts(session, part, documents)
      await refresh(session, part, 'texts')
      await countWrite(session)
    },
  }) satisfies Pick<Store, 'pendingTexts' | 'readVectors' | 'putVectors'>

/** Marks the texts that have a vector now. A text that another process writes at the same time stays pending. */
async function markTexts(session: Session, space: Part, vectors: readonly StoredVector[]): Promise<void> {
  const keys = vectors.map(({ key }) => key)
  const query = allOf(isOneOf('key', keys), not(isOneOf('spaces', [space])))
  for await (const hits of scan<StoredText>(session, 'texts', { query, sort: [{ order: 'asc' }] })) {
    const operations = hits.map(({ _id: id, _source: { spaces, doc: routing } }) => {
      return { kind: 'update', part: 'texts', id, routing, document: { spaces: [...spaces, space] } } as const
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
    const removals = outdated.map(([id]) => ({ kind: 'delete', part, id }) as const)
    await write(session, removals)
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

const newestFirst = [{ day: 'desc' }, { order: 'asc' }]

async function pendingTexts(session: Session, space: Space, page: PendingPage): Promise<PendingText[]> {
  const { limit, part: inputs = 'all', after } = page
  const { part } = await findSpace(session, space)
  const texts = { query: not(isOneOf('spaces', [part])), size: Math.max(100, limit), sort: newestFirst }
  const pending: PendingText[] = []
  for (let from = after; pending.length < limit;) {
    const start = from !== undefined && { search_after: JSON.parse(from) }
    const hits = await search<StoredText>(session, 'texts', { ...texts, ...start })
    const places = await placesOf(session, hits)
    const listed = hits.filter(({ _id, _source: { key, input } }) => {
      const isPart = inputs === 'all' || (inputs === 'first') === (input === 0)
      return isPart && places.get(key)?.listed?._id === _id
    })
    pending.push(...(await readTexts(session, listed.slice(0, limit - pending.length), places)))
    const last = hits.at(-1)
    if (!last) break
    from = JSON.stringify(last.sort)
  }
  return pending
}

type TextHits = readonly Hit<StoredText>[]
type Places = Awaited<ReturnType<typeof placesOf>>

/** Where each text is listed: the first inputs of chunks come before further ones. Also its first place in a secret document. */
async function placesOf(session: Session, hits: TextHits) {
  const values = new Set(hits.map(({ _source }) => _source.key))
  const first = { top_hits: { size: 1, sort: [{ isFirst: 'desc' }, ...newestFirst] } }
  const secret = { filter: { term: { isSecret: true } }, aggs: { first } }
  const aggs = { keys: { terms: { field: 'key', size: values.size + 1 }, aggs: { first, secret } } }
  type First = { readonly first: Hits<StoredText> }
  type Results = { readonly keys: Buckets<First & { readonly secret: First }> }
  const { keys } = await aggregate<Results>(session, 'texts', { query: isOneOf('key', values), aggs })
  const places = keys.buckets.map((bucket) => {
    return { listed: bucket.first.hits.hits[0], secret: bucket.secret.first.hits.hits[0] }
  })
  return new Map(keys.buckets.map(({ key }, at) => [key, places[at]]))
}

async function readTexts(session: Session, hits: TextHits, places: Places) {
  const secrets = hits.flatMap(({ _source }) => places.get(_source.key)?.secret ?? [])
  const docs = new Map([...hits, ...secrets].map(({ _source }) => [_source.chunk, _source.doc]))
  const requests = [...docs].map(([_id, routing]) => ({ _id, routing, _source: ['json'] }))
  const chunks = await read<StoredChunk>(session, 'chunks', requests)
  const contents = new Map(chunks.map(({ _id, _source }) => [_id, JSON.parse(_source.json) as ChunkContent]))
  return hits.flatMap(({ _source: { key, chunk, input }, sort }): PendingText[] => {
    const secret = places.get(key)?.secret
    const content = contents.get(chunk)
    const span = content?.inputs[input]
    const locator = contents.get(secret?._source.chunk ?? chunk)?.item.locator
    if (!span || !locator) return []
    const { root, path, startLine } = locator
    const text = textOf(content.item.text, span).toWellFormed()
    const cursor = JSON.stringify(sort)
    return [{ key, cursor, text, document: { root, path }, startLine, isSecret: secret !== undefined }]
  })
}
