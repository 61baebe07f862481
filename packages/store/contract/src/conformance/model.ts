import assert from 'node:assert/strict'
import type { DocumentAddress, NewChunk, StoredDocument } from '../document.js'
import type { SearchCondition } from '../filter/search-filter.js'
import type { Store } from '../store.js'
import type { PendingText } from '../vector-space.js'
import { isFound, passes } from './definitions.js'
import { anyChunk, anyDocument, anyFilter, anyQuery, conditions, createRandom } from './random.js'
import { roots, stems, type Random } from './random.js'
import { atAngle, plane, type Cases } from './samples.js'

/** A store against a simple model of what was written, through random changes and questions. */
export const modelCases: Cases = Object.fromEntries(
  [1, 2].map((seed) => [
    `a store answers what a scan of all that was written does, whatever was written and asked (${seed})`,
    (store: Store) => compareWithModel(store, seed),
  ]),
)

interface KnownChunk extends NewChunk {
  readonly document: StoredDocument
}

interface Model {
  readonly documents: Map<string, StoredDocument>
  /** The chunks of each document, by address like these. */
  readonly chunks: Map<string, readonly KnownChunk[]>
  /** The ids that any chunk ever had, and the texts that were embedded. */
  readonly ids: Set<string>
  readonly embedded: Set<string>
}

async function compareWithModel(store: Store, seed: number): Promise<void> {
  const random = createRandom(seed)
  const model: Model = { documents: new Map(), chunks: new Map(), ids: new Set(), embedded: new Set() }
  await store.putSpace(plane)
  for (let round = 0; round < rounds; round += 1) {
    for (const name of roots) await store.putRoot({ name, path: `/home/${name}` })
    for (let change = 0; change < 20; change += 1) await changeAny(store, model, random)
    if (round === 3) await store.maintenance?.optimise()
    await compareRows(store, model)
    await compareCounts(store, model, random)
    await compareVectors(store, model, random)
    await compareFound(store, model, random)
    for (const [index, condition] of conditions.entries()) {
      if (index % (2 * rounds) === rounds * (seed - 1) + round)
        await compareFiltered(store, model, { ...condition, isNegated: random.below(2) === 0 })
    }
    if (round % 2 === 1) await removeRoot(store, model, random.pick(roots))
  }
}

const rounds = 5

const addressOf = ({ root, path }: DocumentAddress) => `${root}:${path}`
const chunksOf = (model: Model) => [...model.chunks.values()].flat()
const textsOf = ({ text, inputs }: NewChunk) =>
  inputs.map(({ prefix, from, to }) => prefix + text.slice(from, to))
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

async function changeAny(store: Store, model: Model, random: Random): Promise<void> {
  const document = anyDocument(random)
  const address = addressOf(document)
  if (random.below(4) === 0) {
    await store.writeDocuments({ removed: [document] })
    model.documents.delete(address)
    model.chunks.delete(address)
    return
  }
  const ids = new Set(random.list(8, () => `${address}-${random.below(8)}`))
  const chunks = [...ids].map((id) => anyChunk(random, id))
  await store.writeDocuments({ put: [{ document, chunks }] })
  model.documents.set(address, document)
  model.chunks.set(
    address,
    chunks.map((chunk) => ({ ...chunk, document })),
  )
  for (const id of ids) model.ids.add(id)
}

async function removeRoot(store: Store, model: Model, name: string): Promise<void> {
  await store.removeRoot(name)
  assert.deepEqual(
    (await store.listRoots()).map((root) => root.name),
    roots.filter((root) => root !== name),
  )
  for (const [address, { root }] of model.documents) {
    if (root !== name) continue
    model.documents.delete(address)
    model.chunks.delete(address)
  }
}

async function compareRows(store: Store, model: Model): Promise<void> {
  const known = [...model.documents.values()]
  const files = await Promise.all(roots.map((root) => store.listDocuments(root)))
  const inOrder = (root: string) =>
    known.filter((one) => one.root === root).toSorted((one, other) => (one.path < other.path ? -1 : 1))
  assert.deepEqual(files, roots.map(inOrder))
  const languages = known.flatMap(({ language }) => language ?? [])
  assert.deepEqual((await store.readCounts({})).languages, [...new Set(languages)].toSorted())

  const chunks = chunksOf(model)
  const read = await store.readItems([...model.ids].toSorted())
  const items = chunks.toSorted(byId).map(({ id, text, heading, document, ...chunk }) => {
    const { root, path, title, date = null } = document
    const { startLine, endLine, startColumn, endColumn } = chunk
    const locator = { root, path, startLine, endLine, startColumn, endColumn }
    return { id, kind: 'chunk', text, locator, attributes: { title, heading }, time: date }
  })
  assert.deepEqual(read, { items, damaged: [] })
  const lists = (await store.readTermLists([...model.ids])).map(({ id, termList }) => ({
    id,
    bytes: [...termList],
  }))
  assert.deepEqual(
    lists.toSorted(byId),
    chunks.toSorted(byId).map(({ id, termList }) => ({ id, bytes: [...termList] })),
  )

  const status = await store.status()
  const counts = roots.map((root) => [
    inOrder(root).length,
    chunks.filter(({ document }) => document.root === root).length,
  ])
  assert.deepEqual(
    status.roots.map((root) => [root.documents, root.chunks]),
    counts,
  )
  assert.deepEqual([status.documents, status.chunks], [known.length, chunks.length])
}

function beginsWith(prefix: string): (word: string) => boolean {
  return (word) => prefix !== '' && word.startsWith(prefix)
}

/** In how many of the sets words are, of those that are in any. */
function countIn(sets: readonly Set<string>[], words: readonly string[]): Map<string, number> {
  const counts = words.map((one) => [one, sets.filter((set) => set.has(one)).length] as const)
  return new Map(counts.filter(([, count]) => count > 0))
}

async function compareCounts(store: Store, model: Model, random: Random): Promise<void> {
  const all = chunksOf(model).map(({ words }) => words)
  const queries = Array.from({ length: 20 }, () => anyQuery(random, 2))
  const prefixes = ['', 'l', 'light', 're', '漢', 'zz']
  const held = all.map(
    ({ text, parts, place }) => new Set([...text, ...parts, ...place].map(({ stem }) => stem)),
  )
  const forms = all.map(({ text }) => new Set(text.map(({ form }) => form)))
  const request = { queries, forms: [...stems], prefixes }
  const { meanLength, languages: _, ...counts } = await store.readCounts(request)
  const allStems = [...new Set(held.flatMap((one) => [...one]))]
  assert.deepEqual(counts, {
    chunks: all.length,
    counts: queries.map((query) => all.filter((words) => isFound(query, words)).length),
    formCounts: stems.map((form) => forms.filter((one) => one.has(form)).length),
    expansions: prefixes.map((prefix) => allStems.filter(beginsWith(prefix)).toSorted()),
  })
  const length = all.reduce((sum, { text }) => sum + text.length, 0)
  assert.ok(Math.abs(meanLength * all.length - length) < 1e-6, `the mean length is ${meanLength}`)

  if (!store.vocabulary) return
  const allForms = [...new Set(forms.flatMap((one) => [...one]))]
  const begun = allForms.filter((form) => prefixes.some((prefix) => beginsWith(prefix)(form)))
  assert.deepEqual(await store.vocabulary.chunksWithStems(stems), countIn(held, stems))
  assert.deepEqual(await store.vocabulary.chunksWithForms([...allForms, 'gone']), countIn(forms, allForms))
  assert.deepEqual(await store.vocabulary.chunksWithPrefixes(prefixes), countIn(forms, begun))
}

/** Compares which texts are pending and counted, and embeds some of them. */
async function compareVectors(store: Store, model: Model, random: Random): Promise<void> {
  const holders = new Map<string, StoredDocument[]>()
  for (const chunk of chunksOf(model)) {
    for (const text of textsOf(chunk)) holders.set(text, [...(holders.get(text) ?? []), chunk.document])
  }
  const pending: PendingText[] = []
  for (const limit of [7, 5, 1000, 1]) {
    pending.push(...(await store.pendingTexts(plane, { limit, after: pending.at(-1)?.key })))
  }
  const expected = [...holders.keys()].filter((text) => !model.embedded.has(text))
  assert.deepEqual(pending.map(({ text }) => text).toSorted(), expected.toSorted())
  for (const one of pending) isHeld(one, holders.get(one.text) ?? [])
  const put = pending.filter(() => random.below(2) === 0)
  const vectors = put.map(({ key, text }) => ({ key, vector: atAngle(Number.parseFloat(text)) }))
  await store.putVectors(plane, vectors)
  for (const { text } of put) model.embedded.add(text)
  const used = [...model.embedded].filter((text) => holders.has(text)).length
  const { spaces } = await store.status()
  const counts = spaces.map((space) => [space.vectors, space.pending, space.unusedVectors])
  assert.deepEqual(counts, [[used, holders.size - used, model.embedded.size - used]])
}

/** A text is secret if any of the documents that hold it is, and then one of those is named. */
function isHeld({ text, isSecret, document }: PendingText, held: readonly StoredDocument[]): void {
  const secret = held.filter((one) => one.isSecret)
  assert.equal(isSecret, secret.length > 0, text)
  const named = (isSecret ? secret : held).map(addressOf)
  assert.ok(named.includes(addressOf(document)), `a document that holds ${text} is named`)
}

async function compareFound(store: Store, model: Model, random: Random): Promise<void> {
  const canSearchVectors = (await store.status()).vectorSearch.available
  for (let question = 0; question < 30; question += 1) {
    const [query, filter, limit] = [anyQuery(random, 3), anyFilter(random), 1000]
    const passing = chunksOf(model).filter((chunk) => passes(filter, chunk.document, chunk))
    const { ids: found } = await store.findByWords({ query, filter, limit })
    const expected = passing.filter(({ words }) => isFound(query, words)).map(({ id }) => id)
    assert.deepEqual(found.toSorted(), expected.toSorted(), JSON.stringify({ query, filter }))
    const sample = await store.findByWords({ filter, limit: question % 9 })
    const inOrder = passing.map(({ id }) => id).toSorted()
    assert.deepEqual(sample.ids, inOrder.slice(0, question % 9), JSON.stringify(filter))
    if (canSearchVectors) await compareNearest(store, { model, passing, filter }, random.below(180) + 1 / 3)
  }
}

async function compareNearest(
  store: Store,
  {
    model,
    passing,
    filter,
  }: { model: Model; passing: readonly KnownChunk[]; filter: ReturnType<typeof anyFilter> },
  angle: number,
): Promise<void> {
  const expected = passing.flatMap((chunk) => {
    const angles = textsOf(chunk)
      .filter((text) => model.embedded.has(text))
      .map(Number.parseFloat)
    const distances = angles.map((one) => Math.abs(one - angle))
    return angles.length > 0 ? [{ id: chunk.id, distance: Math.min(...distances) }] : []
  })
  const inOrder = expected.toSorted((one, other) => one.distance - other.distance || byId(one, other))
  const limit = 1 + (Math.floor(angle) % 30)
  const request = { space: plane, vector: atAngle(angle) }
  const hits = await store.findByVector({ ...request, filter, limit })
  assert.deepEqual(
    hits.map(({ id }) => id),
    inOrder.slice(0, limit).map(({ id }) => id),
    JSON.stringify({ filter, angle }),
  )
  const scores = await store.scoreByVector({ ...request, ids: passing.map(({ id }) => id) })
  assert.equal(scores.size, inOrder.length)
  for (const { id, distance } of inOrder) {
    const cosine = Math.cos((distance * Math.PI) / 180)
    const given = [scores.get(id), hits.find((hit) => hit.id === id)?.score ?? cosine]
    for (const score of given)
      assert.ok(Math.abs((score ?? Number.NaN) - cosine) < 1e-6, `${score} is ${cosine}`)
  }
}

/** Compares which chunks a condition lets through, of those that have any of the most common stems. */
async function compareFiltered(store: Store, model: Model, condition: SearchCondition): Promise<void> {
  const query = {
    kind: 'any',
    parts: stems.slice(0, 4).map((stem) => ({ kind: 'word', stem }) as const),
  } as const
  const { ids: found } = await store.findByWords({ query, filter: [condition], limit: 1000 })
  const expected = chunksOf(model).filter(
    (chunk) => isFound(query, chunk.words) && passes([condition], chunk.document, chunk),
  )
  assert.deepEqual(found.toSorted(), expected.map(({ id }) => id).toSorted(), JSON.stringify(condition))
}
