import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeywordScorer, decodeTermList, encodeTermList } from '@recallite/keyword-ranking'
import type { ChunkWords, KeywordQuery } from '@recallite/store'
import { keywordDatabase, putChunks, recorded } from '../__fixtures__/keyword-database.js'
import { naturalChunks, naturalWord, randomNumbers } from '../__fixtures__/natural-chunks.js'
import { wordsOf } from '../__fixtures__/samples.js'
import type { SqlDatabase } from '../sql-database.js'
import { createFilterReader } from '../filter/chunks-within.js'
import { candidateLimits, createCandidates, type CandidateRequest } from './candidates.js'
import { createCollectionCounts } from './collection-counts.js'

const word = (stem: string): KeywordQuery => ({ kind: 'word', stem })
const anyOf = (...stems: string[]): KeywordQuery => ({ kind: 'any', parts: stems.map(word) })

type Request = Pick<CandidateRequest, 'query' | 'most'> & Partial<CandidateRequest>

/** The row ids found; large collections are those of more than `smallCollection` chunks. */
function findInOrder(
  database: SqlDatabase,
  request: Request,
  limits: Partial<typeof candidateLimits> = {},
): number[] {
  const counts = createCollectionCounts(database)
  const candidates = createCandidates(
    database,
    { counts, filters: createFilterReader(database) },
    { ...candidateLimits, ...limits },
  )
  return candidates.findRows({ within: undefined, totals: counts.totals(), ...request })
}

/** The same, in rising order. */
function findIn(...parameters: Parameters<typeof findInOrder>): number[] {
  return findInOrder(...parameters).toSorted((a, b) => a - b)
}

const amongRows = (...rows: number[]) => JSON.stringify(rows)

function repeated(count: number, text: string): ChunkWords[] {
  return Array.from({ length: count }, () => wordsOf(text))
}

/** From and to a row id, both included. */
function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function isRankedByIndex(statements: readonly { sql: string }[]): boolean {
  return statements.some(({ sql }) => sql.includes('ORDER BY'))
}

describe('candidates of a small collection', () => {
  it('are all matches where they are few', () => {
    const database = keywordDatabase([...repeated(3, 'a b'), ...repeated(3, 'b c'), ...repeated(3, 'c d')])
    expect(findIn(database, { query: anyOf('a', 'c'), most: 100 })).toEqual(range(1, 9))
    expect(findIn(database, { query: anyOf('a', 'd'), most: 6 })).toEqual([...range(1, 3), ...range(7, 9)])
    expect(findIn(database, { query: anyOf('x', 'y'), most: 6 })).toEqual([])
    expect(findIn(database, { query: anyOf(), most: 6 })).toEqual([])
  })

  it('are those whose words tell most where they are many', () => {
    const database = keywordDatabase([...repeated(20, 'a x'), ...repeated(5, 'b x'), ...repeated(2, 'a b')])
    expect(findIn(database, { query: anyOf('a', 'b'), most: 7 })).toEqual(range(21, 27))
    expect(findIn(database, { query: anyOf('a', 'b'), most: 2 })).toEqual([26, 27])
  })

  it('come with the most promising first, and with those that are as promising as the last', () => {
    const texts = ['a', 'a filler filler', 'b', 'a a', 'b filler', 'a b', 'filler']
    const database = keywordDatabase(texts.map((text) => wordsOf(text)))
    const query = anyOf('a', 'b')
    expect(findInOrder(database, { query, most: 100 })).toEqual([6, 3, 5, 4, 1, 2])
    expect(findInOrder(database, { query, most: 3 })).toEqual([6, 3, 5])
    expect(findInOrder(database, { query: word('filler'), most: 1 })).toEqual([7])
    expect(findInOrder(keywordDatabase(repeated(9, 'a')), { query, most: 2 })).toEqual(range(1, 9))
    expect(findInOrder(database, { query, most: 0 })).toEqual([])
  })

  it('are the shortest ones of those that have a word as often', () => {
    const lengths = [5, 3, 9, 2, 7, 4]
    const database = keywordDatabase(lengths.map((length) => wordsOf(`a ${'filler '.repeat(length)}`)))
    expect(findIn(database, { query: word('a'), most: 3 })).toEqual([2, 4, 6])
    expect(findIn(database, { query: word('a'), most: 3 }, { smallCollection: 1 })).toEqual([2, 4, 6])
  })

  it('are chosen by the ranking of the index where a match needs several parts', () => {
    const { database, statements } = recorded(keywordDatabase([...repeated(9, 'a b filler'), wordsOf('a b')]))
    expect(findIn(database, { query: { kind: 'all', parts: [word('a'), word('b')] }, most: 3 })).toContain(10)
    expect(isRankedByIndex(statements)).toBe(true)
    const without: KeywordQuery = { kind: 'without', include: word('a'), exclude: word('filler') }
    expect(findIn(database, { query: without, most: 3 })).toEqual([10])
  })

  it('look into nested alternatives', () => {
    const database = keywordDatabase([
      wordsOf('a'),
      wordsOf('b'),
      wordsOf('c d'),
      wordsOf('', { place: 'e' }),
    ])
    const query: KeywordQuery = {
      kind: 'any',
      parts: [
        word('a'),
        {
          kind: 'any',
          parts: [
            { kind: 'phrase', stems: ['c', 'd'] },
            { kind: 'place', stems: ['e'] },
          ],
        },
      ],
    }
    expect(findIn(database, { query, most: 9 })).toEqual([1, 3, 4])
  })

  it('are found within a filter alone', () => {
    const database = keywordDatabase(repeated(300, 'a b'))
    putChunks(database, [wordsOf('b'), wordsOf('a')], 'other')
    const within = amongRows(301, 302)
    expect(findIn(database, { query: anyOf('a', 'b'), most: 2, within })).toEqual([301, 302])
    const all: KeywordQuery = { kind: 'all', parts: [word('a')] }
    expect(findIn(database, { query: all, most: 2, within })).toEqual([302])
  })
})

describe('candidates of a large collection', () => {
  const large = { smallCollection: 10, rows: 12 }

  it('are looked for by the rarest words first', () => {
    const database = keywordDatabase([
      ...repeated(3, 'a c'),
      ...repeated(4, 'b'),
      ...repeated(90, 'c'),
      ...repeated(9, 'd'),
    ])
    for (const rows of [12, 200]) {
      expect(findIn(database, { query: anyOf('c', 'b', 'a'), most: 7 }, { ...large, rows })).toEqual(
        range(1, 7),
      )
    }
  })

  it('are looked for by two words at least, however common', () => {
    const database = keywordDatabase([...repeated(30, 'a'), ...repeated(40, 'b'), wordsOf('a b')])
    expect(findIn(database, { query: anyOf('a', 'b'), most: 1 }, large)).toContain(71)
  })

  it('are filled up by common words where rare ones are in few chunks or in none', () => {
    const database = keywordDatabase([...repeated(90, 'c filler'), wordsOf('c'), wordsOf('a')])
    const found = findIn(database, { query: anyOf('a', 'x', 'c'), most: 5 }, large)
    expect(found).toEqual(expect.arrayContaining([91, 92]))
    expect(found.length).toBeGreaterThanOrEqual(5)
    expect(findIn(database, { query: anyOf('x', 'y', 'c'), most: 5 }, large)).toHaveLength(5)
  })

  it('are found within a filter that has the common words alone', () => {
    const database = keywordDatabase([...repeated(5, 'a'), ...repeated(5, 'b'), ...repeated(50, 'c')])
    putChunks(database, [wordsOf('c'), wordsOf('other')], 'other')
    const within = amongRows(61, 62)
    expect(findIn(database, { query: anyOf('a', 'b', 'c'), most: 5, within }, large)).toEqual([61])
  })

  it('know how common phrases, places and prefixes are at most', () => {
    const database = keywordDatabase([
      ...repeated(40, 'a b c'),
      wordsOf('x y', { place: 'x y' }),
      wordsOf('xa', { place: 'y' }),
    ])
    const parts: KeywordQuery[] = [
      { kind: 'phrase', stems: ['a', 'b'] },
      { kind: 'phrase', stems: ['x', 'y'] },
      { kind: 'place', stems: ['x', 'y'] },
      { kind: 'prefix', prefix: 'xa' },
      { kind: 'phrase', stems: [] },
      { kind: 'place', stems: [] },
    ]
    expect(findIn(database, { query: { kind: 'any', parts }, most: 2 }, large)).toEqual([41, 42])
  })
})

const anyStem: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const anyChunks = fc.array(
  fc.array(anyStem, { minLength: 1, maxLength: 6 }).map((stems) => wordsOf(stems.join(' '))),
  { minLength: 1, maxLength: 30 },
)

describe('whatever the collection, the question and the limits', () => {
  it('candidates match, and are as many as are wanted and there', () => {
    fc.assert(
      fc.property(
        anyChunks,
        fc.array(anyStem, { minLength: 1, maxLength: 4 }),
        fc.record({ most: fc.integer({ min: 1, max: 12 }), rows: fc.nat(20), smallCollection: fc.nat(40) }),
        (chunks, stems, { most, ...limits }) => {
          const matching = range(1, chunks.length).filter((row) =>
            chunks[row - 1]?.text.some(({ stem }) => stems.includes(stem)),
          )
          const found = findIn(keywordDatabase(chunks), { query: anyOf(...stems), most }, limits)
          expect(matching).toEqual(expect.arrayContaining(found))
          expect(found.length).toBeGreaterThanOrEqual(Math.min(most, matching.length))
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('a pool of candidates', () => {
  it('holds the best by score, as if every chunk were scored', () => {
    const random = randomNumbers(1)
    const chunks = naturalChunks(2000, random)
    const lists = chunks.map((words) => decodeTermList(encodeTermList(words)))
    const database = keywordDatabase(chunks)
    const counts = createCollectionCounts(database)
    const candidates = createCandidates(database, { counts, filters: createFilterReader(database) })
    for (let question = 0; question < 60; question += 1) {
      const stems = new Set(Array.from({ length: 1 + (question % 6) }, () => naturalWord(random, 3000)))
      const queries = [...stems].map((stem) => ({ kind: 'word', stem }) as const)
      const terms = queries.map((feature) => ({ feature, weight: 1, isContentTerm: true }))
      const scorer = createKeywordScorer(terms, counts.read({ queries, forms: [], prefixes: [] }))
      const scores = lists.map((list) => scorer.score(list).bm25)
      const best = scores.filter((score) => score > 0).toSorted((a, b) => b - a)
      for (const limit of [1, 6, 50, 100]) {
        const { ids } = candidates.find({ query: { kind: 'any', parts: queries }, limit })
        const found = ids.map((id) => scores[Number(id.replace('notes-', ''))] ?? 0)
        const expected = best.filter((score) => score >= (best[limit - 1] ?? 0) - 1e-9)
        expect(found).toHaveLength(expected.length)
        for (const [place, score] of found.entries()) expect(score).toBeCloseTo(expected[place] ?? 0, 9)
      }
    }
  })
})
