import assert from 'node:assert/strict'
import type { Check } from './check.js'
import {
  any,
  fill,
  fillWords,
  findIds,
  numbered,
  phrase,
  sampleChunk,
  sampleDocument,
  term,
  termsOf,
  word,
  wordsOf,
} from './samples.js'

/** In which order a keyword query finds chunks. */
export const keywordRankCases: readonly Check[] = [
  {
    name: 'hits come best first, each once, with scores above 0',
    async check(store) {
      await fill(
        store,
        numbered(40, (number) => `harbour ${'light '.repeat(number % 5)} ${'filler '.repeat(number)}`),
      )
      const query = any('harbour', 'light')
      const hits = await store.searchKeyword({ query, terms: termsOf(query), limit: 100 })
      assert.equal(new Set(hits.map(({ id }) => id)).size, 40)
      assert.ok(hits.every(({ score }) => score > 0 && Number.isFinite(score)))
      assert.deepEqual(
        hits.map(({ score }) => score),
        hits.map(({ score }) => score).toSorted((a, b) => b - a),
      )
    },
  },
  {
    name: 'a word that stands in every chunk still gives hits',
    async check(store) {
      await fill(store, { a: 'harbour', b: 'harbour', c: 'harbour' })
      const hits = await store.searchKeyword({
        query: word('harbour'),
        terms: termsOf(word('harbour')),
        limit: 9,
      })
      assert.equal(hits.length, 3)
      assert.ok(hits.every(({ score }) => score > 0))
    },
  },
  {
    name: 'more of the words, a rarer word, a word more often and a shorter chunk each rank higher',
    async check(store) {
      const filler = numbered(20, (number) => `filler common ${number}`, 'filler')
      await fill(store, {
        ...filler,
        both: 'harbour light in the dark of night',
        one: 'harbour walls in the dark of night',
        often: 'heron heron heron in the dark night',
        once: 'heron alone here in the dark night',
        short: 'osprey night',
        long: `osprey night ${'and so on '.repeat(30)}`,
        rare: 'jackdaw',
        common: 'common',
      })
      const first = async (...words: string[]) => (await findIds(store, any(...words)))[0]
      assert.equal(await first('harbour', 'light'), 'both')
      assert.equal(await first('heron'), 'often')
      assert.equal(await first('osprey'), 'short')
      assert.equal(await first('jackdaw', 'common'), 'rare')
    },
  },
  {
    name: 'a phrase counts beside its words',
    async check(store) {
      const filler = numbered(10, (number) => `filler ${number}`, 'filler')
      await fill(store, { ...filler, apart: 'light of the red tower', near: 'of the red light tower' })
      const query = { kind: 'any', parts: [word('red'), word('light'), phrase('red', 'light')] } as const
      assert.deepEqual(await findIds(store, query), ['near', 'apart'])
    },
  },
  {
    name: 'a word counts more in the text than in parts and place, and more there than nowhere',
    async check(store) {
      await fillWords(store, {
        nowhere: wordsOf('light tower wall'),
        place: wordsOf('light tower wall', { place: 'harbour' }),
        parts: wordsOf('light tower wall', { parts: 'harbour harbour' }),
        text: wordsOf('light tower harbour', { parts: 'harbour' }),
      })
      assert.deepEqual(await findIds(store, any('harbour', 'light')), ['text', 'parts', 'place', 'nowhere'])
    },
  },
  {
    name: 'the terms rank, whatever the query asks for; what has none of them is found with score 0',
    async check(store) {
      await fill(store, {
        a: 'harbour',
        b: 'harbour lights|light',
        c: 'harbour light',
        d: 'harbour lights|light',
      })
      const query = word('harbour')
      const search = (...terms: Parameters<typeof term>[0][]) =>
        store.searchKeyword({ query, terms: terms.map((feature) => term(feature)), limit: 9 })
      const idsOf = async (...terms: Parameters<typeof term>[0][]) =>
        (await search(...terms)).map(({ id }) => id)
      assert.deepEqual(await idsOf(word('light')), ['b', 'c', 'd', 'a'])
      assert.deepEqual(await idsOf(word('light'), { kind: 'form', form: 'light' }), ['c', 'b', 'd', 'a'])
      assert.deepEqual(
        (await search()).map(({ id, score }) => [id, score]),
        ['a', 'b', 'c', 'd'].map((id) => [id, 0]),
      )
    },
  },
  {
    name: 'a term of weight 0 changes no order, and a larger weight counts more',
    async check(store) {
      await fill(store, { a: 'harbour night', b: 'light night', c: 'dark night' })
      const query = any('harbour', 'light', 'dark')
      const rank = async (...weights: number[]) => {
        const terms = termsOf(query).map((one, index) => ({ ...one, weight: weights[index] ?? 0 }))
        return (await store.searchKeyword({ query, terms, limit: 9 })).map(({ id }) => id)
      }
      assert.deepEqual(await rank(1, 2, 3), ['c', 'b', 'a'])
      assert.deepEqual(await rank(0, 2, 0.5), ['b', 'c', 'a'])
      assert.deepEqual(await rank(0, 0, 0), ['a', 'b', 'c'])
    },
  },
  {
    name: 'among more matches than anybody asks for, the best are found',
    async check(store) {
      await store.addRoot({ name: 'notes', path: '/home/notes' })
      const texts = numbered(900, (number) => `harbour ${number % 3 === 0 ? 'walls' : 'light'} ${number}`)
      const best = {
        best: 'harbour light tower',
        next: 'harbour walls tower',
        last: 'harbour walls and tower',
      }
      const chunks = Object.entries({ ...texts, ...best }).map(([id, text]) => sampleChunk(id, text))
      await store.replaceDocument(sampleDocument('all.md'), chunks)
      assert.deepEqual(await findIds(store, any('harbour', 'light', 'tower'), 3), ['best', 'next', 'last'])
    },
  },
  {
    name: 'equal scores are ordered by id, and a smaller limit gives the beginning of a larger one',
    async check(store) {
      const texts = numbered(30, (number) => (number % 3 === 0 ? 'harbour light' : 'harbour walls'))
      await fill(store, Object.fromEntries(Object.entries(texts).toReversed()))
      const query = any('harbour', 'light')
      const ids = Object.keys(texts)
      const expected = [
        ...ids.filter((id) => texts[id] === 'harbour light'),
        ...ids.filter((id) => texts[id] === 'harbour walls'),
      ]
      for (let limit = 1; limit <= 30; limit += 1) {
        assert.deepEqual(await findIds(store, query, limit), expected.slice(0, limit))
      }
    },
  },
  {
    name: 'a limit of 0 gives nothing',
    async check(store) {
      await fill(store, { a: 'harbour' })
      assert.deepEqual(await findIds(store, word('harbour'), 0), [])
    },
  },
]
