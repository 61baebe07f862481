import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { rejectsWith, type Check } from './check.js'
import { any, embedAll, fill, findIds, plane, sampleChunk, sampleDocument, termsOf, word } from './samples.js'

async function answers(store: Store) {
  const query = any('harbour', 'lights', 'walls')
  const { files, chunks, spaces } = await store.status()
  return {
    documents: await store.listDocuments('notes'),
    chunks: await store.readChunks(['a', 'b', 'c']),
    hits: await store.searchKeyword({ query, terms: termsOf(query), limit: 10 }),
    counts: { files, chunks, spaces },
  }
}

/** A document in place of an older version of itself. */
export const replacementCases: readonly Check[] = [
  {
    name: 'a new version replaces the old one with all its chunks',
    async check(store) {
      await fill(store, { a: 'harbour lights', b: 'harbour walls' })
      const next = sampleDocument('all.md', {
        title: 'Next',
        contentHash: 'hash 2',
        metadata: { draft: true },
      })
      await store.replaceDocument(next, [sampleChunk('c', 'harbour master')])
      assert.deepEqual(await store.listDocuments('notes'), [next])
      assert.deepEqual(await findIds(store, any('lights', 'walls')), [])
      assert.deepEqual(await findIds(store, word('harbour')), ['c'])
      assert.deepEqual(
        (await store.readChunks(['a', 'b', 'c'])).map(({ id, title }) => [id, title]),
        [['c', 'Next']],
      )
    },
  },
  {
    name: 'replacing a document with itself changes no answer',
    async check(store) {
      const texts = { a: 'harbour lights', b: 'harbour walls', c: 'something else' }
      await fill(store, texts)
      await store.addSpace(plane)
      await embedAll(store, plane, () => Float32Array.of(1, 2))
      const before = await answers(store)
      for (let round = 0; round < 3; round += 1) await fill(store, texts)
      assert.deepEqual(await answers(store), before)
    },
  },
  {
    name: 'a chunk that stays may change its place and text',
    async check(store) {
      await fill(store, { a: 'harbour lights', b: 'harbour walls' })
      await fill(store, { b: 'harbour walls', c: 'new', a: 'quay lights' })
      assert.deepEqual(await findIds(store, word('harbour')), ['b'])
      assert.deepEqual(await findIds(store, word('quay')), ['a'])
      assert.equal((await store.status()).chunks, 3)
    },
  },
  {
    name: 'a document may have no chunks, and lose those it had',
    async check(store) {
      await fill(store, { a: 'harbour' })
      await fill(store, {})
      assert.equal((await store.listDocuments('notes')).length, 1)
      assert.deepEqual(await findIds(store, word('harbour')), [])
      assert.equal((await store.status()).chunks, 0)
    },
  },
  {
    name: 'two chunks with one id are refused, and nothing of the document is kept',
    async check(store) {
      await fill(store, { a: 'harbour lights', b: 'harbour walls' })
      const before = await answers(store)
      const twins = [sampleChunk('c', 'walls'), sampleChunk('c', 'lights')]
      await rejectsWith('STORE_INVALID_DOCUMENT', store.replaceDocument(sampleDocument('all.md'), twins))
      await rejectsWith('STORE_INVALID_DOCUMENT', store.replaceDocument(sampleDocument('new.md'), twins))
      assert.deepEqual(await answers(store), before)
    },
  },
  {
    name: 'a chunk id that another document has is refused, and nothing of the document is kept',
    async check(store) {
      await fill(store, { a: 'harbour lights', b: 'harbour walls' })
      const before = await answers(store)
      const chunks = [sampleChunk('c', 'walls'), sampleChunk('a', 'lights')]
      await rejectsWith('STORE_INVALID_DOCUMENT', store.replaceDocument(sampleDocument('new.md'), chunks))
      assert.deepEqual(await answers(store), before)
    },
  },
  {
    name: 'a store takes writes after it has refused one',
    async check(store) {
      await fill(store, { a: 'harbour' })
      const twins = [sampleChunk('c', 'walls'), sampleChunk('c', 'lights')]
      await rejectsWith('STORE_INVALID_DOCUMENT', store.replaceDocument(sampleDocument('all.md'), twins))
      await fill(store, { a: 'quay' })
      assert.deepEqual(await findIds(store, word('quay')), ['a'])
    },
  },
]
