import assert from 'node:assert/strict'
import { maximumQueryDepth, type KeywordFeature, type KeywordQuery } from '../query.js'
import { rejectsWith, type Check } from './check.js'
import { hostileTexts } from './hostile.js'
import { all, any, fill, fillWords, findIds, phrase, placed, prefix, term, word } from './samples.js'

/** Every kind of query that may hold a hostile text. */
function queriesOf(text: string): KeywordQuery[] {
  return [
    word(text),
    prefix(text),
    phrase(text, text),
    phrase('harbour', text),
    placed(text, 'harbour'),
    any(text, 'harbour'),
    { kind: 'all', parts: [word(text), phrase(text, 'light'), prefix(text)] },
    { kind: 'without', include: word('harbour'), exclude: word(text) },
    { kind: 'without', include: word(text), exclude: placed(text) },
  ]
}

/** Every kind of feature that may hold a hostile text. */
function featuresOf(text: string): KeywordFeature[] {
  return [
    word(text),
    prefix(text),
    phrase(text, text),
    placed('harbour', text),
    { kind: 'form', form: text },
    { kind: 'pair', stems: [text, 'harbour'] },
    { kind: 'either', features: [word(text), { kind: 'form', form: text }] },
  ]
}

/** A query of this many levels that finds what `harbour` finds. */
function nested(levels: number): KeywordQuery {
  let query: KeywordQuery = word('harbour')
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
      for (const text of hostileTexts) {
        const terms = featuresOf(text).map((feature) => term(feature))
        for (const query of queriesOf(text)) {
          const hits = await store.searchKeyword({ query, terms, limit: 10 })
          assert.ok(hits.every(({ score }) => score >= 0 && Number.isFinite(score)))
        }
        const scores = await store.scoreKeyword({ terms, ids: ['a', 'b'] })
        assert.equal(scores.size, 2)
        for (const { bm25, matched } of scores.values()) assert.ok(bm25 >= 0 && matched >= 0 && matched <= 1)
      }
    },
  },
  {
    name: 'what is not a word of the chunk, but for signs or case, is not found',
    async check(store) {
      await fill(store, { a: 'harbour light' })
      const near = [
        'harb*',
        'harbour*',
        '-harbour',
        '"harbour"',
        'words:harbour',
        'HARBOUR',
        ' harbour',
        'har bour',
        'harbour light',
      ]
      for (const text of near) {
        for (const query of [word(text), phrase(text), phrase(text, 'light'), prefix(text), placed(text)]) {
          assert.deepEqual(await findIds(store, query), [], JSON.stringify(query))
        }
        assert.deepEqual(
          await findIds(store, { kind: 'without', include: word('light'), exclude: word(text) }),
          ['a'],
        )
        const scores = await store.scoreKeyword({
          terms: featuresOf(text).map((feature) => term(feature)),
          ids: ['a'],
        })
        assert.deepEqual(scores.get('a'), { bm25: 0, matched: 0 })
      }
    },
  },
  {
    name: 'words that should not be words do no harm to others',
    async check(store) {
      const words = hostileTexts.map((text) => ({ form: text, stem: text }))
      const harbour = { form: 'harbour', stem: 'harbour' }
      await fillWords(store, {
        a: { text: [...words, harbour], parts: words, place: words },
        b: { text: [harbour], parts: [], place: [] },
      })
      assert.deepEqual(await findIds(store, word('harbour')), ['b', 'a'])
      for (const text of hostileTexts) {
        assert.ok(!(await findIds(store, word(text))).includes('b'), text)
      }
    },
  },
  {
    name: 'operators of query languages are words like others',
    async check(store) {
      await fill(store, { a: 'harbour and light', b: 'light near or not', c: 'harbour' })
      assert.deepEqual(await findIds(store, word('and')), ['a'])
      assert.deepEqual(await findIds(store, word('not')), ['b'])
      assert.deepEqual(await findIds(store, word('near')), ['b'])
      assert.deepEqual(await findIds(store, phrase('or', 'not')), ['b'])
      assert.deepEqual(await findIds(store, all('harbour', 'and')), ['a'])
    },
  },
  {
    name: 'ids are text, whatever they hold',
    async check(store) {
      await fill(store, { a: 'harbour' })
      assert.deepEqual(await store.readChunks(hostileTexts), [])
      const scores = await store.scoreKeyword({ terms: [term(word('harbour'))], ids: hostileTexts })
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
      let deepAny: KeywordQuery = word('harbour')
      for (let level = 2; level <= maximumQueryDepth + 1; level += 1)
        deepAny = { kind: 'any', parts: [deepAny] }
      const queries = [maximumQueryDepth + 1, 100, 2000].map(nested)
      for (const query of [...queries, deepAny]) {
        await rejectsWith('STORE_INVALID_QUERY', store.searchKeyword({ query, terms: [], limit: 1 }))
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
