import assert from 'node:assert/strict'
import type { Space, Store } from '../store.js'
import { rejectsWith, type Check } from './check.js'
import { atAngle, embedAll, fill, plane } from './samples.js'
import { listedSpaces, spaceCounts } from './space-counts.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

const others: readonly Space[] = [
  { ...plane, provider: 'other' },
  { ...plane, model: 'other' },
  { ...plane, dimensions: 3 },
  { ...plane, promptStyle: 'other' },
]

async function nearest(store: Store, space: Space): Promise<string | undefined> {
  const [hit] = await store.searchVector({ space, vector: atAngle(0), limit: 1 })
  return hit?.id
}

/** Vector spaces side by side. */
export const spaceCases: readonly Check[] = [
  {
    name: 'a space is what provider, model, dimensions and prompt style say',
    async check(store) {
      assert.deepEqual(await store.listSpaces(), [])
      for (const space of [plane, ...others]) await store.addSpace(space)
      for (const space of [...others, plane]) await store.addSpace({ ...space })
      assert.deepEqual(await listedSpaces(store), [...others, plane])
    },
  },
  {
    name: 'a space that was not begun is refused',
    async check(store) {
      await fill(store, { a: 'text' })
      await store.addSpace(plane)
      for (const space of others) {
        await rejectsWith('STORE_UNKNOWN_SPACE', store.pendingTexts(space, { limit: 1 }))
        const vector = new Float32Array(space.dimensions).fill(1)
        await rejectsWith('STORE_UNKNOWN_SPACE', store.putVectors(space, [{ key: '00', vector }]))
      }
    },
  },
  {
    name: 'a space that was not begun cannot be searched',
    check: whereVectorsAreSearched(async (store) => {
      await store.addSpace(plane)
      for (const space of others) {
        const request = { space, vector: new Float32Array(space.dimensions).fill(1) }
        await rejectsWith('STORE_UNKNOWN_SPACE', store.searchVector({ ...request, limit: 1 }))
        await rejectsWith('STORE_UNKNOWN_SPACE', store.scoreVector({ ...request, ids: [] }))
      }
    }),
  },
  {
    name: 'each space lacks and counts its own vectors',
    async check(store) {
      const other: Space = { ...plane, model: 'other' }
      await fill(store, { a: 'one', b: 'two', c: 'three' })
      for (const space of [plane, other]) await store.addSpace(space)
      await embedAll(store, plane, () => atAngle(1))
      assert.equal((await store.pendingTexts(plane, { limit: 10 })).length, 0)
      assert.equal((await store.pendingTexts(other, { limit: 10 })).length, 3)
      assert.deepEqual(await spaceCounts(store), [
        { ...plane, vectors: 3, pending: 0 },
        { ...other, vectors: 0, pending: 3 },
      ])
    },
  },
  {
    name: 'a search sees the vectors of its own space alone',
    check: whereVectorsAreSearched(async (store) => {
      const other: Space = { ...plane, model: 'other' }
      await fill(store, { a: '10', b: '20' })
      for (const space of [plane, other]) await store.addSpace(space)
      await embedAll(store, plane, (text) => atAngle(Number(text)))
      assert.equal(await nearest(store, plane), 'a')
      assert.equal(await nearest(store, other), undefined)
      await embedAll(store, other, (text) => atAngle(100 - Number(text)))
      assert.equal(await nearest(store, plane), 'a')
      assert.equal(await nearest(store, other), 'b')
    }),
  },
]
