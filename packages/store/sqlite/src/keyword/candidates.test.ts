import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChunkWords, KeywordQuery } from '@recallite/store'
import { keywordDatabase, putChunks, recorded } from '../__fixtures__/keyword-database.js'
import { naturalChunks, naturalWord, randomNumbers } from '../__fixtures__/natural-chunks.js'
import { wordsOf } from '../__fixtures__/samples.js'
import type { SqlDatabase } from '../sql-database.js'
import { candidateLimits, createCandidates, type CandidateRequest } from './candidates.js'
import { createFrequencies } from './frequencies.js'
import { createKeywordSearch } from './keyword-search.js'

const word = (stem: string): KeywordQuery => ({ kind: 'word', stem })
const anyOf = (...stems: string[]): KeywordQuery => ({ kind: 'any', parts: stems.map(word) })

/** The row ids found, in order; large collections are those of more than `smallCollection` chunks. */
function findIn(
  database: SqlDatabase,
  request: Pick<CandidateRequest, 'query' | 'most'> & Partial<CandidateRequest>,
  limits: Partial<typeof candidateLimits> = {},
): number[] {
  const frequencies = createFrequencies(database)
  const candidates = createCandidates(database, frequencies, { ...candidateLimits, ...limits })
  const [found = []] = candidates.find({ within: undefined, totals: frequencies.totals(), ...request })
  return found.toSorted((a, b) => a - b)
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

  it('come in batches, the most promising first, until all were given', () => {
    const texts = ['a', 'a filler filler', 'b', 'a a', 'b filler', 'a b', 'filler']
    const database = keywordDatabase(texts.map((text) => wordsOf(text)))
    const frequencies = createFrequencies(database)
    const candidates = createCandidates(database, frequencies, { ...candidateLimits, batch: 2 })
    const request = { query: anyOf('a', 'b'), within: undefined, totals: frequencies.totals() }
    expect([...candidates.find({ ...request, most: 1 })]).toEqual([[6], [3, 5], [4, 1], [2]])
    expect([...candidates.find({ ...request, most: 3 })]).toEqual([[3, 6, 5], [4, 1], [2]])
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
    const search = createKeywordSearch(keywordDatabase(chunks))
    const ids = chunks.map((_, number) => `notes-${number}`)
    for (let question = 0; question < 60; question += 1) {
      const stems = new Set(Array.from({ length: 1 + (question % 6) }, () => naturalWord(random, 3000)))
      const terms = [...stems].map((stem) => ({
        feature: { kind: 'word', stem } as const,
        weight: 1,
        isTelling: true,
      }))
      const best = [...search.score({ terms, ids })]
        .filter(([, { bm25 }]) => bm25 > 0)
        .toSorted(([a, one], [b, other]) => other.bm25 - one.bm25 || (a < b ? -1 : 1))
        .map(([id]) => id)
      for (const limit of [1, 6, 50, 100]) {
        const found = search.search({ query: anyOf(...stems), terms, limit }).map(({ id }) => id)
        expect(found, [...stems].join(' ')).toEqual(best.slice(0, limit))
      }
    }
  })
})
