import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { atAngle, embedAll, embedAngles, fill, other, plane } from './samples.js'
import { whereVectorsAreSearched, withCapability, type Cases } from './samples.js'

/** How many vectors each space has of texts that are there, and of texts that are gone. */
async function vectorCounts(store: Store): Promise<string[]> {
  const { spaces } = await store.status()
  return spaces.map(({ vectors, unusedVectors }) => `${vectors}+${unusedVectors}`)
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
    for (const given of [score, scores.get(id) ?? Number.NaN])
      assert.ok(Math.abs(given - expected) < 1e-6 && Math.abs(given) <= 1, `${given} is ${expected}`)
  }
}

/** A direction of some length, written as both. */
function scaled(text: string): Float32Array {
  const [angle = 0, length = 1] = text.split(' ').map(Number)
  return atAngle(angle).map((value) => value * length)
}

/** What becomes of unused vectors, and what the length of a vector says; the model has the rest. */
export const vectorCases: Cases = {
  'unused vectors are removed from every space when they were kept long enough, and no others':
    withCapability('maintenance', async (store, { removeUnusedVectors }) => {
      await store.putSpace(other)
      await fill(store, { a: '10', b: '20', c: '30', d: '40' })
      await embedAll(store, other)
      await embedAngles(store)
      assert.equal(await removeUnusedVectors({ unusedFor: 0 }), 0)
      await fill(store, { a: '10' })
      assert.equal(await removeUnusedVectors({ unusedFor: 60_000 }), 0)
      assert.deepEqual(await vectorCounts(store), ['1+3', '1+3'])
      await fill(store, { d: '40' }, 'elsewhere')
      assert.equal(await removeUnusedVectors({ unusedFor: 0 }), 4)
      assert.deepEqual(await vectorCounts(store), ['2+0', '2+0'])
      await fill(store, { a: '10', b: '20' })
      const pending = await store.pendingTexts(plane, { limit: 100 })
      assert.equal(pending.map(({ text }) => text).join(), '20')
    }),
  ...whereVectorsAreSearched({
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
  }),
}
