import assert from 'node:assert/strict'
import { maximumConditions, type SearchCondition } from '../filter/search-filter.js'
import { rejectsWith, type Check } from './check.js'
import {
  addDocuments,
  lets,
  ofDates,
  ofField,
  ofHeadings,
  ofPaths,
  ofRoots,
  onBothRetrievers,
  valued,
  type SampleDocument,
} from './filter-samples.js'
import { atAngle, fill, plane, termsOf, word } from './samples.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

function chunksOf(prefix: string, count: number, text: (number: number) => string) {
  const heading = [prefix]
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`${prefix}${number}`, { text: text(number), heading }]),
  )
}

/** A thousand chunks that answer better than the three of the other document. */
const unequal: readonly SampleDocument[] = [
  {
    root: 'large',
    path: 'many.md',
    date: '2025-01-01',
    metadata: { kind: 'many' },
    chunks: chunksOf('many', 1000, (number) => `${number / 100} harbour harbour`),
  },
  {
    root: 'small',
    path: 'few.md',
    date: '2026-01-01',
    metadata: { kind: 'few' },
    chunks: chunksOf('few', 3, (number) => `${number + 80} harbour ${'filler '.repeat(50)}`),
  },
]

/** Every kind of condition, each letting through the few. */
const few: readonly SearchCondition[] = [
  ofRoots('small'),
  ofPaths('few.*'),
  ofHeadings('few'),
  ofDates('2025-06-01', null),
  valued('kind', 'few'),
  ofField('kind', { operator: '<', value: 'm' }),
  ...[ofRoots('large'), ofPaths('many.*'), ofHeadings('many'), valued('kind', 'many')].map((condition) => ({
    ...condition,
    isNegated: true,
  })),
]

const threeRoots: readonly SampleDocument[] = ['one', 'two', 'three'].map((root) => ({
  root,
  path: `${root}.md`,
  metadata: { root },
  chunks: { [root]: {} },
}))

const hostileNames = ['%', '_', '"', "' OR 1=1 --", '\0', '\uD800', '[]', '']

/** Filters, on both retrievers. */
export const filterCases: readonly Check[] = [
  ...onBothRetrievers('a small set is not starved by a large one', unequal, async (find) => {
    for (const condition of few) {
      assert.deepEqual(await find([condition], 5), ['few0', 'few1', 'few2'], JSON.stringify(condition))
      assert.deepEqual(await find([condition], 2), ['few0', 'few1'])
    }
    const unfiltered = await find(undefined, 5)
    assert.equal(unfiltered.filter((id) => id.startsWith('few')).length, 0)
  }),
  ...onBothRetrievers('one of several roots will do, of none nothing is found', threeRoots, async (find) => {
    await lets(find, ofRoots('one', 'three', 'nowhere'), ['one', 'three'])
    await lets(find, ofRoots('one', 'one'), ['one'])
    await lets(find, ofRoots('nowhere'), [])
    await lets(find, ofRoots('ONE'), [])
    await lets(find, ofRoots(), [])
  }),
  ...onBothRetrievers(
    'every condition must hold, and no condition is no filter',
    threeRoots,
    async (find) => {
      const notTwo = { ...ofPaths('two.md'), isNegated: true }
      assert.deepEqual(await find([]), ['one', 'two', 'three'])
      assert.deepEqual(await find([ofRoots('one', 'two'), notTwo]), ['one'])
      assert.deepEqual(await find([notTwo, ofRoots('one', 'two', 'three'), valued('root', 'three')]), [
        'three',
      ])
      assert.deepEqual(await find([ofRoots('one'), ofRoots('two')]), [])
      assert.deepEqual(await find([valued('root', 'one'), ofPaths('two.md')]), [])
    },
  ),
  ...onBothRetrievers(
    'a text that two documents share is found in the wanted one alone',
    [
      { root: 'one', path: 'a.md', chunks: { a: { text: '10 harbour' } } },
      { root: 'two', path: 'b.md', chunks: { b: { text: '10 harbour' } } },
    ],
    async (find) => {
      for (const condition of [ofRoots('two'), ofPaths('b.md')]) await lets(find, condition, ['b'])
    },
  ),
  ...onBothRetrievers(
    'the name of a root is text in a filter, whatever it holds',
    [
      { root: `it's "quoted" \\ % _ 漢 ') --`, path: 'a.md', chunks: { a: {} } },
      { root: 'other', path: 'b.md', chunks: { b: {} } },
    ],
    async (find) => {
      await lets(find, ofRoots(`it's "quoted" \\ % _ 漢 ') --`), ['a'])
      for (const hostile of hostileNames) await lets(find, ofRoots(hostile), [])
    },
  ),
  ...onBothRetrievers('a filter may have many conditions of many values', threeRoots, async (find) => {
    const names = Array.from({ length: 5000 }, (_, number) => `root${number}`)
    for (const condition of [
      ofRoots(...names, 'two'),
      ofPaths(...names.slice(0, 500), 'two.md'),
      valued('root', ...names, 'two'),
    ]) {
      await lets(find, condition, ['two'])
    }
    await lets(find, ofHeadings(...names.slice(0, 1000)), [])
    const conditions = Array.from({ length: maximumConditions }, () => ofRoots('two', 'one'))
    assert.deepEqual(await find(conditions), ['one', 'two'])
  }),
  {
    name: 'a filter of too many conditions is refused',
    check: async (store) => {
      await fill(store, { a: '1 harbour' })
      const filter = Array.from({ length: maximumConditions + 1 }, () => ofRoots('notes'))
      const request = { query: word('harbour'), terms: [], limit: 1, filter }
      await rejectsWith('STORE_INVALID_QUERY', store.searchKeyword(request))
    },
  },
  {
    name: 'a filter of too many conditions is refused in vector search too',
    check: whereVectorsAreSearched(async (store) => {
      await store.addSpace(plane)
      const filter = Array.from({ length: maximumConditions + 1 }, () => ofRoots('notes'))
      const request = { space: plane, vector: atAngle(0), limit: 1, filter }
      await rejectsWith('STORE_INVALID_QUERY', store.searchVector(request))
    }),
  },
  {
    name: 'a filter does not change a score',
    async check(store) {
      await addDocuments(store, unequal)
      const query = word('harbour')
      const terms = termsOf(query)
      const request = { query, terms, limit: 1, filter: [ofRoots('small')] }
      const [hit] = await store.searchKeyword(request)
      const scores = await store.scoreKeyword({ terms, ids: ['few0'] })
      const { bm25, matched } = scores.get('few0') ?? {}
      assert.deepEqual(hit, { id: 'few0', score: bm25, matched })
    },
  },
]
