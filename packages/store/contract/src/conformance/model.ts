import assert from 'node:assert/strict'
import type { ChunkTerms, WordRequest } from '../candidates.js'
import type { CountRequest } from '../query.js'
import type { DocumentAddress, EmbeddingInput, NewChunk, NewDocument, StoredDocument } from '../document.js'
import type { Store } from '../store.js'
import type { PendingText } from '../vector-space.js'
import { compareOrder, textsOf } from './pending-order.js'
import { beginsWith, isFound, passing, stemsIn } from './definitions.js'
import { anyChunk, anyDocument, anyFilter, anyQuery, conditions, createRandom } from './random.js'
import { filtersOf, roots, stems, type Random } from './random.js'
import { ask, atAngle, cosineOf, degreesOf, finds, findsAt, idOf, isFoundWhole, plane } from './samples.js'
import { times, type Cases } from './samples.js'
import { compareVersions } from './versions.js'

/** Compares a store with a simple model through random changes and queries. */
export const modelCases: Cases = Object.fromEntries(
  [1, 2].map((seed) => [
    `a store answers as a scan of all documents does, after random changes (${seed})`,
    (store: Store) => compareWithModel(store, seed),
  ]),
)

/** A written chunk with its document. */
export interface WrittenChunk extends NewChunk {
  readonly document: StoredDocument
}

/** The chunks of documents, each with its document. */
export function chunksOf(documents: Iterable<NewDocument>): WrittenChunk[] {
  return [...documents].flatMap(({ document, chunks }) => chunks.map((chunk) => ({ ...chunk, document })))
}

interface Model {
  /** Written documents by address. */
  readonly documents: Map<string, NewDocument>
  /** All ids of chunks so far, and the embedded texts. */
  readonly ids: Set<string>
  readonly embedded: Set<string>
  /** Texts that were pending before the last changes. */
  pending: readonly PendingText[]
}

async function compareWithModel(store: Store, seed: number): Promise<void> {
  const random = createRandom(seed)
  const model: Model = { documents: new Map(), ids: new Set(), embedded: new Set(), pending: [] }
  await store.putSpace(plane)
  for (let round = 0; round < rounds; round += 1) {
    for (const name of roots) await store.putRoot({ name, path: `/home/${name}` })
    for (let change = 0; change < 12 * round; change += 1) await changeAny(store, model, random)
    if (round === 0 || round === 3) await isFoundWhole(store)
    const chunks = chunksOf(model.documents.values())
    await compareRows(store, model)
    await compareCounts(store, chunks, random)
    await compareVectors(store, model, random)
    await compareFound(store, model, random)
    const share = (rounds - 1) * (seed - 1) + round - 1
    for (const [index, condition] of conditions.entries()) {
      if (round === 0 || index % (2 * rounds - 2) !== share) continue
      const filter = random.pick(filtersOf([condition]))
      await answersAs(chunks, store, { query: ask.any(...stems.slice(0, 4)), filter, limit: 5 })
    }
    if (round % 2 === 1) await removeRoot(store, model, random.pick(roots))
  }
}

/** The first round compares an empty store. */
const rounds = 5

const addressOf = ({ root, path }: DocumentAddress) => `${root}:${path}`

async function changeAny(store: Store, model: Model, random: Random): Promise<void> {
  const documents = (max: number) => random.list(max, () => anyDocument(random))
  const [removed, touched] = [documents(1), documents(2)]
  const written = new Map(documents(3).map((document) => [addressOf(document), document]))
  const put = [...written].map(([address, document]) => {
    const ids = new Set(random.list(8, () => `${address}-${random.below(8)}`))
    return { document, chunks: [...ids].map((id) => anyChunk(random, id)) }
  })
  await store.writeDocuments({ put, touched, removed })
  for (const document of removed) model.documents.delete(addressOf(document))
  for (const { document, chunks } of put) {
    const { isSecret, ...rest } = document
    model.documents.set(addressOf(document), { document: isSecret ? document : rest, chunks })
    for (const { id } of chunks) model.ids.add(id)
  }
  for (const { stamp, readAt, ...document } of touched) {
    const current = model.documents.get(addressOf(document))
    if (current) Object.assign(current, { document: { ...current.document, stamp, readAt } })
  }
}

async function removeRoot(store: Store, model: Model, name: string): Promise<void> {
  await store.removeRoot(name)
  const left = (await store.listRoots()).map((root) => root.name)
  assert.equal(left.join(), roots.filter((root) => root !== name).join())
  for (const [address, { document }] of model.documents)
    if (document.root === name) model.documents.delete(address)
}

const bytesOf = (lists: readonly ChunkTerms[]) =>
  lists.map(({ id, termList }) => [id, ...termList].join()).toSorted()

async function compareRows(store: Store, model: Model): Promise<void> {
  const written = [...model.documents.values()].map(({ document }) => document)
  const files = await Promise.all(roots.map((root) => store.listDocuments(root)))
  const inOrder = (root: string) =>
    written.filter((one) => one.root === root).toSorted((one, other) => (one.path < other.path ? -1 : 1))
  assert.deepEqual(files, roots.map(inOrder))
  for (const root of roots) await compareVersions(store, root, inOrder(root))
  const languages = [...new Set(written.flatMap(({ language }) => language ?? []))].toSorted()
  const { chunks: _, meanLength, ...rest } = await store.readCounts({})
  assert.deepEqual(rest, { languages, counts: [], formCounts: [], expansions: [] })

  const chunks = chunksOf(model.documents.values())
  const ids = [...model.ids].toReversed()
  const inAsked = ids.flatMap((id) => chunks.find((chunk) => chunk.id === id) ?? [])
  const items = inAsked.map(({ id, text, heading, document, ...chunk }) => {
    const { root, path, title, date = null, isSecret = false, metadata } = document
    const { startLine, endLine, startColumn, endColumn } = chunk
    const locator = { root, path, startLine, endLine, startColumn, endColumn }
    const attributes = { title, heading, isSecret, metadata }
    return { id, kind: 'chunk', text, locator, attributes, time: date }
  })
  assert.deepEqual(await store.readItems(ids), { items, damaged: [] })
  assert.deepEqual(bytesOf(await store.readTermLists(ids)), bytesOf(chunks))

  const status = await store.status()
  const counted = status.roots.map((root) => [root.documents, root.chunks])
  const chunksIn = (root: string) => chunks.filter(({ document }) => document.root === root).length
  const counts = roots.map((root) => [inOrder(root).length, chunksIn(root)])
  assert.deepEqual([counted, status.documents, status.chunks], [counts, written.length, chunks.length])
}

const stemsOf = ({ words }: NewChunk) => new Set(stemsIn(words))
const formsOf = ({ words }: NewChunk) => new Set(words.text.map(({ form }) => form))
const distinct = (sets: readonly Set<string>[]) => [...new Set(sets.flatMap((set) => [...set]))]

/** The number of sets by word; omits words without sets and words with private-use characters. */
function countIn(sets: readonly Set<string>[], words: readonly string[]): Map<string, number> {
  const counts = words.map((one) => [one, sets.filter((set) => set.has(one)).length] as const)
  return new Map(counts.filter(([word, count]) => count > 0 && !/\p{Co}/u.test(word)))
}

async function compareCounts(store: Store, chunks: readonly WrittenChunk[], random: Random): Promise<void> {
  const queries = [...stems.map(ask.word), ...times(20, () => anyQuery(random, 2))]
  const prefixes = ['', '*', 'l', 'light', 're', '漢', 'zz']
  await countsAs(chunks, store, { queries, forms: [...stems, '', 'gone'], prefixes })
  if (!store.vocabulary) return
  const [stemSets, forms] = [chunks.map(stemsOf), chunks.map(formsOf)]
  const allForms = distinct(forms)
  const begun = allForms.filter((form) => prefixes.some((prefix) => beginsWith(prefix)(form)))
  assert.deepEqual(await store.vocabulary.chunksWithStems(stems), countIn(stemSets, stems))
  assert.deepEqual(await store.vocabulary.chunksWithForms([...allForms, 'gone']), countIn(forms, allForms))
  assert.deepEqual((await store.vocabulary.formsWithPrefixes(prefixes)).toSorted(), begun.toSorted())
  const parts = ['igh', 'hts', '漢', 'zz']
  const containing = allForms.filter((form) => parts.some((part) => form.includes(part)))
  assert.deepEqual((await store.vocabulary.formsContaining(parts)).toSorted(), containing.toSorted())
}

/** Asserts that a store with these chunks counts as a scan of them does. */
export async function countsAs(all: readonly NewChunk[], store: Store, request: CountRequest): Promise<void> {
  const { queries = [], forms = [], prefixes = [] } = request
  const { meanLength, languages: _, ...counts } = await store.readCounts(request)
  const [allForms, allStems] = [all.map(formsOf), distinct(all.map(stemsOf))]
  assert.deepEqual(counts, {
    chunks: all.length,
    counts: queries.map((query) => all.filter(({ words }) => isFound(query, words)).length),
    formCounts: forms.map((form) => allForms.filter((one) => one.has(form)).length),
    expansions: prefixes.map((prefix) => allStems.filter(beginsWith(prefix)).toSorted()),
  })
  const length = all.reduce((sum, { words }) => sum + words.text.length, 0)
  assert.ok(Math.abs(meanLength - length / (all.length || 1)) < 1e-6, `the mean length is ${meanLength}`)
}

async function embed(store: Store, model: Model, texts: readonly PendingText[]): Promise<void> {
  const vectors = texts.map(({ key, text }) => ({ key, vector: atAngle(Number.parseFloat(text)) }))
  await store.putVectors(plane, vectors)
  for (const { text } of texts) model.embedded.add(text)
}

/** Compares which texts are pending and counted, and embeds some of them and of those that are gone by now. */
async function compareVectors(store: Store, model: Model, random: Random): Promise<void> {
  const some = (texts: readonly PendingText[]) => texts.filter(() => random.below(2) === 0)
  await embed(store, model, some(model.pending))
  const chunks = chunksOf(model.documents.values())
  const texts = new Set(chunks.flatMap(textsOf))
  const pending: PendingText[] = []
  for (const limit of [7, 5, 1000, 1]) {
    pending.push(...(await store.pendingTexts(plane, { limit, after: pending.at(-1)?.cursor })))
  }
  const expected = [...texts].filter((text) => !model.embedded.has(text))
  assert.deepEqual(pending.map(({ text }) => text).toSorted(), expected.toSorted())
  await compareOrder(store, pending, chunks)
  for (const { text, isSecret, document, startLine } of pending) {
    const held = chunks.filter((chunk) => textsOf(chunk).includes(text))
    // A text is secret if any document that holds it is; then one of those is named.
    const secret = held.filter((chunk) => chunk.document.isSecret)
    assert.equal(isSecret, secret.length > 0, text)
    const named = (isSecret ? secret : held).map((chunk) => addressOf(chunk.document) + chunk.startLine)
    assert.ok(named.includes(addressOf(document) + startLine), `a document that holds ${text} is named`)
  }
  await embed(store, model, some(pending))
  model.pending = pending.filter(({ text }) => !model.embedded.has(text))
  const after = pending[3]?.cursor
  const rest = pending.slice(4).filter(({ text }) => !model.embedded.has(text))
  assert.deepEqual(await store.pendingTexts(plane, { limit: 1000, after }), after === undefined ? [] : rest)
  const left = texts.difference(model.embedded).size
  const used = texts.size - left
  for (const { vectors, pending: unembedded, unusedVectors } of (await store.status()).spaces)
    assert.deepEqual([vectors, unembedded, unusedVectors], [used, left, model.embedded.size - used])
}

async function compareFound(store: Store, model: Model, random: Random): Promise<void> {
  const canSearchVectors = (await store.status()).vectorSearch.available
  const chunks = chunksOf(model.documents.values())
  for (const stem of stems) {
    const found = chunks.filter(({ words }) => isFound(ask.word(stem), words))
    await finds(store, ask.word(stem), ...found.map(idOf))
  }
  for (let question = 0; question < 30; question += 1) {
    const [query, filter, limit] = [anyQuery(random, 3), anyFilter(random), question % 9]
    const inFilter = await answersAs(chunks, store, { query, filter, limit })
    if (!canSearchVectors) continue
    const angle = random.below(180) + 1 / 3
    const request = { vector: atAngle(angle), filter, limit: 1 + (Math.floor(angle) % 30) }
    const similar = inFilter.flatMap((chunk) => similarityTo(angle, model, chunk) ?? [])
    const inOrder = similar.toSorted((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
    const degrees = Object.fromEntries(inOrder.map(({ id, cosine }) => [id, degreesOf(cosine)]))
    await findsAt(store, { ...request, others: inFilter.map(idOf) }, degrees)
    await namesNearest(store, request, similar)
  }
}

interface Similarity {
  readonly id: string
  readonly cosine: number
  readonly nearest: EmbeddingInput | undefined
}

/** The similarity of a chunk to an angle, and its nearest text; undefined without a vector. */
function similarityTo(angle: number, { embedded }: Model, chunk: WrittenChunk): Similarity | undefined {
  const texts = textsOf(chunk)
  const cosines = texts.map((text) => (embedded.has(text) ? cosineOf(Number.parseFloat(text) - angle) : null))
  const existing = cosines.filter((cosine) => cosine !== null)
  if (existing.length === 0) return undefined
  const cosine = Math.max(...existing)
  return { id: chunk.id, cosine, nearest: chunk.inputs[cosines.indexOf(cosine)] }
}

/** Asserts that the store names the nearest text of each of these chunks. */
async function namesNearest(
  store: Store,
  { vector }: { vector: Float32Array },
  similar: readonly Similarity[],
): Promise<void> {
  const scores = await store.scoreByVector({ space: plane, vector, ids: similar.map(idOf) })
  for (const { id, nearest } of similar) {
    const expected = nearest && { from: nearest.from, to: nearest.to }
    assert.deepEqual(scores.get(id)?.nearest, expected, `the nearest text of ${id}`)
  }
}

/** Asserts that a search, with and without its query, finds what a scan does; resolves to the chunks that pass the filter. */
export async function answersAs(chunks: readonly WrittenChunk[], store: Store, request: WordRequest) {
  const { query = ask.any(), filter, limit } = request
  const message = JSON.stringify({ query, filter }).slice(0, 300)
  const isPassing = filter ? passing(filter) : () => true
  const inFilter = chunks.filter((chunk) => isPassing(chunk.document, chunk))
  const expected = inFilter.filter(({ words }) => isFound(query, words)).map(idOf)
  const { ids: found } = await store.findByWords({ query, filter, limit: maxChunks })
  assert.deepEqual(found.toSorted(), expected.toSorted(), message)
  const { ids: few } = limit < maxChunks ? await store.findByWords({ query, filter, limit }) : { ids: found }
  assert.ok(few.length >= Math.min(limit, expected.length) && (limit > 0 || few.length === 0), message)
  assert.ok(new Set(few).size === few.length && few.every((id) => expected.includes(id)), message)
  const { ids: first } = await store.findByWords({ filter, limit })
  assert.deepEqual(first, inFilter.map(idOf).toSorted().slice(0, limit), message)
  return inFilter
}

/** More than the number of chunks in any sample. */
const maxChunks = 1000
