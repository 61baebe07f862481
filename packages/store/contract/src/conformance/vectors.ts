import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { atAngle, embedAll, embedAngles, fill, numbered, other, plane, put } from './samples.js'
import { sampleDocument, whereVectorsAreSearched, withCapability, type Cases } from './samples.js'

async function pendingTexts(store: Store): Promise<string[]> {
  return (await store.pendingTexts(plane, { limit: 100 })).map(({ text }) => text).toSorted()
}

/** How many vectors each space has of texts that are there, and of texts that are gone. */
async function vectorCounts(store: Store): Promise<string[]> {
  const { spaces } = await store.status()
  return spaces.map(({ vectors, unusedVectors }) => `${vectors}+${unusedVectors}`)
}

const pendingCases: Cases = {
  'a page begins behind its key, whether or not that text has its vector by now': async (store) => {
    await fill(
      store,
      numbered(9, (number) => `text ${number}`),
    )
    await store.putSpace(plane)
    const pending = await store.pendingTexts(plane, { limit: 100 })
    const rest = () => store.pendingTexts(plane, { limit: 100, after: pending[3]?.key })
    assert.deepEqual(await rest(), pending.slice(4))
    const vectors = pending.slice(0, 4).map(({ key }) => ({ key, vector: atAngle(1) }))
    await store.putVectors(plane, vectors)
    assert.deepEqual(await rest(), pending.slice(4))
    assert.deepEqual(await store.pendingTexts(plane, { limit: 100 }), pending.slice(4))
  },
  'a pending text is the prefix and the piece of the chunk’s text, and says where it stands': async (
    store,
  ) => {
    const text = 'Ein 🜂 text'
    const putTitled = (title: string) => {
      const inputs = [
        { prefix: title, from: 0, to: text.length },
        { prefix: title, from: text.indexOf('text'), to: text.length },
        { prefix: '', from: 4, to: 6 },
      ]
      return put(store, sampleDocument('a/b.md'), { a: { text, startLine: 12, endLine: 14, inputs } })
    }
    await putTitled('Title\n\n')
    await store.putSpace(plane)
    for (const { document, startLine, isSecret } of await store.pendingTexts(plane, { limit: 10 })) {
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
    await store.putSpace(plane)
    const before = await store.pendingTexts(plane, { limit: 10 })
    await store.removeRoot('one')
    await fill(store, { c: 'three' }, 'two')
    const gone = before.filter(({ text }) => text !== 'three')
    const vectors = gone.map(({ key }) => ({ key, vector: atAngle(1) }))
    await store.putVectors(plane, vectors)
    assert.deepEqual(await pendingTexts(store), ['three'])
    assert.deepEqual(await vectorCounts(store), ['0+2'])
  },
}

const unusedCases: Cases = {
  'unused vectors are removed from every space when they were kept long enough, and no others':
    withCapability('maintenance', async (store, { removeUnusedVectors }) => {
      await store.putSpace(other)
      await fill(store, { a: '10', b: '20', c: '30' })
      await embedAll(store, other)
      await embedAngles(store)
      assert.equal(await removeUnusedVectors({ unusedFor: 0 }), 0)
      await fill(store, { a: '10' })
      assert.equal(await removeUnusedVectors({ unusedFor: 60_000 }), 0)
      assert.deepEqual(await vectorCounts(store), ['1+2', '1+2'])
      assert.equal(await removeUnusedVectors({ unusedFor: 0 }), 4)
      assert.deepEqual(await vectorCounts(store), ['1+0', '1+0'])
      await fill(store, { a: '10', b: '20' })
      assert.deepEqual(await pendingTexts(store), ['20'])
    }),
  'a text that is back keeps its vector, whatever was noticed of it before': withCapability(
    'maintenance',
    async (store, { removeUnusedVectors }) => {
      await fill(store, { a: '10', b: '20' })
      await embedAngles(store)
      await fill(store, {})
      assert.equal(await removeUnusedVectors({ unusedFor: 60_000 }), 0)
      await fill(store, { b: '20' }, 'elsewhere')
      assert.equal(await removeUnusedVectors({ unusedFor: 0 }), 1)
      assert.deepEqual(await pendingTexts(store), [])
      assert.deepEqual(await vectorCounts(store), ['1+0'])
    },
  ),
}

/** Asserts that a search finds these chunks at these angles, in this order, and that given chunks have the same cosines. */
async function findsAt(store: Store, vector: Float32Array, angles: Readonly<Record<string, number>>) {
  const request = { space: plane, vector }
  const found = await store.findByVector({ ...request, limit: 100 })
  const ids = found.map(({ id }) => id)
  assert.deepEqual(ids, Object.keys(angles))
  const scores = await store.scoreByVector({ ...request, ids: ['gone', ...ids.toReversed(), ''] })
  assert.equal(scores.size, found.length)
  for (const { id, score } of found) {
    const expected = Math.cos(((angles[id] ?? Number.NaN) * Math.PI) / 180)
    for (const given of [score, scores.get(id) ?? Number.NaN]) {
      assert.ok(Math.abs(given - expected) < 1e-6, `${given} is ${expected}`)
      assert.ok(given >= -1 && given <= 1)
    }
  }
}

/** A direction of some length, written as both. */
function scaled(text: string): Float32Array {
  const [angle = 0, length = 1] = text.split(' ').map(Number)
  return atAngle(angle).map((value) => value * length)
}

/** The model asks for the nearest chunks, and for their order, by all limits. */
const searchCases: Cases = whereVectorsAreSearched({
  'the length of a vector does not matter, however long or short': async (store) => {
    await fill(store, { a: '10 1e30', b: '20 1e-30', c: '30 1' })
    await store.putSpace(plane)
    await embedAll(store, plane, scaled)
    for (const length of ['1e-30', '1', '1e30'])
      await findsAt(store, scaled(`0 ${length}`), { a: 10, b: 20, c: 30 })
  },
  'a vector may be a part of a larger array, and is neither changed nor held on to': async (store) => {
    await fill(store, { a: '10' })
    await store.putSpace(plane)
    const numbers = Float32Array.of(9, 3, 4, 9)
    await embedAll(store, plane, () => numbers.subarray(1, 3))
    assert.deepEqual([...numbers], [9, 3, 4, 9])
    numbers.fill(7)
    const degrees = (Math.acos(3 / 5) * 180) / Math.PI
    await findsAt(store, Float32Array.of(0, 0, 1, 0).subarray(2), { a: degrees })
  },
})

/** Texts without a vector, vectors of texts that are gone, and the chunks nearest to a vector. */
export const vectorCases: Cases = { ...pendingCases, ...unusedCases, ...searchCases }
