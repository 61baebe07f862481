import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import { atAngle, embedAll, embedAngles, fill, findsAt, other, plane } from './samples.js'
import { whereVectorsAreSearched, type Cases } from './samples.js'

/** How many vectors each space has of texts that are there, and of texts that are gone. */
async function vectorCounts(store: Store): Promise<string[]> {
  const { spaces } = await store.status()
  return spaces.map(({ vectors, unusedVectors }) => `${vectors}+${unusedVectors}`)
}

/** A direction of some length, written as both. */
function scaled(text: string): Float32Array {
  const [angle = 0, length = 1] = text.split(' ').map(Number)
  return atAngle(angle).map((value) => value * length)
}

/** What becomes of unused vectors, and what the length of a vector says; the model has the rest. */
export const vectorCases: Cases = {
  'only unused vectors that were kept long enough are removed, from every space': async (store) => {
    if (!store.maintenance) return
    const { removeUnusedVectors } = store.maintenance
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
  },
  ...whereVectorsAreSearched({
    'the length of a vector does not matter, however long or short': async (store) => {
      await fill(store, { a: '10 1e30', b: '20 1e-30', c: '30 1' })
      await store.putSpace(plane)
      await embedAll(store, plane, scaled)
      for (const length of ['1e-30', '1', '1e30'])
        await findsAt(store, { vector: scaled(`0 ${length}`), limit: 9 }, { a: 10, b: 20, c: 30 })
    },
    'a vector may be a part of a larger array, and is neither changed nor held on to': async (store) => {
      await fill(store, { a: '10' })
      await store.putSpace(plane)
      const numbers = Float32Array.of(9, 3, 4, 9)
      await embedAll(store, plane, () => numbers.subarray(1, 3))
      assert.deepEqual([...numbers], [9, 3, 4, 9])
      numbers.fill(7)
      const degrees = (Math.acos(3 / 5) * 180) / Math.PI
      await findsAt(store, { vector: Float32Array.of(0, 0, 1, 0).subarray(2), limit: 9 }, { a: degrees })
    },
  }),
}
