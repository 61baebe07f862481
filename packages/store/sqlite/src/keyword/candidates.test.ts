import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeywordScorer, decodeTermList, encodeTermList, neededCounts } from '@recallite/keyword/ranking'
import type { ChunkWords } from '@recallite/store'
import type { QueryFeature, QueryTree, RankedTerm } from '@recallite/store/query'
import { keywordDatabase, putChunks } from '../__fixtures__/keyword-database.js'
import { naturalChunks, naturalWord, randomNumbers } from '../__fixtures__/natural-chunks.js'
import { isFound } from '../__fixtures__/query-oracle.js'
import { wordsOf } from '../__fixtures__/samples.js'
import { createFilterReader } from '../documents/filter/filter.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { createCandidates } from './candidates.js'
import { createCollectionCounts } from './collection-counts.js'

const word = (stem: string) => ({ kind: 'word', stem }) as const
const anyOf = (...stems: string[]) => ({ kind: 'any', parts: stems.map(word) }) as const
const term = (feature: QueryFeature, weight = 1): RankedTerm => ({ feature, weight, isContentTerm: true })

function candidatesIn(database: SqlDatabase, maxScored?: number) {
  const counts = createCollectionCounts(database)
  const filters = createFilterReader(database)
  return { counts, ...createCandidates(database, { filters, maxScored }) }
}

/** The numbers of the chunks found, from 1, in order; all parts of the query have the same weight. */
function findIn(
  database: SqlDatabase,
  { query, limit }: { query: ReturnType<typeof anyOf | typeof word>; limit: number },
): number[] {
  const { counts, find } = candidatesIn(database)
  const terms = (query.kind === 'any' ? query.parts : [query]).map((part) => term(part))
  const ranking = { terms, counts: counts.read(neededCounts(terms)) }
  return find({ query, limit, ranking }).ids.map((id) => Number(id.replace('notes-', '')) + 1)
}

function repeated(count: number, text: string): ChunkWords[] {
  return Array.from({ length: count }, () => wordsOf(text))
}

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

describe('candidates', () => {
  it('are all matches if there are few, best first', () => {
    const texts = ['a', 'a filler filler', 'b', 'a a', 'b filler', 'a b', 'filler']
    const database = keywordDatabase(texts.map((text) => wordsOf(text)))
    expect(findIn(database, { query: anyOf('a', 'b'), limit: 100 })).toEqual([6, 3, 5, 4, 1, 2])
    expect(findIn(database, { query: anyOf('a', 'b'), limit: 3 })).toEqual([6, 3, 5])
    expect(findIn(database, { query: word('filler'), limit: 1 })).toEqual([7])
    expect(findIn(database, { query: anyOf('x', 'y'), limit: 6 })).toEqual([])
    expect(findIn(database, { query: anyOf(), limit: 6 })).toEqual([])
    expect(findIn(database, { query: anyOf('a'), limit: 0 })).toEqual([])
  })

  it('include ties with the last one', () => {
    expect(sorted(findIn(keywordDatabase(repeated(9, 'a')), { query: word('a'), limit: 2 }))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
  })

  it('are the best chunks with any words of the query, with their term lists', () => {
    const database = keywordDatabase([...repeated(20, 'a x'), ...repeated(5, 'b x'), ...repeated(2, 'a b')])
    const { counts, find } = candidatesIn(database)
    const terms = ['a', 'b'].map((stem) => term(word(stem)))
    const ranking = { terms, counts: counts.read(neededCounts(terms)) }
    const { ids, termLists, unscored } = find({ query: anyOf('a', 'b'), limit: 2, ranking })
    expect(ids).toEqual(['notes-25', 'notes-26'])
    expect(new Map(termLists?.map(({ id, termList }) => [id, Buffer.from(termList)]))).toEqual(
      new Map(ids.map((id) => [id, Buffer.from(encodeTermList(wordsOf('a b')))])),
    )
    expect(unscored).toBe(0)
  })

  it('report how many chunks were not scored if too many are equally likely', () => {
    const database = keywordDatabase(repeated(50, 'a b c'))
    const pair: QueryFeature = { kind: 'pair', stems: ['c', 'a'] }
    const terms = [word('a'), pair].map((feature) => term(feature))
    const { counts, find } = candidatesIn(database, 20)
    const ranking = { terms, counts: counts.read(neededCounts(terms)) }
    const { ids, unscored } = find({ query: word('a'), limit: 5, ranking })
    expect([ids.length, unscored]).toEqual([20, 30])
  })

  it('are found within a filter, also after writes', () => {
    const database = keywordDatabase(repeated(300, 'a b'))
    const { find } = candidatesIn(database)
    const filter = { kind: 'root', names: ['other'] } as const
    expect(find({ query: anyOf('a', 'b'), limit: 2, filter }).ids).toEqual([])
    putChunks(database, [wordsOf('b'), wordsOf('a')], 'other')
    expect(find({ query: anyOf('a', 'b'), limit: 2, filter }).ids.toSorted()).toEqual(['other-0', 'other-1'])
    putChunks(database, [wordsOf('b'), wordsOf('b a')], 'other')
    expect(find({ query: word('a'), limit: 2, filter }).ids).toEqual(['other-1'])
  })
})

const stems = ['a', 'b', 'c', 'ab', '漢'] as const
const anyStem: fc.Arbitrary<string> = fc.constantFrom(...stems)
const anyStems = fc.array(anyStem, { minLength: 1, maxLength: 3 })
const anyWord = fc.tuple(anyStem, fc.constantFrom('', 's')).map(([stem, end]) => ({ stem, form: stem + end }))
const listOf = (maxLength: number) => fc.array(anyWord, { maxLength })
const anyChunks = fc.array(fc.record({ text: listOf(8), parts: listOf(2), place: listOf(3) }), {
  minLength: 1,
  maxLength: 25,
})

const anyLeaf = fc.oneof(
  fc.record({ kind: fc.constant('word' as const), stem: anyStem }),
  fc.record({ kind: fc.constant('phrase' as const), stems: anyStems }),
  fc.record({ kind: fc.constant('place' as const), stems: anyStems }),
  fc.record({ kind: fc.constant('prefix' as const), prefix: fc.constantFrom('a', 'ab', 'z') }),
)
const anyQuery: fc.Arbitrary<QueryTree> = fc.oneof(
  fc.record({ kind: fc.constant('any' as const), parts: fc.array(anyLeaf, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('all' as const), parts: fc.array(anyLeaf, { minLength: 1, maxLength: 2 }) }),
  fc.record({ kind: fc.constant('without' as const), include: anyLeaf, exclude: anyLeaf }),
  anyLeaf,
)
const anyFeature: fc.Arbitrary<QueryFeature> = fc.oneof(
  anyLeaf,
  anyWord.map(({ form, stem }) => ({ kind: 'form' as const, form, stems: [stem] })),
  fc.record({ kind: fc.constant('pair' as const), stems: fc.tuple(anyStem, anyStem) }),
  fc.record({
    kind: fc.constant('either' as const),
    features: fc.array(anyLeaf, { minLength: 1, maxLength: 3 }),
  }),
)
const anyTerms = fc.array(
  fc.tuple(anyFeature, fc.constantFrom(0.25, 1, 2)).map(([feature, weight]) => term(feature, weight)),
  { maxLength: 5 },
)

const textOf = (words: ChunkWords['text']) => words.map(({ stem }) => stem).join(' ')

/** The ids and scores of all matching chunks, best first and equal ones by id. */
function scoreAll(
  chunks: readonly ChunkWords[],
  query: QueryTree,
  scorer: ReturnType<typeof createKeywordScorer>,
) {
  return chunks
    .map((words, number) => ({ id: `notes-${number}`, words }))
    .filter(({ words: { text, parts, place } }) =>
      isFound(query, { words: textOf(text), parts: textOf(parts), place: textOf(place) }),
    )
    .map(({ id, words }) => ({ id, score: scorer.score(decodeTermList(encodeTermList(words))).bm25 }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

describe('for any collection, query and ranking', () => {
  it('candidates are the best of all matching chunks', () => {
    fc.assert(
      fc.property(
        anyChunks,
        anyQuery,
        anyTerms,
        fc.integer({ min: 1, max: 8 }),
        (chunks, query, terms, limit) => {
          const { counts, find } = candidatesIn(keywordDatabase(chunks))
          const ranking = { terms, counts: counts.read(neededCounts(terms)) }
          const expected = scoreAll(chunks, query, createKeywordScorer(terms, ranking.counts))
          const { ids, unscored } = find({ query, limit, ranking })
          const lowest = expected[limit - 1]?.score ?? -Infinity
          expect(ids.slice(0, limit)).toEqual(expected.slice(0, limit).map(({ id }) => id))
          expect(expected.filter(({ score }) => score >= lowest).map(({ id }) => id)).toEqual(
            expect.arrayContaining([...ids]),
          )
          expect(unscored).toBe(0)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('this holds for large collections of natural words', () => {
    const random = randomNumbers(1)
    const chunks = naturalChunks(2000, random)
    const { counts, find } = candidatesIn(keywordDatabase(chunks))
    for (let question = 0; question < 40; question += 1) {
      const asked = [...new Set(Array.from({ length: 1 + (question % 6) }, () => naturalWord(random, 3000)))]
      const pairs = asked
        .slice(1)
        .map((stem, index) => term({ kind: 'pair', stems: [asked[index] ?? '', stem] }, 0.25))
      const terms = [...asked.map((stem) => term(word(stem))), ...pairs]
      const ranking = { terms, counts: counts.read(neededCounts(terms)) }
      const expected = scoreAll(chunks, anyOf(...asked), createKeywordScorer(terms, ranking.counts))
      for (const limit of [1, 6, 50]) {
        const { ids } = find({ query: anyOf(...asked), limit, ranking })
        expect(ids.slice(0, limit)).toEqual(expected.slice(0, limit).map(({ id }) => id))
      }
    }
  })
})
