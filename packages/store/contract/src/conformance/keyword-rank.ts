import assert from 'node:assert/strict'
import type { Check } from './check.js'
import { any, fill, findIds, numbered, phrase, word } from './samples.js'

/** In which order a keyword query finds chunks. */
export const keywordRankCases: readonly Check[] = [
  {
    name: 'hits come best first, each once, with scores above 0',
    async check(store) {
      await fill(
        store,
        numbered(40, (number) => `harbour ${'light '.repeat(number % 5)} ${'filler '.repeat(number)}`),
      )
      const hits = await store.searchKeyword({ query: any('harbour', 'light'), limit: 100 })
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
      assert.equal((await findIds(store, word('harbour'))).length, 3)
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
