import assert from 'node:assert/strict'
import { rejectsWith, type Check } from './check.js'
import { atAngle, fill, plane } from './samples.js'
import { spaceCounts } from './space-counts.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

const invalid: Readonly<Record<string, Float32Array>> = {
  'not a number': Float32Array.of(1, Number.NaN),
  infinity: Float32Array.of(Number.POSITIVE_INFINITY, 1),
  'minus infinity': Float32Array.of(1, Number.NEGATIVE_INFINITY),
  'all zero': Float32Array.of(0, -0),
  'too short': Float32Array.of(1),
  'too long': Float32Array.of(1, 2, 3),
  empty: new Float32Array(0),
}

/** Vectors that a store must not take. */
export const invalidVectorCases: readonly Check[] = [
  ...Object.entries(invalid).map(
    ([what, bad]) =>
      ({
        name: `a vector that is ${what} is refused, and with it the whole batch`,
        async check(store) {
          await fill(store, { a: 'one', b: 'two', c: 'three' })
          await store.addSpace(plane)
          const before = await store.pendingTexts(plane, { limit: 10 })
          const batch = before.map(({ key }, place) => ({ key, vector: place === 1 ? bad : atAngle(1) }))
          await rejectsWith('STORE_INVALID_VECTOR', store.putVectors(plane, batch))
          assert.deepEqual(await store.pendingTexts(plane, { limit: 10 }), before)
          await store.putVectors(
            plane,
            batch.filter(({ vector }) => vector !== bad),
          )
          assert.deepEqual(await store.pendingTexts(plane, { limit: 10 }), before.slice(1, 2))
        },
      }) satisfies Check,
  ),
  {
    name: 'a search for an invalid vector is refused',
    check: whereVectorsAreSearched(async (store) => {
      await store.addSpace(plane)
      for (const vector of Object.values(invalid)) {
        const request = { space: plane, vector }
        await rejectsWith('STORE_INVALID_VECTOR', store.searchVector({ ...request, limit: 1 }))
        await rejectsWith('STORE_INVALID_VECTOR', store.scoreVector({ ...request, ids: [] }))
      }
    }),
  },
  {
    name: 'no vectors at all may be put',
    async check(store) {
      await store.addSpace(plane)
      await store.putVectors(plane, [])
      assert.deepEqual(await spaceCounts(store), [{ ...plane, vectors: 0, pending: 0 }])
    },
  },
]
