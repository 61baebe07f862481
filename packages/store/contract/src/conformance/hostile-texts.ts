import assert from 'node:assert/strict'
import type { Check } from './check.js'
import { hostileTexts } from './hostile.js'
import { findIds, plane, sampleChunk, sampleDocument, word, wordsOf } from './samples.js'

/** Documents that no store may stumble over. A lone half of a surrogate pair may come back as U+FFFD. */
export const hostileTextCases: readonly Check[] = [
  {
    name: 'hostile texts are kept as texts, in every field',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      for (const [number, text] of hostileTexts.entries()) {
        const document = sampleDocument(`${number}`, {
          title: text,
          metadata: { [text]: text },
          recipe: text,
        })
        await store.replaceDocument(document, [sampleChunk(`c${number}`, text, { heading: [text, text] })])
        const [chunk] = await store.readChunks([`c${number}`])
        assert.deepEqual(
          [chunk?.text, chunk?.title, chunk?.heading.map((heading) => heading.toWellFormed())],
          [text.toWellFormed(), text.toWellFormed(), [text.toWellFormed(), text.toWellFormed()]],
        )
      }
      const documents = await store.listDocuments('notes')
      assert.equal(documents.length, hostileTexts.length)
      for (const { path, metadata } of documents) {
        const text = hostileTexts[Number(path)]
        assert.deepEqual(Object.entries(metadata), [[text, text]])
      }
    },
  },
  {
    name: 'hostile texts are embedded once each, and plain words are found beside them',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      await store.replaceDocument(
        sampleDocument('a.md'),
        hostileTexts.map((text, number) =>
          sampleChunk(`c${number}`, text, {
            words: wordsOf(`${text} harbour`),
            inputs: [{ prefix: text, from: 0, to: text.length }],
          }),
        ),
      )
      await store.addSpace(plane)
      const pending = await store.pendingTexts(plane, { limit: 1000 })
      assert.deepEqual(
        new Set(pending.map(({ text }) => text.toWellFormed())),
        new Set(hostileTexts.map((text) => (text + text).toWellFormed())),
      )
      assert.equal((await findIds(store, word('harbour'))).length, hostileTexts.length)
      assert.deepEqual(await findIds(store, word('behind')), [`c${hostileTexts.indexOf('before\0behind')}`])
    },
  },
  {
    name: 'paths are text, whatever they hold',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      const paths = hostileTexts.filter((text) => text.isWellFormed())
      for (const path of paths) await store.replaceDocument(sampleDocument(path), [])
      const stored = (await store.listDocuments('notes')).map(({ path }) => path)
      assert.deepEqual(stored.toSorted(), paths.toSorted())
      await store.removeDocuments(paths.slice(1).map((path) => ({ root: 'notes', path })))
      assert.equal((await store.listDocuments('notes')).length, 1)
    },
  },
  {
    name: 'deep metadata is kept',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      let deep: unknown = 'core'
      for (let level = 0; level < 1500; level += 1) deep = [deep]
      await store.replaceDocument(sampleDocument('a.md', { metadata: { deep } }), [])
      const [document] = await store.listDocuments('notes')
      assert.equal(JSON.stringify(document?.metadata), JSON.stringify({ deep }))
    },
  },
]
