import assert from 'node:assert/strict'
import type { SearchFilter } from '../query.js'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { atAngle, embedAngles, fill, numbered, plane, word } from './samples.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

async function keywordIds(store: Store, limit: number, filter?: SearchFilter): Promise<string[]> {
  const hits = await store.searchKeyword({ query: word('harbour'), limit, filter })
  return hits.map(({ id }) => id)
}

async function vectorIds(store: Store, limit: number, filter?: SearchFilter): Promise<string[]> {
  const hits = await store.searchVector({ space: plane, vector: atAngle(0), limit, filter })
  return hits.map(({ id }) => id)
}

/** A thousand chunks that answer better than the three of the small root. */
async function fillUnequally(store: Store): Promise<void> {
  await fill(
    store,
    numbered(1000, (number) => `${number / 100} harbour harbour`),
    'large',
  )
  await fill(
    store,
    numbered(3, (number) => `${number + 80} harbour ${'filler '.repeat(50)}`, 's'),
    'small',
  )
}

/** Filters, on both retrievers. */
export const filterCases: readonly Check[] = [
  {
    name: 'a small root is not starved by a large one in keyword search',
    async check(store) {
      await fillUnequally(store)
      assert.deepEqual(await keywordIds(store, 5, { roots: ['small'] }), ['s0000', 's0001', 's0002'])
      assert.deepEqual(await keywordIds(store, 2, { roots: ['small'] }), ['s0000', 's0001'])
      assert.equal((await keywordIds(store, 5)).filter((id) => id.startsWith('s')).length, 0)
    },
  },
  {
    name: 'a small root is not starved by a large one in vector search',
    check: whereVectorsAreSearched(async (store) => {
      await fillUnequally(store)
      await embedAngles(store)
      assert.deepEqual(await vectorIds(store, 5, { roots: ['small'] }), ['s0000', 's0001', 's0002'])
      assert.deepEqual(await vectorIds(store, 2, { roots: ['small'] }), ['s0000', 's0001'])
      assert.deepEqual(await vectorIds(store, 2), ['c0000', 'c0001'])
    }),
  },
  {
    name: 'a filter of several roots lets each of them through, one of no roots nothing',
    async check(store) {
      for (const name of ['one', 'two', 'three']) await fill(store, { [name]: '1 harbour' }, name)
      const sorted = async (roots: string[]) => (await keywordIds(store, 10, { roots })).toSorted()
      assert.deepEqual(await sorted(['one', 'three', 'nowhere']), ['one', 'three'])
      assert.deepEqual(await sorted(['one', 'one']), ['one'])
      assert.deepEqual(await sorted(['nowhere']), [])
      assert.deepEqual(await sorted([]), [])
      assert.equal((await keywordIds(store, 10, {})).length, 3)
    },
  },
  {
    name: 'a filter of several roots holds for vectors too',
    check: whereVectorsAreSearched(async (store) => {
      for (const [number, name] of ['one', 'two', 'three'].entries()) {
        await fill(store, { [name]: `${number} degrees` }, name)
      }
      await embedAngles(store)
      assert.deepEqual(await vectorIds(store, 10, { roots: ['three', 'one', 'nowhere'] }), ['one', 'three'])
      assert.deepEqual(await vectorIds(store, 10, { roots: ['nowhere'] }), [])
      assert.deepEqual(await vectorIds(store, 10, { roots: [] }), [])
      assert.deepEqual(await vectorIds(store, 10, {}), ['one', 'two', 'three'])
    }),
  },
  {
    name: 'a text that two roots share is found in the wanted one alone',
    check: whereVectorsAreSearched(async (store) => {
      await fill(store, { a: '10 harbour' }, 'one')
      await fill(store, { b: '10 harbour' }, 'two')
      await embedAngles(store)
      assert.deepEqual(await vectorIds(store, 10, { roots: ['two'] }), ['b'])
      assert.deepEqual(await keywordIds(store, 10, { roots: ['two'] }), ['b'])
    }),
  },
  {
    name: 'a filter does not change a score',
    async check(store) {
      await fillUnequally(store)
      const query = word('harbour')
      const [hit] = await store.searchKeyword({ query, limit: 1, filter: { roots: ['small'] } })
      const scores = await store.scoreKeyword({ query, terms: [], ids: ['s0000'] })
      assert.equal(hit?.score, scores.get('s0000')?.bm25)
    },
  },
  {
    name: 'the name of a root is text in a filter, whatever it holds',
    async check(store) {
      const name = `it's "quoted" \\ % _ 漢 ') --`
      await fill(store, { a: 'harbour' }, name)
      await fill(store, { b: 'harbour' }, 'other')
      assert.deepEqual(await keywordIds(store, 10, { roots: [name] }), ['a'])
      for (const hostile of ['%', '_', '"', "' OR 1=1 --", '\0', '\uD800', '[]', '']) {
        assert.deepEqual(await keywordIds(store, 10, { roots: [hostile] }), [])
      }
    },
  },
]
