import { describe, expect, it } from 'vitest'
import type { ChunkWords, KeywordQuery } from '@recallite/store'
import { keywordDatabase, putChunks, recorded } from '../__fixtures__/keyword-database.js'
import { naturalChunks, randomNumbers } from '../__fixtures__/natural-chunks.js'
import { wordsOf } from '../__fixtures__/samples.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { createCollectionCounts } from './collection-counts.js'
import { countCommonWords } from './count-common-words.js'

/** Collections of more than this many chunks are large in these tests. */
const least = 500

const chunks = naturalChunks(600, randomNumbers(3), 800)
const other = naturalChunks(600, randomNumbers(4), 800)

function commonWords(database: SqlDatabase): Record<string, number> {
  const rows = database
    .prepare<{ kind: string; word: string; chunks: number }>('SELECT * FROM common_word')
    .all()
  return Object.fromEntries(rows.map(({ kind, word, chunks: count }) => [`${kind} ${word}`, count]))
}

function chunksWith(collection: readonly ChunkWords[], kind: 'stem' | 'form', word: string): number {
  return collection.filter(({ text }) => text.some((one) => one[kind] === word)).length
}

const asked = ['w0', 'w1', 'w5', 'w20', 'gone']
const queries = asked.map((stem): KeywordQuery => ({ kind: 'word', stem }))

/** In how many chunks words are, most of them common, as a reader says that was just made. */
function countsOf(database: SqlDatabase): readonly number[] {
  const { counts, formCounts } = createCollectionCounts(database).read({
    queries,
    forms: asked,
    prefixes: [],
  })
  return [...counts, ...formCounts]
}

function expectedCounts(collection: readonly ChunkWords[]): number[] {
  return (['stem', 'form'] as const).flatMap((kind) =>
    asked.map((word) => chunksWith(collection, kind, word)),
  )
}

describe('common words', () => {
  it('are not kept of a collection that is not large', () => {
    const database = keywordDatabase(chunks.slice(0, least))
    countCommonWords(database, least)
    expect(commonWords(database)).toEqual({})
  })

  it('are all those of more than one chunk in 512, with how many chunks have each', () => {
    const database = keywordDatabase(chunks)
    countCommonWords(database, least)
    const counts = commonWords(database)
    const words = new Set(chunks.flatMap(({ text }) => text.map(({ stem }) => stem)))
    const expected = [...words].flatMap((word) =>
      (['stem', 'form'] as const).flatMap((kind) => {
        const having = chunksWith(chunks, kind, word)
        return having > chunks.length / 512 ? [[`${kind} ${word}`, having] as const] : []
      }),
    )
    expect(counts).toEqual(Object.fromEntries(expected))
    expect(expected.length).toBeGreaterThan(100)
    expect(expected.length).toBeLessThan(2 * words.size)
  })

  it('give the same counts as counting does', () => {
    const database = keywordDatabase(chunks)
    const before = countsOf(database)
    countCommonWords(database, least)
    expect(countsOf(database)).toEqual(before)
    expect(before).toEqual(expectedCounts(chunks))
  })

  it('hold until a tenth of the chunks have come or gone, and are then counted again', () => {
    const database = keywordDatabase(chunks)
    countCommonWords(database, least)
    const counts = commonWords(database)
    putChunks(database, other.slice(0, 60), 'other')
    countCommonWords(database, least)
    expect(commonWords(database)).toEqual(counts)
    putChunks(database, other.slice(0, 1), 'more')
    countCommonWords(database, least)
    expect(commonWords(database)['stem w0']).toBe(
      chunksWith([...chunks, ...other.slice(0, 60), ...other.slice(0, 1)], 'stem', 'w0'),
    )
  })

  it('are not believed when too much has changed, however many chunks there are', () => {
    const database = keywordDatabase(chunks)
    countCommonWords(database, least)
    const shifted = chunks.map(({ text }) =>
      wordsOf(text.map(({ stem }) => (stem === 'w0' ? 'x' : stem)).join(' ')),
    )
    putChunks(database, shifted)
    expect(countsOf(database)).toEqual(expectedCounts(shifted))
    countCommonWords(database, least)
    expect(commonWords(database)['stem w0']).toBeUndefined()
    expect(commonWords(database)['stem x']).toBe(chunksWith(chunks, 'stem', 'w0'))
    expect(countsOf(database)).toEqual(expectedCounts(shifted))
  })

  it('and all others are counted once while the collection stays as it is', () => {
    const { database, statements } = recorded(keywordDatabase(chunks))
    const counts = createCollectionCounts(database)
    const phrase: KeywordQuery = { kind: 'phrase', stems: ['w0', 'w5'] }
    const countAll = () => ['w0', 'w5', 'gone'].map(counts.chunksWithStem)
    const matches = () => statements.filter(({ sql }) => sql.includes('MATCH')).length
    counts.totals([phrase])
    const first = countAll()
    counts.totals([phrase])
    expect([countAll(), matches()]).toEqual([first, 3])
    putChunks(database, other.slice(0, 1), 'other')
    counts.totals([phrase])
    expect(countAll()).not.toEqual(first)
    expect(matches()).toBe(6)
  })

  it('are looked up at once, for all parts of a query', () => {
    const { database, statements } = recorded(keywordDatabase(chunks))
    countCommonWords(database, least)
    statements.length = 0
    const counts = createCollectionCounts(database)
    const [w0, w1, w5, w20] = queries
    const parts = [w0, w1].flatMap((query) => query ?? [])
    counts.totals([
      { kind: 'all', parts },
      { kind: 'phrase', stems: ['w5', 'w20'] },
    ])
    expect(statements).toHaveLength(2)
    expect(
      [w0, w1, w5, w20].map((query) => (query?.kind === 'word' ? counts.chunksWithStem(query.stem) : 0)),
    ).toEqual(expectedCounts(chunks).slice(0, 4))
    expect(statements).toHaveLength(2)
  })

  it('are forgotten when the collection is no longer large', () => {
    const database = keywordDatabase(chunks)
    countCommonWords(database, least)
    putChunks(database, chunks.slice(0, 20))
    countCommonWords(database, least)
    expect(commonWords(database)).toEqual({})
    expect(countsOf(database)).toEqual(expectedCounts(chunks.slice(0, 20)))
  })

  it('stay as they were where counting is broken off', () => {
    const database = keywordDatabase(chunks)
    countCommonWords(database, least)
    const counts = commonWords(database)
    putChunks(database, other)
    const breaking: SqlDatabase = {
      ...database,
      prepare: (sql) => {
        if (sql.startsWith('UPDATE keyword_total')) throw new TypeError('broken off')
        return database.prepare(sql)
      },
    }
    expect(() => countCommonWords(breaking, least)).toThrow('broken off')
    expect(commonWords(database)).toEqual(counts)
    expect(countsOf(database)).toEqual(expectedCounts(other))
    countCommonWords(database, least)
    expect(commonWords(database)['form w0']).toBe(chunksWith(other, 'form', 'w0'))
  })
})
