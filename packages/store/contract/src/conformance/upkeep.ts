import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { rejectsWith, type Check } from './check.js'
import { hostileTexts } from './hostile.js'
import { embedAngles, fill, findIds, numbered, plane, sampleDocument, termsOf, word } from './samples.js'
import { spaceCounts } from './space-counts.js'

/** Every call that a closed store must refuse. */
function everyCall(store: Store): (() => Promise<unknown>)[] {
  const query = word('harbour')
  const terms = termsOf(query)
  const vector = Float32Array.of(1, 0)
  return [
    () => store.listRoots(),
    () => store.addRoot({ name: 'other', path: '/other' }),
    () => store.updateRoot({ name: 'notes', path: '/home/notes' }),
    () => store.removeRoot('notes'),
    () => store.listDocuments('notes'),
    () => store.listLanguages(),
    () => store.replaceDocument(sampleDocument('b.md'), []),
    () => store.touchDocuments([sampleDocument('all.md')]),
    () => store.removeDocuments([sampleDocument('all.md')]),
    () => store.listSpaces(),
    () => store.addSpace(plane),
    () => store.updateSpace(plane, { isFilled: true }),
    () => store.dropSpace(plane),
    () => store.pendingTexts(plane, { limit: 1 }),
    () => store.putVectors(plane, [{ key: '00', vector }]),
    () => store.removeUnusedVectors({ unusedFor: 0 }),
    () => store.searchKeyword({ query, terms, limit: 1 }),
    () => store.scoreKeyword({ terms, ids: ['a'] }),
    () => store.readChunks(['a']),
    () => store.chunksWithStems(['harbour']),
    () => store.chunksWithForms(['harbour']),
    () => store.chunksWithPrefixes(['harb']),
    () => store.generation(),
    () => store.status(),
    () => store.readNote('note'),
    () => store.writeNote('note', 'text'),
    () => store.optimise(),
    () => store.lock(),
    () => store.backup('no such folder/copy'),
    () => store.verify(),
  ]
}

/** Notes, status, tidying up and the end. */
export const upkeepCases: readonly Check[] = [
  {
    name: 'a note is kept under its name, and the last one counts',
    async check(store) {
      assert.equal(await store.readNote('one'), undefined)
      await store.writeNote('one', 'first')
      await store.writeNote('two', '')
      await store.writeNote('one', '{"a":"ä\\u0000"}')
      assert.equal(await store.readNote('one'), '{"a":"ä\\u0000"}')
      assert.equal(await store.readNote('two'), '')
    },
  },
  {
    name: 'names and texts of notes are text, whatever they hold',
    async check(store) {
      const names = hostileTexts.filter((text) => text.isWellFormed())
      for (const name of names) await store.writeNote(name, `note ${name}`)
      for (const name of names) assert.equal(await store.readNote(name), `note ${name}`)
    },
  },
  {
    name: 'a new store is empty, and says what works and why the rest does not',
    async check(store) {
      const { backend, roots, files, chunks, spaces, keywordIndex, vectorSearch } = await store.status()
      assert.match(backend, /^\S+$/)
      assert.deepEqual({ roots, files, chunks, spaces }, { roots: [], files: 0, chunks: 0, spaces: [] })
      for (const { available, version, reason } of [keywordIndex, vectorSearch]) {
        assert.equal(typeof (available ? version : reason), 'string')
        assert.equal(available ? reason : version, null)
      }
    },
  },
  {
    name: 'the status counts roots, files, chunks, vectors and pending texts',
    async check(store) {
      await fill(store, { a: '10', b: '20', c: '20' }, 'one')
      await fill(store, { d: '30' }, 'two')
      await store.replaceDocument(sampleDocument('empty.md', { root: 'two' }), [])
      await embedAngles(store)
      await fill(store, { d: '30', e: '40' }, 'two')
      const { roots, files, chunks } = await store.status()
      assert.deepEqual(roots, [
        { name: 'one', path: '/home/one', files: 1, chunks: 3 },
        { name: 'two', path: '/home/two', files: 2, chunks: 2 },
      ])
      assert.deepEqual({ files, chunks }, { files: 3, chunks: 5 })
      assert.deepEqual(await spaceCounts(store), [{ ...plane, vectors: 3, pending: 1 }])
    },
  },
  {
    name: 'tidying up changes no answer',
    async check(store) {
      await fill(
        store,
        numbered(50, (number) => `harbour ${number}`),
      )
      await fill(
        store,
        numbered(20, (number) => `harbour ${number}`),
      )
      const before = await findIds(store, word('harbour'))
      await store.optimise()
      await store.optimise()
      assert.deepEqual(await findIds(store, word('harbour')), before)
      assert.equal(before.length, 20)
    },
  },
  {
    name: 'a closed store refuses every call with a store error, and closing again does no harm',
    async check(store) {
      await fill(store, { a: 'harbour' })
      await store.close()
      for (const call of everyCall(store)) await rejectsWith('STORE_UNAVAILABLE', call())
      await store.close()
    },
  },
]
