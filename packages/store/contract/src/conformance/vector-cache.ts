import assert from 'node:assert/strict'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { atAngle, embedAngles, fill, numbered, plane } from './samples.js'
import { spaceCounts } from './space-counts.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

async function pendingCount(store: Store): Promise<number> {
  return (await store.pendingTexts(plane, { limit: 100 })).length
}

async function foundIds(store: Store, limit: number): Promise<string[]> {
  const hits = await store.searchVector({ space: plane, vector: atAngle(0), limit })
  return hits.map(({ id }) => id)
}

/** Vectors of texts that are gone. */
export const vectorCacheCases: readonly Check[] = [
  {
    name: 'a text that comes back needs no new vector',
    async check(store) {
      await fill(store, { a: '10', b: '20' })
      await embedAngles(store)
      await store.removeDocuments([{ root: 'notes', path: 'all.md' }])
      await fill(store, { c: '20', d: '30' }, 'elsewhere')
      assert.equal(await pendingCount(store), 1)
      await store.removeRoot('elsewhere')
      await fill(store, { a: '10', b: '20' })
      assert.equal(await pendingCount(store), 0)
    },
  },
  {
    name: 'a text that comes back is found again',
    check: whereVectorsAreSearched(async (store) => {
      await fill(store, { a: '10', b: '20' })
      await embedAngles(store)
      await fill(store, { b: '20' })
      assert.deepEqual(await foundIds(store, 10), ['b'])
      await fill(store, { b: '20', a: '10' })
      assert.deepEqual(await foundIds(store, 10), ['a', 'b'])
    }),
  },
  {
    name: 'vectors of removed texts are never returned, and take no place among the hits',
    check: whereVectorsAreSearched(async (store) => {
      await fill(
        store,
        numbered(200, (number) => `${number / 100}`),
        'gone',
      )
      await fill(store, { a: '50', b: '60', c: '70' })
      await embedAngles(store)
      await store.removeRoot('gone')
      assert.deepEqual(await foundIds(store, 2), ['a', 'b'])
      assert.deepEqual(await foundIds(store, 100), ['a', 'b', 'c'])
      const scores = await store.scoreVector({ space: plane, vector: atAngle(0), ids: ['c0000', 'a'] })
      assert.deepEqual([...scores.keys()], ['a'])
    }),
  },
  {
    name: 'vectors of removed texts are not counted',
    async check(store) {
      await fill(store, { a: '10', b: '20' })
      await embedAngles(store)
      await fill(store, { b: '20', c: '30' })
      assert.deepEqual(await spaceCounts(store), [{ ...plane, vectors: 1, pending: 1 }])
    },
  },
]
