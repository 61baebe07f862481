import assert from 'node:assert/strict'
import type { VectorRequest } from '../candidates.js'
import type { ChunkWords, IndexWord, NewChunk, NewDocument, StoredDocument } from '../document.js'
import { StoreError, type StoreErrorCode } from '../errors.js'
import type { QueryTree } from '../query.js'
import type { Store } from '../store.js'
import type { Space } from '../vector-space.js'

/** Checks of an empty store by name; a check returns early if the store lacks the capability. */
export type Cases = Readonly<Record<string, (store: Store) => Promise<void>>>

/** The id of a candidate, an item or a chunk. */
export const idOf = ({ id }: { readonly id: string }): string => id

/** Asserts that every call rejects with a store error of this code, and with a message. */
export async function rejectsWith(code: StoreErrorCode, ...calls: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(calls)) {
    const error: unknown = outcome.status === 'rejected' ? outcome.reason : 'nothing'
    assert.ok(StoreError.isInstance(error), `rejects with a StoreError, not with ${String(error)}`)
    assert.deepEqual([error.code, error.message === ''], [code, false])
  }
}

const version = { contentHash: 'hash', fingerprint: 'settings', stamp: 'stamp 1', readAt: 1_700_000_000_000 }

export function sampleDocument(path: string, changes: Partial<StoredDocument> = {}): StoredDocument {
  return { root: 'notes', path, title: `Title of ${path}`, metadata: {}, ...version, ...changes }
}

function listOf(words = ''): IndexWord[] {
  const matches = words.toLowerCase().matchAll(/([\p{L}\p{M}\p{N}]+)(?:\|([\p{L}\p{M}\p{N}]+))?/gu)
  return Array.from(matches, ([, form = '', stem = form]) => ({ form, stem }))
}

/** Splits texts into lower-case words of letters, marks and digits; `migrations|migrat` is a form and its stem. */
export function wordsOf(text: string, others: { parts?: string; place?: string } = {}): ChunkWords {
  return { text: listOf(text), parts: listOf(others.parts), place: listOf(others.place) }
}

/** Sample chunks by id: the text, which is embedded and found by its words, or any properties. */
export type SampleChunks = Readonly<Record<string, string | Partial<NewChunk>>>

const defaults = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [], tokens: 1 }

export function sampleChunk(id: string, sample: SampleChunks[string]): NewChunk {
  const { text = 'text', ...changes } = typeof sample === 'string' ? { text: sample } : sample
  return {
    id,
    ...defaults,
    text,
    words: wordsOf(text),
    termList: new TextEncoder().encode(text),
    inputs: [{ prefix: '', from: 0, to: text.length }],
    ...changes,
  }
}

/** A document with these chunks. */
export function newDocument(document: StoredDocument, chunks: SampleChunks): NewDocument {
  return { document, chunks: Object.entries(chunks).map(([id, sample]) => sampleChunk(id, sample)) }
}

/** Writes documents, and adds their roots. */
export async function put(store: Store, documents: readonly NewDocument[]): Promise<void> {
  for (const { root } of documents.map(({ document }) => document))
    await store.putRoot({ name: root, path: `/home/${root}` })
  await store.writeDocuments({ put: documents })
}

/** Adds a root with a single document, `all.md`, that has these chunks. */
export async function fill(store: Store, chunks: SampleChunks, root = 'notes'): Promise<void> {
  await put(store, [newDocument(sampleDocument('all.md', { root }), chunks)])
}

/** The values for 0 to `count` - 1. */
export function times<Value>(count: number, value: (number: number) => Value): Value[] {
  return Array.from({ length: count }, (_, number) => value(number))
}

/** Values by ids that sort by number. */
export function numbered<Value>(count: number, value: (number: number) => Value): Record<string, Value> {
  return Object.fromEntries(times(count, (number) => [`c${10_000 + number}`, value(number)] as const))
}

const word = (stem: string) => ({ kind: 'word', stem }) as const

export const ask = {
  word,
  phrase: (...stems: string[]) => ({ kind: 'phrase', stems }) as const,
  placed: (...stems: string[]) => ({ kind: 'place', stems }) as const,
  prefix: (prefix: string) => ({ kind: 'prefix', prefix }) as const,
  any: (...stems: string[]) => ({ kind: 'any', parts: stems.map(word) }) as const,
  all: (...stems: string[]) => ({ kind: 'all', parts: stems.map(word) }) as const,
  without: (include: QueryTree, exclude: QueryTree) => ({ kind: 'without', include, exclude }) as const,
}

export async function finds(store: Store, query: QueryTree, ...ids: string[]): Promise<void> {
  const { ids: found } = await store.findByWords({ query, limit: 100 })
  assert.deepEqual(found.toSorted(), ids.toSorted(), JSON.stringify(query).slice(0, 200))
}

/** Asserts that verification finds no damage before and after `optimise` and `repair`. */
export async function isFoundWhole({ maintenance }: Store): Promise<void> {
  if (!maintenance) return
  const { verify, optimise, repair = verify } = maintenance
  for (const step of [verify, optimise, optimise, repair, verify]) assert.deepEqual((await step()) ?? [], [])
}

/** A space of two dimensions, whose vectors are angles. */
export const plane: Space = { provider: 'sample', model: 'plane', dimensions: 2, promptStyle: 'none' }

export const other: Space = { ...plane, model: 'other' }

/** A unit vector in the plane; the cosine of two of them is that of the difference of their angles. */
export function atAngle(degrees: number): Float32Array {
  const radians = (degrees * Math.PI) / 180
  return Float32Array.of(Math.cos(radians), Math.sin(radians))
}

/** Stores a vector for every pending text of a space, by default 1°; returns the sorted texts. */
export async function embedAll(store: Store, space: Space, embed?: (text: string) => Float32Array) {
  const pending = await store.pendingTexts(space, { limit: 10_000 })
  const vectors = pending.map(({ key, text }) => ({ key, vector: embed?.(text) ?? atAngle(1) }))
  await store.putVectors(space, vectors)
  return pending.map(({ text }) => text).toSorted()
}

/** Adds the plane, and embeds every text at the angle in degrees that it starts with. */
export async function embedAngles(store: Store): Promise<void> {
  await store.putSpace(plane)
  await embedAll(store, plane, (text) => atAngle(Number.parseFloat(text)))
}

/** Asserts that a search finds the first of these chunks, each at a distance in degrees, and that only these have scores. */
export async function findsAt(
  store: Store,
  { others = ['gone', ''], ...request }: Omit<VectorRequest, 'space'> & { others?: readonly string[] },
  degrees: Readonly<Record<string, number>>,
): Promise<void> {
  const ids = Object.keys(degrees)
  const found = await store.findByVector({ space: plane, ...request })
  assert.deepEqual(found.map(idOf), ids.slice(0, request.limit), JSON.stringify(request))
  const given = [...others, ...ids.toReversed()]
  const scores = await store.scoreByVector({ space: plane, ...request, ids: given })
  assert.deepEqual([...scores.keys()].toSorted(), ids.toSorted())
  for (const { id, score } of found) assert.equal(score, scores.get(id)?.score, `both score ${id} the same`)
  for (const [id, { score }] of scores) {
    const cosine = cosineOf(degrees[id] ?? Number.NaN)
    assert.ok(Math.abs(score - cosine) < 1e-6 && Math.abs(score) <= 1, `${score} is ${cosine}`)
  }
}

/** The cosine of an angle in degrees. */
export const cosineOf = (degrees: number): number => Math.cos((degrees * Math.PI) / 180)

/** The angle in degrees that has this cosine. */
export const degreesOf = (cosine: number): number => (Math.acos(cosine) * 180) / Math.PI

/** The cases; without vector search they only check that the store refuses it. */
export function whereVectorsAreSearched(cases: Cases): Cases {
  const guard = (check: Cases[string]) => async (store: Store) => {
    const { vectorSearch } = await store.status()
    if (vectorSearch.available) return check(store)
    assert.notEqual(vectorSearch.reason ?? '', '', 'the status says why vectors cannot be searched')
    await store.putSpace(plane)
    const request = { space: plane, vector: atAngle(0), limit: 1, ids: ['a'] }
    await rejectsWith('STORE_NO_VECTOR_SEARCH', store.findByVector(request), store.scoreByVector(request))
  }
  return Object.fromEntries(Object.entries(cases).map(([name, check]) => [name, guard(check)]))
}
