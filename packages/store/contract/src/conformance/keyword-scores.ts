import assert from 'node:assert/strict'
import type { KeywordQuery } from '../query.js'
import type { Check } from './check.js'
import { any, fill, numbered, phrase, word } from './samples.js'

/** The formula of `KeywordScore.matched`. */
function inverseDocumentFrequency(chunks: number, chunksWithTerm: number): number {
  return Math.log(1 + (chunks - chunksWithTerm + 0.5) / (chunksWithTerm + 0.5))
}

function isNear(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-9, `${actual} is ${expected}`)
}

/** Keyword scores of given chunks. */
export const keywordScoreCases: readonly Check[] = [
  {
    name: 'given chunks have the scores that a search gives them, and 0 where it does not find them',
    async check(store) {
      const texts = numbered(60, (number) =>
        number % 4 === 0
          ? `nothing here ${number}`
          : `harbour ${'light '.repeat(number % 3)} filler ${number}`,
      )
      await fill(store, texts)
      const query: KeywordQuery = { kind: 'any', parts: [any('harbour', 'light'), phrase('light', 'filler')] }
      const hits = await store.searchKeyword({ query, limit: 100 })
      const ids = Object.keys(texts)
      const scores = await store.scoreKeyword({ query, terms: [], ids })
      assert.deepEqual([...scores.keys()].toSorted(), ids)
      const found = new Map(hits.map(({ id, score }) => [id, score]))
      assert.equal(found.size, 45)
      for (const id of ids) isNear(scores.get(id)?.bm25, found.get(id) ?? 0)
    },
  },
  {
    name: 'chunks that are not there have no score',
    async check(store) {
      await fill(store, { a: 'harbour' })
      const query = word('harbour')
      const scores = await store.scoreKeyword({ query, terms: [query], ids: ['gone', 'a', ''] })
      assert.deepEqual([...scores.keys()], ['a'])
      assert.equal((await store.scoreKeyword({ query, terms: [query], ids: [] })).size, 0)
    },
  },
  {
    name: 'matched is the share of the terms by idf, unknown terms counted',
    async check(store) {
      await fill(store, {
        ...numbered(6, (number) => `filler ${number}`, 'filler'),
        full: 'red harbour light',
        half: 'harbour and light, red',
        one: 'light',
        none: 'night',
      })
      const chunks = 10
      const weights = {
        harbour: inverseDocumentFrequency(chunks, 2),
        lights: inverseDocumentFrequency(chunks, 3),
        redHarbour: inverseDocumentFrequency(chunks, 1),
        unknown: inverseDocumentFrequency(chunks, 0),
      }
      const total = weights.harbour + weights.lights + weights.redHarbour + weights.unknown
      const terms = [word('harbour'), word('lights'), phrase('red', 'harbour'), word('unknown')]
      const query: KeywordQuery = { kind: 'any', parts: terms }
      const scores = await store.scoreKeyword({ query, terms, ids: ['full', 'half', 'one', 'none'] })
      isNear(scores.get('full')?.matched, (weights.harbour + weights.lights + weights.redHarbour) / total)
      isNear(scores.get('half')?.matched, (weights.harbour + weights.lights) / total)
      isNear(scores.get('one')?.matched, weights.lights / total)
      assert.equal(scores.get('none')?.matched, 0)
    },
  },
  {
    name: 'matched is 1 where every term is there, and 0 without terms',
    async check(store) {
      await fill(store, { a: 'harbour', b: 'harbour' })
      const query = word('harbour')
      const share = async (terms: readonly KeywordQuery[]) =>
        (await store.scoreKeyword({ query, terms, ids: ['a'] })).get('a')?.matched
      isNear(await share([query]), 1)
      assert.equal(await share([]), 0)
      assert.equal(await share([word('unknown')]), 0)
      assert.equal(await share([word(''), phrase()]), 0)
    },
  },
  {
    name: 'matched is about the terms, whatever the query',
    async check(store) {
      await fill(store, { a: 'harbour light', b: 'tower' })
      const scores = await store.scoreKeyword({
        query: word('tower'),
        terms: [word('harbour')],
        ids: ['a', 'b'],
      })
      assert.equal(scores.get('a')?.bm25, 0)
      isNear(scores.get('a')?.matched, 1)
      assert.equal(scores.get('b')?.matched, 0)
    },
  },
  {
    name: 'what was removed no longer counts in idf',
    async check(store) {
      await fill(store, { ...numbered(5, () => 'harbour', 'gone'), a: 'light' }, 'other')
      await store.removeRoot('other')
      await fill(store, { a: 'harbour', b: 'light' })
      const terms = [word('harbour'), word('light')]
      const scores = await store.scoreKeyword({ query: any('harbour'), terms, ids: ['a'] })
      isNear(scores.get('a')?.matched, 1 / 2)
    },
  },
]
