import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { ask, atAngle, embedAll, embedAngles, fill, numbered, plane, type Cases } from './samples.js'

const files = { ...numbered(20, (number) => `${number} harbour walls`), rare: '45 harbour lights' }
/** Some have the same text as a file. */
const records = { r1: '45 harbour lights', r2: '70 harbour boats', r3: '20 lights and walls and boats' }

/** The answers of a store; both stores have a root named `notes`. */
async function answersOf(store: Store, ids: readonly string[]) {
  const { vocabulary } = store
  const byWords = async (...stems: string[]) => store.findByWords({ query: ask.any(...stems), limit: 50 })
  const { roots, documents, chunks, vectorSearch } = await store.status()
  const nearest = { space: plane, vector: atAngle(44), limit: 50 }
  const negated = { kind: 'not', filter: { kind: 'root', names: ['elsewhere'] } } as const
  return {
    status: [roots, documents, chunks],
    listed: [
      await store.listRoots(),
      await store.listDocuments('notes'),
      await store.listVersions('notes', { limit: 9 }),
    ],
    counts: await store.readCounts({
      queries: [ask.word('lights'), ask.phrase('harbour', 'lights'), ask.word('boats')],
      forms: ['harbour', 'boats'],
      prefixes: ['b', 'l'],
    }),
    words: [await byWords('lights', 'walls'), await byWords('boats'), await store.findByWords({ limit: 50 })],
    filtered: await store.findByWords({ query: ask.word('harbour'), limit: 50, filter: negated }),
    items: await store.readItems(ids),
    ...(vectorSearch.available && {
      vectors: [await store.findByVector(nearest), await store.findByVector({ ...nearest, filter: negated })],
      scores: [...(await store.scoreByVector({ ...nearest, ids }))].toSorted(),
    }),
    vocabulary: [
      await vocabulary?.chunksWithStems(['harbour', 'boats', 'rare']),
      await vocabulary?.chunksWithForms(['lights', 'boats']),
      await vocabulary?.chunksWithForms((await vocabulary.formsWithPrefixes(['b', 'l'])).toSorted()),
    ],
  }
}

/** For each space, the numbers of texts with and without a vector. */
const countsOf = async (store: Store) =>
  (await store.status()).spaces.map(({ vectors, pending }) => [vectors, pending])

const all = [...Object.keys(files), ...Object.keys(records)]

/** The separation of files and records, in stores that have both. */
export const recordCases: Cases = {
  'records change no answer about files, and files change no answer about records': async (store) => {
    const other = store.ofRecords?.()
    if (!other) return
    await store.putSpace(plane)
    await fill(store, files)
    await embedAngles(store)
    const [ofFiles, nothing] = [await answersOf(store, all), await other.status()]
    assert.deepEqual([nothing.roots, nothing.documents, nothing.chunks], [[], 0, 0])
    await fill(other, records)
    await embedAngles(other)
    assert.deepEqual(await answersOf(store, all), ofFiles)
    const ofRecords = await answersOf(other, all)
    await fill(store, {})
    assert.deepEqual(await answersOf(other, all), ofRecords)
    await fill(store, files)
    assert.deepEqual(await answersOf(store, all), ofFiles)
    await other.removeRoot('notes')
    assert.deepEqual(await answersOf(store, all), ofFiles)
  },
  'a text of a file and a record has one vector, and both stores list only their own pending texts': async (
    store,
  ) => {
    const other = store.ofRecords?.()
    if (!other) return
    await fill(store, files)
    await fill(other, records)
    await store.putSpace(plane)
    assert.equal((await embedAll(other, plane)).length, Object.keys(records).length)
    const left = await embedAll(store, plane)
    assert.equal(left.length, Object.keys(files).length - 1)
    assert.ok(!left.includes(records.r1))
    assert.deepEqual(await store.listSpaces(), await other.listSpaces())
    assert.deepEqual(await countsOf(store), [[left.length + Object.keys(records).length, 0]])
    assert.deepEqual(await countsOf(other), await countsOf(store))
  },
  'notes about records are separate': async (store) => {
    const other = store.ofRecords?.()
    if (!store.notes || !other?.notes) return
    await other.notes.write('name', 'of records')
    assert.equal(await store.notes.read('name'), undefined)
    await store.notes.write('name', 'of files')
    assert.equal(await other.notes.read('name'), 'of records')
  },
  'a write to files or records changes the generation of both': async (store) => {
    const other = store.ofRecords?.()
    const before = [await store.generation?.(), await other?.generation?.()]
    if (!other || before.includes(undefined)) return
    await fill(other, records)
    assert.notEqual(await store.generation?.(), before[0])
    assert.notEqual(await other.generation?.(), before[1])
  },
}
