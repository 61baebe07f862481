import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { atAngle, embedAngles, fill, findIds, plane, sampleChunk, sampleDocument, word } from './samples.js'

const marks = { root: 'notes', path: 'all.md', stamp: 'stamp 2', readAt: 2 }
const other = { ...plane, model: 'other' }

/** Writes that can change an answer, in an order in which each of them does something. */
const writes: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  addRoot: (store) => store.addRoot({ name: 'other', path: '/home/other' }),
  replaceDocument: (store) => store.replaceDocument(sampleDocument('b.md'), [sampleChunk('b', '20')]),
  touchDocuments: (store) => store.touchDocuments([marks]),
  addSpace: (store) => store.addSpace(other),
  putVectors: async (store) => {
    const [pending] = await store.pendingTexts(plane, { limit: 1 })
    await store.putVectors(plane, [{ key: pending?.key ?? '', vector: atAngle(1) }])
  },
  updateSpace: (store) => store.updateSpace(plane, { isFilled: true, canary: atAngle(1) }),
  'addSpace, to choose another': (store) => store.addSpace(plane),
  dropSpace: (store) => store.dropSpace(other),
  removeDocuments: (store) => store.removeDocuments([{ root: 'notes', path: 'b.md' }]),
  'replaceDocument without chunks': (store) => store.replaceDocument(sampleDocument('all.md'), []),
  removeRoot: (store) => store.removeRoot('notes'),
}

/** The name of the state that answers come from. */
export const generationCases: readonly Check[] = [
  {
    name: 'the generation changes with every write that can change an answer, and never comes back',
    async check(store) {
      await fill(store, { a: '10' })
      await embedAngles(store)
      const seen = new Set([await store.generation()])
      for (const [name, write] of Object.entries(writes)) {
        await write(store)
        const generation = await store.generation()
        assert.ok(!seen.has(generation), `${name} makes a new generation`)
        seen.add(generation)
      }
    },
  },
  {
    name: 'the generation stays as long as nothing is written',
    async check(store) {
      await fill(store, { a: '10' })
      await embedAngles(store)
      const before = await store.generation()
      assert.notEqual(before, '')
      await findIds(store, word('10'))
      await store.listSpaces()
      await store.listDocuments('notes')
      await store.readChunks(['a'])
      await store.status()
      await store.addSpace(plane)
      await store.updateSpace(plane, {})
      assert.equal(await store.generation(), before)
    },
  },
]
