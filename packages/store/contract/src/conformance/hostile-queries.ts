import assert from 'node:assert/strict'
import { maximumQueryDepth, type KeywordQuery } from '../query.js'
import { rejectsWith, type Check } from './check.js'
import { hostileTexts } from './hostile.js'
import { any, fill, findIds, phrase, word } from './samples.js'

/** Every kind of query that may hold a hostile text. */
function queriesOf(text: string): KeywordQuery[] {
  return [
    word(text),
    phrase(text, text),
    phrase('harbour', text),
    any(text, 'harbour'),
    { kind: 'all', parts: [word(text), phrase(text, 'light')] },
    { kind: 'without', include: word('harbour'), exclude: word(text) },
    { kind: 'without', include: word(text), exclude: word('harbour') },
  ]
}

/** A query of this many levels that finds what `harbour` finds. */
function nested(levels: number): KeywordQuery {
  let query = word('harbour')
  for (let level = 2; level <= levels; level += 1) {
    const nothing = word('unknown')
    const shells: KeywordQuery[] = [
      { kind: 'any', parts: [nothing, phrase('no', 'where'), query, nothing] },
      { kind: 'all', parts: [word('light'), query] },
      { kind: 'without', include: query, exclude: nothing },
    ]
    query = shells[level % 3] ?? query
  }
  return query
}

/** Queries that no store may stumble over. */
export const hostileQueryCases: readonly Check[] = [
  {
    name: 'no text in a query is syntax: every search and score answers',
    async check(store) {
      await fill(store, { a: 'harbour light', b: 'words' })
      for (const query of hostileTexts.flatMap(queriesOf)) {
        const hits = await store.searchKeyword({ query, limit: 10 })
        assert.ok(hits.every(({ score }) => score > 0))
        const scores = await store.scoreKeyword({ query, terms: [query], ids: ['a', 'b'] })
        assert.equal(scores.size, 2)
        for (const { bm25, matched } of scores.values()) assert.ok(bm25 >= 0 && matched >= 0 && matched <= 1)
      }
    },
  },
  {
    name: 'operators of query languages are words like others',
    async check(store) {
      await fill(store, { a: 'harbour and light', b: 'light near or not', c: 'harbour' })
      assert.deepEqual(await findIds(store, word('AND')), ['a'])
      assert.deepEqual(await findIds(store, word('NOT')), ['b'])
      assert.deepEqual(await findIds(store, word('NEAR')), ['b'])
      assert.deepEqual(await findIds(store, word('harb*')), [])
      assert.deepEqual(await findIds(store, word('words:harbour')), [])
      assert.deepEqual(await findIds(store, word('-harbour')), await findIds(store, word('harbour')))
    },
  },
  {
    name: 'ids are text, whatever they hold',
    async check(store) {
      await fill(store, { a: 'harbour' })
      assert.deepEqual(await store.readChunks(hostileTexts), [])
      const scores = await store.scoreKeyword({ query: word('harbour'), terms: [], ids: hostileTexts })
      assert.equal(scores.size, 0)
    },
  },
  {
    name: `a query of ${maximumQueryDepth} levels is answered`,
    async check(store) {
      await fill(store, { a: 'harbour light', b: 'light' })
      for (let levels = 1; levels <= maximumQueryDepth; levels += 1) {
        assert.deepEqual(await findIds(store, nested(levels)), ['a'], `${levels} levels`)
      }
    },
  },
  {
    name: 'a deeper query is refused, however deep',
    async check(store) {
      await fill(store, { a: 'harbour light' })
      for (const levels of [maximumQueryDepth + 1, 100, 2000]) {
        const query = nested(levels)
        await rejectsWith('STORE_INVALID_QUERY', store.searchKeyword({ query, limit: 1 }))
        await rejectsWith('STORE_INVALID_QUERY', store.scoreKeyword({ query, terms: [], ids: ['a'] }))
      }
    },
  },
  {
    name: 'a query may have thousands of parts',
    async check(store) {
      await fill(store, { a: 'harbour', b: 'light' })
      for (const count of [64, 5000]) {
        const words = Array.from({ length: count }, (_, number) => `word${number}`)
        assert.deepEqual(await findIds(store, any(...words, 'harbour')), ['a'])
        assert.deepEqual(await findIds(store, phrase(...words)), [])
        const parts = [...words, 'harbour'].map(word)
        assert.deepEqual(await findIds(store, { kind: 'all', parts }), [])
        const without = {
          kind: 'without',
          include: any('harbour', 'light'),
          exclude: { kind: 'any', parts },
        } as const
        assert.deepEqual(await findIds(store, without), ['b'])
      }
    },
  },
]
