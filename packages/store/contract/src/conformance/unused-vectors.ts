import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { atAngle, embedAll, embedAngles, fill, plane } from './samples.js'

const other = { ...plane, model: 'other' }

async function unusedCounts(store: Store): Promise<number[]> {
  const { spaces } = await store.status()
  return spaces.map(({ unusedVectors }) => unusedVectors)
}

async function pendingCount(store: Store): Promise<number> {
  return (await store.pendingTexts(plane, { limit: 10 })).length
}

/** Vectors of texts that no chunk has any more. */
export const unusedVectorCases: readonly Check[] = [
  {
    name: 'vectors of texts that are gone are counted, and removed when they were kept long enough',
    async check(store) {
      await fill(store, { a: '10', b: '20', c: '30' })
      await embedAngles(store)
      assert.deepEqual(await unusedCounts(store), [0])
      assert.equal(await store.removeUnusedVectors({ unusedFor: 0 }), 0)
      await fill(store, { a: '10' })
      assert.deepEqual(await unusedCounts(store), [2])
      assert.equal(await store.removeUnusedVectors({ unusedFor: 60_000 }), 0)
      assert.deepEqual(await unusedCounts(store), [2])
      assert.equal(await store.removeUnusedVectors({ unusedFor: 0 }), 2)
      assert.deepEqual(await unusedCounts(store), [0])
      assert.equal(await pendingCount(store), 0)
      await fill(store, { a: '10', b: '20' })
      assert.equal(await pendingCount(store), 1)
    },
  },
  {
    name: 'a text that is back keeps its vector, whatever was noticed of it before',
    async check(store) {
      await fill(store, { a: '10', b: '20' })
      await embedAngles(store)
      await fill(store, {})
      assert.equal(await store.removeUnusedVectors({ unusedFor: 60_000 }), 0)
      await fill(store, { b: '20' }, 'elsewhere')
      assert.equal(await store.removeUnusedVectors({ unusedFor: 0 }), 1)
      assert.equal(await pendingCount(store), 0)
      assert.deepEqual(await unusedCounts(store), [0])
    },
  },
  {
    name: 'unused vectors are removed from every space',
    async check(store) {
      await store.addSpace(other)
      await fill(store, { a: '10', b: '20' })
      await embedAll(store, other, () => atAngle(1))
      await embedAngles(store)
      await fill(store, { b: '20' })
      assert.deepEqual(await unusedCounts(store), [1, 1])
      assert.equal(await store.removeUnusedVectors({ unusedFor: 0 }), 2)
      assert.deepEqual(await unusedCounts(store), [0, 0])
    },
  },
]
