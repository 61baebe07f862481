import assert from 'node:assert/strict'
import type { PendingText, Store } from '../store.js'
import { atAngle, embedAll, embedAngles, fill, numbered, other, plane, put } from './samples.js'
import { sampleDocument, type Cases } from './samples.js'

async function pendingByPages(store: Store, limit: number): Promise<PendingText[]> {
  const found: PendingText[] = []
  for (;;) {
    const page = await store.pendingTexts(plane, { limit, after: found.at(-1)?.key })
    assert.ok(page.length <= limit)
    if (page.length === 0) return found
    found.push(...page)
  }
}

async function pendingTexts(store: Store): Promise<string[]> {
  return (await pendingByPages(store, 2)).map(({ text }) => text).toSorted()
}

const pageCases: Cases = {
  'a page begins behind its key, whether or not that text has its vector by now': async (store) => {
    await fill(
      store,
      numbered(9, (number) => `text ${number}`),
    )
    await store.addSpace(plane)
    const pending = await store.pendingTexts(plane, { limit: 100 })
    const rest = () => store.pendingTexts(plane, { limit: 100, after: pending[3]?.key })
    assert.deepEqual(await rest(), pending.slice(4))
    await store.putVectors(
      plane,
      pending.slice(0, 4).map(({ key }) => ({ key, vector: atAngle(1) })),
    )
    assert.deepEqual(await rest(), pending.slice(4))
    assert.deepEqual(await store.pendingTexts(plane, { limit: 100 }), pending.slice(4))
  },
  'a pending text is the prefix and the piece of the chunk’s text, and says where it stands': async (
    store,
  ) => {
    const text = 'Ein 🜂 text'
    const pieces = (title: string) => [
      { prefix: title, from: 0, to: text.length },
      { prefix: title, from: text.indexOf('text'), to: text.length },
      { prefix: '', from: 4, to: 6 },
    ]
    const putTitled = (title: string) =>
      put(store, sampleDocument('a/b.md'), { a: { text, startLine: 12, endLine: 14, inputs: pieces(title) } })
    await putTitled('Title\n\n')
    await store.addSpace(plane)
    const pending = await store.pendingTexts(plane, { limit: 10 })
    for (const { document, startLine, isSecret } of pending) {
      const facts = { document: { root: 'notes', path: 'a/b.md' }, startLine: 12, isSecret: false }
      assert.deepEqual({ document, startLine, isSecret }, facts)
    }
    assert.deepEqual(await embedAll(store, plane), ['Title\n\nEin 🜂 text', 'Title\n\ntext', '🜂'])
    await putTitled('Other ')
    assert.deepEqual(await embedAll(store, plane), ['Other Ein 🜂 text', 'Other text'])
  },
  'texts of removed chunks are not pending, and a vector that comes for one is taken': async (store) => {
    await fill(store, { a: 'one' }, 'one')
    await fill(store, { b: 'two', c: 'three' }, 'two')
    await store.addSpace(plane)
    const before = await store.pendingTexts(plane, { limit: 10 })
    await store.removeRoot('one')
    await fill(store, { c: 'three' }, 'two')
    assert.deepEqual(await pendingTexts(store), ['three'])
    const gone = before.filter(({ text }) => text !== 'three')
    await store.putVectors(
      plane,
      gone.map(({ key }) => ({ key, vector: atAngle(1) })),
    )
    assert.deepEqual(await pendingTexts(store), ['three'])
  },
}

/** How many vectors each space has of texts that are there, and of texts that are gone. */
async function vectorCounts(store: Store): Promise<number[][]> {
  const { spaces } = await store.status()
  return spaces.map(({ vectors, unusedVectors }) => [vectors, unusedVectors])
}

const unusedCases: Cases = {
  'unused vectors are removed from every space when they were kept long enough, and no others': async (
    store,
  ) => {
    await store.addSpace(other)
    await fill(store, { a: '10', b: '20', c: '30' })
    await embedAll(store, other)
    await embedAngles(store)
    assert.equal(await store.removeUnusedVectors({ unusedFor: 0 }), 0)
    await fill(store, { a: '10' })
    assert.equal(await store.removeUnusedVectors({ unusedFor: 60_000 }), 0)
    assert.deepEqual(await vectorCounts(store), [
      [1, 2],
      [1, 2],
    ])
    assert.equal(await store.removeUnusedVectors({ unusedFor: 0 }), 4)
    assert.deepEqual(await vectorCounts(store), [
      [1, 0],
      [1, 0],
    ])
    await fill(store, { a: '10', b: '20' })
    assert.deepEqual(await pendingTexts(store), ['20'])
  },
  'a text that is back keeps its vector, whatever was noticed of it before': async (store) => {
    await fill(store, { a: '10', b: '20' })
    await embedAngles(store)
    await fill(store, {})
    assert.equal(await store.removeUnusedVectors({ unusedFor: 60_000 }), 0)
    await fill(store, { b: '20' }, 'elsewhere')
    assert.equal(await store.removeUnusedVectors({ unusedFor: 0 }), 1)
    assert.deepEqual(await pendingTexts(store), [])
    assert.deepEqual(await vectorCounts(store), [[1, 0]])
  },
}

/** Texts that lack a vector, which of them are secret, and vectors of texts that are gone. */
export const pendingTextCases: Cases = { ...pageCases, ...unusedCases }
