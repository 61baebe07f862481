import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { fill, findIds, sampleChunk, sampleDocument, word } from './samples.js'

async function pathsOf(store: Store, root: string): Promise<string[]> {
  return (await store.listDocuments(root)).map(({ path }) => path)
}

/** Documents' rows: kept, listed, touched, removed. */
export const documentCases: readonly Check[] = [
  {
    name: 'a document comes back as it was given',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      const document = sampleDocument('déjà/vu\'s "plan" #1.md', {
        title: 'Ein „Titel“ 標題 🜂',
        metadata: { tags: ['a', 'b'], nested: { empty: null, yes: true, pi: 3.14 }, '': '', 'a.b[0]': "'" },
        contentHash: 'sha256:00ff',
        recipe: '{"size":400}',
        stamp: '1,2,3',
        readAt: 1_785_000_000_123,
        date: '2026-02-11',
        language: 'de',
      })
      await store.replaceDocument(document, [])
      assert.deepEqual(await store.listDocuments('notes'), [document])
    },
  },
  {
    name: 'documents are listed in the order of their paths',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      for (const path of ['b/a.md', 'é.md', 'a/z.md', 'B.md', 'a.md', 'b.md']) {
        await store.replaceDocument(sampleDocument(path), [])
      }
      assert.deepEqual(await pathsOf(store, 'notes'), ['B.md', 'a.md', 'a/z.md', 'b.md', 'b/a.md', 'é.md'])
    },
  },
  {
    name: 'touching a document changes its stamp and time and nothing else',
    async check(store) {
      await fill(store, { a: 'harbour' })
      const [before] = await store.listDocuments('notes')
      const marks = { stamp: 'stamp 2', readAt: 1_700_000_000_001 }
      await store.touchDocuments([{ root: 'notes', path: 'all.md', ...marks }])
      assert.deepEqual(await store.listDocuments('notes'), [{ ...before, ...marks }])
      assert.deepEqual(await findIds(store, word('harbour')), ['a'])
    },
  },
  {
    name: 'touching a document that is not there does not make it',
    async check(store) {
      await fill(store, {})
      await store.touchDocuments([{ root: 'notes', path: 'gone.md', stamp: 's', readAt: 1 }])
      assert.deepEqual(await pathsOf(store, 'notes'), ['all.md'])
    },
  },
  {
    name: 'removing documents removes their chunks and hits, and passes over what is not there',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      for (const name of ['a', 'b', 'c']) {
        await store.replaceDocument(sampleDocument(`${name}.md`), [sampleChunk(name, 'harbour')])
      }
      const addresses = ['a.md', 'gone.md', 'c.md'].map((path) => ({ root: 'notes', path }))
      await store.removeDocuments(addresses)
      assert.deepEqual(await pathsOf(store, 'notes'), ['b.md'])
      assert.deepEqual(await findIds(store, word('harbour')), ['b'])
      assert.deepEqual(
        (await store.readChunks(['a', 'b', 'c'])).map(({ id }) => id),
        ['b'],
      )
    },
  },
  {
    name: 'touching and removing nothing does nothing',
    async check(store) {
      await fill(store, { a: 'harbour' })
      await store.touchDocuments([])
      await store.removeDocuments([])
      assert.deepEqual(await pathsOf(store, 'notes'), ['all.md'])
    },
  },
  {
    name: 'two roots with the same paths do not disturb each other',
    async check(store) {
      await fill(store, { a: 'harbour north' }, 'north')
      await fill(store, { b: 'harbour south' }, 'south')
      await store.replaceDocument(sampleDocument('all.md', { root: 'north' }), [
        sampleChunk('a2', 'quay north'),
      ])
      assert.deepEqual(await findIds(store, word('harbour')), ['b'])
      await store.removeDocuments([{ root: 'south', path: 'all.md' }])
      assert.deepEqual(await pathsOf(store, 'north'), ['all.md'])
      assert.deepEqual(await pathsOf(store, 'south'), [])
      assert.deepEqual(await findIds(store, word('quay')), ['a2'])
    },
  },
  {
    name: 'writes and searches that are asked for at once all end well',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      const write = (_: unknown, number: number) =>
        store.replaceDocument(sampleDocument(`${number}.md`), [sampleChunk(`c${number}`, 'harbour')])
      const search = () => findIds(store, word('harbour'))
      await Promise.all([...Array.from({ length: 20 }, write), ...Array.from({ length: 20 }, search)])
      assert.equal((await search()).length, 20)
    },
  },
]
