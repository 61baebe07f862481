import assert from 'node:assert/strict'
import type { NewDocument } from '../document.js'
import { maximumConditions, type SearchCondition, type SearchFilter } from '../search-filter/search-filter.js'
import { maximumQueryDepth } from '../query-matches.js'
import type { Store } from '../store.js'
import { hostileTexts, nested } from './hostile-texts.js'
import { answersAs, chunksOf } from './model.js'
import { filtersOf, not, ofField, ofHeadings, ofPaths, ofRoots, ofWords } from './random.js'
import { ask, atAngle, embedAngles, idOf, newDocument, plane, put, rejectsWith } from './samples.js'
import { sampleDocument, times, whereVectorsAreSearched, type Cases } from './samples.js'

/** Checks conditions and their negations against the definition. */
function letThrough(
  documents: readonly NewDocument[],
  conditions: readonly SearchCondition[],
): Cases[string] {
  return async (store) => {
    await put(store, documents)
    for (const filter of filtersOf(conditions))
      await answersAs(chunksOf(documents), store, { query: ask.word('harbour'), filter, limit: 1000 })
  }
}

const spoken = [
  newDocument(sampleDocument('a.md'), { night: '10 harbour lights' }),
  newDocument(sampleDocument('b.md', { root: 'other' }), { day: '20 harbour day light' }),
]

const [long, harbour] = ['a'.repeat(200), '1 harbour']
const names = times(5000, (number) => `name ${number}`)
const slowGlobs = Object.entries({ '*a': 400, '**a': 300, '**/': 300, '{a,aa}': 150, '{': 900, '*': 100_000 })
const shortTexts = hostileTexts.filter((text) => text.length < 100)
const hostile = Object.fromEntries(shortTexts.map((text, place) => [text, [text, place]]))

/** A chunk for each text, with values for every kind of condition. */
function group(root: string, date: string, texts: readonly string[]): NewDocument {
  const chunks = texts.map((text, number) => [`${root}${number}`, { text, heading: [root] }])
  const document = sampleDocument(`${root}.md`, { root, date, metadata: { kind: root } })
  return newDocument(document, Object.fromEntries(chunks))
}

/** Hundreds of chunks that score higher than the three of the other document. */
const better = times(300, (number) => `${number / 30} harbour harbour`)
const worse = ['80', '81', '82'].map((angle) => `${angle} harbour ${'filler '.repeat(50)}`)
const unequal = [group('large', '2025-01-01', better), group('small', '2026-01-01', worse)]

const conditionsOf = (root: string): SearchCondition[] => [
  ofRoots(root),
  ofPaths(`${root}.*`),
  ofHeadings(root),
  ofField('kind', { operator: '=', values: [root] }),
]
const few: readonly SearchFilter[] = [
  ...conditionsOf('small'),
  { kind: 'date', from: '2025-06-01', to: null },
  ofField('kind', { operator: '>', value: 'm' }),
  ofWords(ask.word('filler')),
  ...conditionsOf('large').map(not),
]

const all = (...filters: SearchFilter[]): SearchFilter => ({ kind: 'all', filters })

type Find = (store: Store, filter: SearchFilter, limit: number) => Promise<readonly string[]>

const findHarbour: Find = async (store, filter, limit) =>
  (await store.findByWords({ query: ask.word('harbour'), limit, filter })).ids

const findNearest: Find = async (store, filter, limit) => {
  await embedAngles(store)
  return (await store.findByVector({ space: plane, vector: atAngle(0), limit, filter })).map(idOf)
}

function joinedCases(way: string, find: Find): Cases {
  return {
    [`a filter acts before the limit: a small set is not starved by a large one, ${way}`]: async (store) => {
      await put(store, unequal)
      for (const condition of few) {
        const found = await find(store, condition, 5)
        assert.deepEqual(found.toSorted(), ['small0', 'small1', 'small2'], JSON.stringify(condition))
      }
    },
    [`the maximum numbers of conditions and levels are accepted, more are refused, ${way}`]: async (
      store,
    ) => {
      await put(store, spoken)
      const conditions = times(maximumConditions, () => ofRoots('other'))
      assert.deepEqual(await find(store, all(...conditions), 9), ['day'])
      const tooDeep = ofWords(nested(maximumQueryDepth + 1))
      const tooMany = all(...conditions, ofPaths('b.md'))
      await rejectsWith('STORE_INVALID_QUERY', find(store, tooMany, 9), find(store, tooDeep, 9))
    },
  }
}

/** Filters, in addition to the model, which tests each condition. */
export const filterCases: Cases = {
  'keys and values of fields, names of roots and headings are never syntax or patterns': letThrough(
    [newDocument(sampleDocument('a', { metadata: hostile }), { a: { text: harbour, heading: shortTexts } })],
    shortTexts.flatMap((text, place) => [
      ...[`${place}`, `${place}5`, text].map((value) => ofField(text, { operator: '=', values: [value] })),
      ofField('gone', { operator: '=', values: [text] }),
      ofField(text, { operator: '<', value: text }),
      ofRoots(text),
      ofHeadings(text),
    ]),
  ),
  'a condition may have thousands of values': letThrough(spoken, [
    ofRoots(...names, 'other'),
    ofPaths(...names.slice(0, 500), 'a.md'),
    ofHeadings(...names.slice(0, 1000)),
    ofField('gone', { operator: '=', values: names }),
  ]),
  'a glob that needs much backtracking is fast': letThrough(
    [newDocument(sampleDocument(`${long}/${long}`), { a: harbour })],
    [
      ...slowGlobs.map(([glob, count]) => ofPaths(`${glob.repeat(count)}${glob === '*' ? '' : '*b'}`)),
      ofPaths(`${'{'.repeat(400)}**${'}'.repeat(400)}`),
    ],
  ),
  ...joinedCases('by words', findHarbour),
  ...whereVectorsAreSearched(joinedCases('by vector', findNearest)),
}
