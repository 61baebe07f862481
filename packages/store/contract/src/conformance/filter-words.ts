import assert from 'node:assert/strict'
import { maximumQueryDepth, type KeywordQuery } from '../query.js'
import { rejectsWith, type Check } from './check.js'
import { lets, ofRoots, ofWords, onBothRetrievers } from './filter-samples.js'
import { hostileTexts } from './hostile.js'
import { all, any, fill, phrase, placed, plane, prefix, termsOf, word, wordsOf, atAngle } from './samples.js'
import { whereVectorsAreSearched } from './vector-search-capability.js'

const documents = [
  {
    path: 'a.md',
    chunks: {
      night: { text: '1 harbour light at night', words: wordsOf('harbour lights|light night') },
      place: {
        text: '2 harbour',
        words: wordsOf('harbour and so on', { parts: 'day light', place: 'docs night' }),
      },
    },
  },
  {
    root: 'other',
    path: 'b.md',
    chunks: { day: { text: '3 harbour day', words: wordsOf('harbour day light and so on') } },
  },
]

/** A query of this many levels. */
function nested(levels: number): KeywordQuery {
  return levels === 1 ? word('light') : { kind: 'all', parts: [nested(levels - 1)] }
}

/** Filters by a chunk's words. */
export const wordFilterCases: readonly Check[] = [
  ...onBothRetrievers('a filter by words lets through what matches its query', documents, async (find) => {
    await lets(find, ofWords(word('night')), ['night', 'place'])
    await lets(find, ofWords(word('lights')), [])
    await lets(find, ofWords(phrase('day', 'light')), ['place', 'day'])
    await lets(find, ofWords(placed('docs', 'night')), ['place'])
    await lets(find, ofWords(prefix('ni')), ['night', 'place'])
    await lets(find, ofWords(any('day', 'gone')), ['place', 'day'])
    await lets(find, ofWords(all('day', 'night')), ['place'])
    await lets(find, ofWords({ kind: 'without', include: word('light'), exclude: word('night') }), ['day'])
    for (const nothing of [any(), all(), phrase(), word(''), word('!')])
      await lets(find, ofWords(nothing), [])
  }),
  ...onBothRetrievers('a filter by words joins others', documents, async (find) => {
    assert.deepEqual(await find([ofWords(word('day')), ofRoots('other')]), ['day'])
    assert.deepEqual(await find([ofWords(word('day')), ofWords(word('night'))]), ['place'])
    const notNight = { ...ofWords(word('night')), isNegated: true }
    assert.deepEqual(await find([ofWords(word('light')), notNight]), ['day'])
    assert.deepEqual(await find([ofWords(nested(maximumQueryDepth))]), ['night', 'place', 'day'])
  }),
  ...onBothRetrievers('no text in a filter by words is syntax', documents, async (find) => {
    for (const text of hostileTexts) {
      for (const query of [word(text), phrase('harbour', text), prefix(text), placed(text)]) {
        await lets(find, ofWords(query), [])
      }
    }
  }),
  {
    name: 'a filter by words finds chunks as they are now',
    async check(store) {
      await fill(store, { a: 'harbour light', b: 'harbour' })
      await fill(store, { a: 'harbour', b: 'harbour light', c: 'light' })
      const query = word('harbour')
      const find = async (isNegated: boolean) => {
        const filter = [{ ...ofWords(word('light')), isNegated }]
        const hits = await store.searchKeyword({ query, terms: termsOf(query), limit: 9, filter })
        return hits.map(({ id }) => id)
      }
      assert.deepEqual(await find(false), ['b'])
      assert.deepEqual(await find(true), ['a'])
    },
  },
  {
    name: 'a filter by a query that is nested too deeply is refused',
    async check(store) {
      await fill(store, { a: 'harbour light' })
      const filter = [ofWords(nested(maximumQueryDepth + 1))]
      const query = word('harbour')
      await rejectsWith('STORE_INVALID_QUERY', store.searchKeyword({ query, terms: [], limit: 1, filter }))
    },
  },
  {
    name: 'a filter by a query that is nested too deeply is refused in vector search too',
    check: whereVectorsAreSearched(async (store) => {
      await store.addSpace(plane)
      const filter = [ofWords(nested(maximumQueryDepth + 1))]
      const request = { space: plane, vector: atAngle(0), limit: 1, filter }
      await rejectsWith('STORE_INVALID_QUERY', store.searchVector(request))
    }),
  },
]
