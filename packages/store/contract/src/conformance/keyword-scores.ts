import assert from 'node:assert/strict'
import type { ChunkWords } from '../document.js'
import type { KeywordFeature, KeywordQuery, KeywordTerm } from '../query.js'
import type { Store } from '../store.js'
import type { Check } from './check.js'
import { naiveScores } from './naive-scores.js'
import {
  any,
  fill,
  fillWords,
  numbered,
  phrase,
  placed,
  prefix,
  sampleDocument,
  term,
  termsOf,
  word,
  wordsOf,
} from './samples.js'

function isNear(actual: number | undefined, expected: number | undefined, what = ''): void {
  const isEqual = actual !== undefined && expected !== undefined && Math.abs(actual - expected) < 1e-9
  assert.ok(isEqual, `${what} ${actual} is ${expected}`)
}

/** How much a word tells that so many of the chunks have. */
function idfAmong(chunks: number): (having: number) => number {
  return (having) => Math.log(1 + (chunks - having + 0.5) / (having + 0.5))
}

/** Chunks of few words in all their places, no two alike. */
const mixedChunks: Readonly<Record<string, ChunkWords>> = Object.fromEntries(
  Object.entries(
    numbered(30, (number) =>
      [
        'harbour|harbor '.repeat(number % 3),
        'harbours|harbor '.repeat(number % 2),
        number % 5 === 0 ? 'red light red' : 'light red',
        'night watch '.repeat(number % 4),
      ].join(' '),
    ),
  ).map(([id, text], number) => [
    id,
    wordsOf(text, {
      parts: number % 3 === 0 ? 'red light harbor' : 'get night',
      place: number % 7 === 0 ? 'docs light house' : 'docs night light',
    }),
  ]),
)

const features: Readonly<Record<string, KeywordFeature>> = {
  'a word counts half in parts and place': word('harbor'),
  'a word of every chunk': word('light'),
  'a form counts in the text alone, its stem aside': { kind: 'form', form: 'harbours' },
  'a phrase counts half in the parts': phrase('red', 'light'),
  'a phrase that overlaps itself': phrase('night', 'watch', 'night'),
  'a phrase of one word counts in text and parts': phrase('harbor'),
  'a pair counts in the text alone': { kind: 'pair', stems: ['red', 'light'] },
  'a pair of one word twice': { kind: 'pair', stems: ['harbor', 'harbor'] },
  'a place counts once': placed('docs', 'light'),
  'a place of one word': placed('house'),
  'a prefix counts all words that begin so': prefix('ni'),
  'a prefix that is a word': prefix('light'),
  'either counts as what occurs most': { kind: 'either', features: [word('watch'), phrase('red', 'light')] },
  'either of forms and others': {
    kind: 'either',
    features: [{ kind: 'form', form: 'harbour' }, prefix('wat'), { kind: 'either', features: [word('get')] }],
  },
  'either with something that no chunk has': { kind: 'either', features: [word('unknown'), word('watch')] },
  'either of nothing': { kind: 'either', features: [] },
  'a word that no chunk has': word('unknown'),
  'a pair with a word that no chunk has': { kind: 'pair', stems: ['unknown', 'light'] },
  'nothing at all': phrase(),
}

async function hasScores(store: Store, terms: readonly KeywordTerm[], what: string): Promise<void> {
  const ids = Object.keys(mixedChunks)
  const scores = await store.scoreKeyword({ terms, ids })
  assert.deepEqual([...scores.keys()].toSorted(), ids)
  for (const [id, { bm25, matched }] of naiveScores(mixedChunks, terms)) {
    isNear(scores.get(id)?.bm25, bm25, `${what}: ${id}`)
    isNear(scores.get(id)?.matched, matched, `${what}, matched: ${id}`)
  }
}

/** Keyword scores of given chunks. */
export const keywordScoreCases: readonly Check[] = [
  {
    name: 'every feature counts as the formula of the contract says',
    async check(store) {
      await fillWords(store, mixedChunks)
      for (const [what, feature] of Object.entries(features)) await hasScores(store, [term(feature)], what)
    },
  },
  {
    name: 'terms add up by weight, and only the telling ones count for what is matched',
    async check(store) {
      await fillWords(store, mixedChunks)
      const terms = Object.values(features).map((feature, number) =>
        term(feature, { weight: number / 4, isTelling: number % 2 === 0 }),
      )
      await hasScores(store, terms, 'all features')
      await hasScores(store, [...terms, ...terms], 'all features twice')
    },
  },
  {
    name: 'scores stay right when chunks change and go',
    async check(store) {
      await fillWords(store, { ...mixedChunks, gone: wordsOf('harbor '.repeat(100)) })
      await fill(store, { other: 'harbor light' }, 'other')
      await fillWords(store, { c0000: wordsOf('quite other words') })
      await store.removeRoot('other')
      await fillWords(store, mixedChunks)
      await hasScores(
        store,
        Object.values(features).map((feature) => term(feature)),
        'after changes',
      )
    },
  },
  {
    name: 'a search gives the scores that its hits have',
    async check(store) {
      const texts = numbered(60, (number) =>
        number % 4 === 0
          ? `nothing here ${number}`
          : `harbour ${'light '.repeat(number % 3)} filler ${number}`,
      )
      await fill(store, texts)
      const query: KeywordQuery = { kind: 'any', parts: [any('harbour', 'light'), phrase('light', 'filler')] }
      const terms = termsOf(query)
      const hits = await store.searchKeyword({ query, terms, limit: 100 })
      const ids = Object.keys(texts)
      const scores = await store.scoreKeyword({ terms, ids })
      assert.deepEqual([...scores.keys()].toSorted(), ids)
      const found = new Map(hits.map((hit) => [hit.id, hit]))
      assert.equal(found.size, 45)
      for (const id of ids) {
        isNear(scores.get(id)?.bm25, found.get(id)?.score ?? 0)
        isNear(scores.get(id)?.matched, found.get(id)?.matched ?? 0)
      }
    },
  },
  {
    name: 'chunks that are not there have no score',
    async check(store) {
      await fill(store, { a: 'harbour' })
      const terms = [term(word('harbour'))]
      const scores = await store.scoreKeyword({ terms, ids: ['gone', 'a', ''] })
      assert.deepEqual([...scores.keys()], ['a'])
      assert.equal((await store.scoreKeyword({ terms, ids: [] })).size, 0)
      await store.removeDocuments([sampleDocument('all.md')])
      assert.equal((await store.scoreKeyword({ terms, ids: ['a'] })).size, 0)
    },
  },
  {
    name: 'matched is the share of the telling terms by idf, unknown ones counted',
    async check(store) {
      await fill(store, {
        full: 'red harbour light',
        half: 'harbour and light, red',
        one: 'light',
        none: 'night',
      })
      const idf = idfAmong(4)
      const telling = [word('harbour'), word('light'), phrase('red', 'harbour'), word('unknown')]
      const terms = [...telling.map((feature) => term(feature)), term(word('red'), { isTelling: false })]
      const scores = await store.scoreKeyword({ terms, ids: ['full', 'half', 'one', 'none'] })
      const total = idf(2) + idf(3) + idf(1) + idf(0)
      isNear(scores.get('full')?.matched, (idf(2) + idf(3) + idf(1)) / total)
      isNear(scores.get('half')?.matched, (idf(2) + idf(3)) / total)
      isNear(scores.get('one')?.matched, idf(3) / total)
      assert.equal(scores.get('none')?.matched, 0)
    },
  },
  {
    name: 'a telling term of less weight matches less, one of more weight no more',
    async check(store) {
      await fill(store, { a: 'harbour', b: 'harbour light', c: 'quay' })
      const idf = idfAmong(3)
      for (const weight of [0, 0.3, 1, 7]) {
        const terms = [term(word('harbour'), { weight }), term(word('light'))]
        const scores = await store.scoreKeyword({ terms, ids: ['a', 'b', 'c'] })
        const total = idf(2) + idf(1)
        isNear(scores.get('a')?.matched, (Math.min(1, weight) * idf(2)) / total)
        isNear(scores.get('b')?.matched, (Math.min(1, weight) * idf(2) + idf(1)) / total)
        assert.equal(scores.get('c')?.matched, 0)
      }
    },
  },
  {
    name: 'matched is 1 where every telling term is there, and 0 without any',
    async check(store) {
      await fill(store, { a: 'harbour', b: 'harbour' })
      const share = async (...terms: KeywordTerm[]) =>
        (await store.scoreKeyword({ terms, ids: ['a'] })).get('a')?.matched
      isNear(await share(term(word('harbour'))), 1)
      isNear(await share(term(word('harbour'), { weight: 3 }), term(word('quay'), { isTelling: false })), 1)
      assert.equal(await share(), 0)
      assert.equal(await share(term(word('harbour'), { isTelling: false })), 0)
      assert.equal(await share(term(word('unknown'))), 0)
      assert.equal(await share(term(word('')), term(phrase()), term({ kind: 'either', features: [] })), 0)
    },
  },
]
