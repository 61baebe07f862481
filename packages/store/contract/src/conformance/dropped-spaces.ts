import assert from 'node:assert/strict'
import type { Space } from '../store.js'
import { rejectsWith, type Check } from './check.js'
import { atAngle, embedAll, embedAngles, fill, findIds, plane, word } from './samples.js'
import { listedSpaces, spaceCounts } from './space-counts.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

const other: Space = { ...plane, model: 'other' }

/** Spaces that are given up. */
export const droppedSpaceCases: readonly Check[] = [
  {
    name: 'a dropped space is gone with its vectors, and nothing else is',
    async check(store) {
      await fill(store, { a: '10', b: '20' })
      await store.addSpace(other)
      await embedAll(store, other, () => atAngle(1))
      await embedAngles(store)
      await store.dropSpace(plane)
      assert.deepEqual(await spaceCounts(store), [{ ...other, vectors: 2, pending: 0 }])
      assert.deepEqual(await findIds(store, word('10')), ['a'])
      await rejectsWith('STORE_UNKNOWN_SPACE', store.pendingTexts(plane, { limit: 1 }))
      await rejectsWith('STORE_UNKNOWN_SPACE', store.dropSpace(plane))
    },
  },
  {
    name: 'the other spaces answer as before once one is dropped',
    check: whereVectorsAreSearched(async (store) => {
      await fill(store, { a: '10', b: '20' })
      await embedAngles(store)
      await store.addSpace(other)
      await embedAll(store, other, () => atAngle(1))
      const search = (space: Space) => store.searchVector({ space, vector: atAngle(12), limit: 5 })
      const before = await search(plane)
      await store.dropSpace(other)
      assert.deepEqual(await search(plane), before)
      await rejectsWith('STORE_UNKNOWN_SPACE', search(other))
    }),
  },
  {
    name: 'a dropped space that is begun again starts from nothing',
    async check(store) {
      await fill(store, { a: '10', b: '20' })
      await store.addSpace(plane, { source: 'before' })
      await embedAngles(store)
      await store.updateSpace(plane, { canary: atAngle(1), isFilled: true })
      await store.removeRoot('notes')
      await store.dropSpace(plane)
      await store.addSpace(plane)
      const unknown = { source: null, canary: null, isFilled: false, hasVectors: false }
      assert.deepEqual(await store.listSpaces(), [{ ...plane, ...unknown }])
      await fill(store, { a: '10', b: '20' })
      assert.deepEqual(await spaceCounts(store), [{ ...plane, vectors: 0, pending: 2 }])
    },
  },
  {
    name: 'a space that was not begun cannot be dropped',
    async check(store) {
      await store.addSpace(plane)
      await rejectsWith('STORE_UNKNOWN_SPACE', store.dropSpace(other))
      assert.deepEqual(await listedSpaces(store), [plane])
    },
  },
]
