import assert from 'node:assert/strict'
import { maximumConditions, type SearchCondition, type SearchFilter } from '../filter/search-filter.js'
import { maximumQueryDepth, type KeywordQuery } from '../query.js'
import type { Store } from '../store.js'
import { passes } from './definitions.js'
import { hostileTexts } from './hostile-texts.js'
import { ofField, ofHeadings, ofPaths, ofRoots, ofWords } from './random.js'
import { ask, embedAngles, nearest, put, rejectsWith, sampleChunk, sampleDocument } from './samples.js'
import { whereVectorsAreSearched, worded, type Cases, type SampleChunks } from './samples.js'

type Filtered = Parameters<typeof sampleDocument>[1] & {
  readonly path: string
  readonly chunks: SampleChunks
}

type FindIds = (filter: SearchFilter, limit?: number) => Promise<readonly string[]>

/** Puts documents, and checks a promise about filters with each way to find candidates. */
function onBoth(
  name: string,
  documents: readonly Filtered[],
  check: (find: FindIds, store: Store) => Promise<void>,
): Cases {
  const putAll = async (store: Store) => {
    for (const { chunks, ...document } of documents)
      await put(store, sampleDocument(document.path, document), chunks)
  }
  const byWords = async (store: Store) => {
    await putAll(store)
    await check(
      async (filter, limit = 100) =>
        (await store.findByWords({ query: ask.word('harbour'), limit, filter })).ids,
      store,
    )
  }
  const byVector = async (store: Store) => {
    await putAll(store)
    await embedAngles(store)
    await check((filter, limit = 100) => nearest(store, 0, { limit, filter }), store)
  }
  return { [`${name}, by words`]: byWords, ...whereVectorsAreSearched({ [`${name}, by vector`]: byVector }) }
}

/** Checks that conditions let through what their definition says, and negated the rest. */
function letThrough(
  name: string,
  documents: readonly Filtered[],
  conditions: readonly SearchCondition[],
): Cases {
  const known = documents.flatMap(({ chunks, ...document }) =>
    Object.entries(chunks).map(([id, sample]) => {
      return { id, document: sampleDocument(document.path, document), chunk: sampleChunk(id, sample) }
    }),
  )
  return onBoth(name, documents, async (find) => {
    for (const condition of conditions) {
      for (const filter of [[condition], [{ ...condition, isNegated: true }]]) {
        const through = known
          .filter(({ document, chunk }) => passes(filter, document, chunk))
          .map(({ id }) => id)
        assert.deepEqual(
          (await find(filter)).toSorted(),
          through.toSorted(),
          JSON.stringify(filter).slice(0, 200),
        )
      }
    }
  })
}

const spoken: readonly Filtered[] = [
  {
    path: 'a.md',
    chunks: {
      night: { text: '1', ...worded('harbour lights|light night') },
      place: { text: '2', ...worded('harbour', { parts: 'day light', place: 'docs night' }) },
    },
  },
  { root: 'other', path: 'b.md', chunks: { day: { text: '3', ...worded('harbour day light and so on') } } },
]

/** A query of this many levels. */
function nested(levels: number): KeywordQuery {
  return levels === 1 ? ask.word('light') : { kind: 'all', parts: [nested(levels - 1)] }
}

const [long, harbour] = ['a'.repeat(200), '1 harbour']
const names = Array.from({ length: 5000 }, (_, number) => `name ${number}`)
const slowGlobs = [
  ['*a', 400],
  ['**a', 300],
  ['**/', 300],
  ['{a,aa}', 150],
  ['{', 900],
  ['*', 100_000],
] as const
const shortTexts = hostileTexts.filter((text) => text.length < 100)
const hostile = Object.fromEntries(shortTexts.map((text, place) => [text, [text, place]]))

const conditionCases: Cases = {
  ...letThrough('no text in a filter by words is syntax', spoken, [
    ...[[], ['', 'light'], ['!']]
      .flatMap((texts) => [ask.any(...texts), ask.all(...texts), ask.phrase(...texts)])
      .map(ofWords),
    ...hostileTexts
      .flatMap((text) => [ask.word(text), ask.phrase('harbour', text), ask.prefix(text), ask.placed(text)])
      .map(ofWords),
  ]),
  ...letThrough(
    'keys and values of fields, names of roots and headings are text, whatever they hold',
    [{ path: 'a', metadata: hostile, chunks: { a: { text: harbour, heading: shortTexts } } }],
    shortTexts.flatMap((text, place) => [
      ...[`${place}`, `${place}5`, text].map((value) => ofField(text, { operator: '=', values: [value] })),
      ofField('gone', { operator: '=', values: [text] }),
      ofField(text, { operator: '<', value: text }),
      ofRoots(text),
      ofHeadings(text),
    ]),
  ),
  ...letThrough('a condition may have thousands of values', spoken, [
    ofRoots(...names, 'other'),
    ofPaths(...names.slice(0, 500), 'a.md'),
    ofHeadings(...names.slice(0, 1000)),
    ofField('gone', { operator: '=', values: names }),
  ]),
  ...letThrough(
    'a glob that would take long by trial and error does not',
    [{ path: `${long}/${long}`, chunks: { a: harbour } }],
    [
      ...slowGlobs.map(([glob, count]) => ofPaths(`${glob.repeat(count)}${glob === '*' ? '' : '*b'}`)),
      ofPaths(`${'{'.repeat(400)}**${'}'.repeat(400)}`),
    ],
  ),
}

/** So many chunks, of a text each, with everything that a filter may ask for. */
function group(root: string, count: number, text: (number: number) => string): Filtered {
  const samples = Array.from({ length: count }, (_, number) => [
    `${root}${number}`,
    { text: text(number), heading: [root] },
  ])
  const date = root === 'few' ? '2026-01-01' : '2025-01-01'
  return { root, path: `${root}.md`, date, metadata: { kind: root }, chunks: Object.fromEntries(samples) }
}

/** Hundreds of chunks that answer better than the three of the other document. */
const unequal = [
  group('many', 300, (number) => `${number / 30} harbour harbour`),
  group('few', 3, (number) => `${number + 80} harbour ${'filler '.repeat(50)}`),
]
const values = (one: string) => ({ operator: '=', values: [one] }) as const
const conditionsOf = (root: string): SearchCondition[] => [
  ofRoots(root),
  ofPaths(`${root}.*`),
  ofHeadings(root),
  ofField('kind', values(root)),
]
const few: readonly SearchCondition[] = [
  ...conditionsOf('few'),
  { kind: 'date', from: '2025-06-01', to: null },
  ofField('kind', { operator: '<', value: 'm' }),
  ofWords(ask.word('filler')),
  ...conditionsOf('many').map((condition) => ({ ...condition, isNegated: true })),
]

const joinedCases: Cases = {
  ...onBoth(
    'a filter acts before the limit: a small set is not starved by a large one',
    unequal,
    async (find) => {
      for (const condition of few) {
        assert.deepEqual(
          (await find([condition], 5)).toSorted(),
          ['few0', 'few1', 'few2'],
          JSON.stringify(condition),
        )
      }
      assert.ok((await find([], 5)).every((id) => id.startsWith('many')))
    },
  ),
  ...onBoth('every condition must hold, and no condition is no filter', spoken, async (find) => {
    const notB = { ...ofPaths('b.md'), isNegated: true }
    assert.deepEqual((await find([])).toSorted(), ['day', 'night', 'place'])
    assert.deepEqual(await find([notB, ofWords(ask.word('day')), ofRoots('notes')]), ['place'])
    assert.deepEqual(await find([ofRoots('notes'), ofRoots('other')]), [])
    const most = Array.from({ length: maximumConditions }, () => ofRoots('other'))
    assert.deepEqual(await find(most), ['day'])
    const tooDeep = ofWords(nested(maximumQueryDepth + 1))
    await rejectsWith('STORE_INVALID_QUERY', find([...most, notB]), find([tooDeep]))
  }),
}

/** What filters do beside what the model asks of each condition. */
export const filterCases: Cases = { ...conditionCases, ...joinedCases }
