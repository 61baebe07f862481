import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { maximumQueryDepth } from '@recallite/store'
import type { QueryTree } from '@recallite/store/query'
import { isFound, type IndexedRow } from '../__fixtures__/query-oracle.js'
import { openConnection } from '../connection/connection.js'
import { migrate } from '../connection/schema-version.js'
import { matchExpression } from './match-expression.js'

const rows: readonly IndexedRow[] = [
  { words: 'harbour light', parts: '', place: 'light house' },
  { words: 'near and or not', parts: 'harbour light', place: 'near' },
  { words: 'words 漢 字', parts: 'harbourmaster', place: 'harbour light' },
]

const { database } = openConnection({ path: ':memory:' })
migrate(database)
const insert = database.prepare('INSERT INTO chunk_words (rowid, words, parts, place) VALUES (?, ?, ?, ?)')
for (const [id, { words, parts, place }] of rows.entries()) insert.run(id, words, parts, place)
const find = database.prepare<{ rowid: number }>('SELECT rowid FROM chunk_words WHERE chunk_words MATCH ?')

afterAll(() => void database.close())

function found(query: QueryTree): number[] {
  return find
    .all(matchExpression(query))
    .map(({ rowid }) => rowid)
    .toSorted()
}

const word = (stem: string): QueryTree => ({ kind: 'word', stem })
const phrase = (...stems: string[]): QueryTree => ({ kind: 'phrase', stems })

const hostileWords: readonly [text: string, match: string, ids: readonly number[]][] = [
  ['harbour', '"harbour"', [0, 1, 2]],
  ['漢', '"漢"', [2]],
  ['near', '"near"', [1]],
  ['not', '"not"', [1]],
  ['words', '"words"', [2]],
  ['NOT', '""', []],
  ['', '""', []],
  [' ', '""', []],
  ['"', '""', []],
  ['""', '""', []],
  ['say "harbour"', '""', []],
  ['harbour light', '""', []],
  ['NEAR(harbour light, 5)', '""', []],
  ['harb*', '""', []],
  ['*', '""', []],
  ['-harbour', '""', []],
  ['^light', '""', []],
  ['words:harbour', '""', []],
  ['{words}', '""', []],
  ['harbour.light', '""', []],
  ['harbour\0', '""', []],
  ['\0', '""', []],
  ['👩‍👩‍👧', '"👩‍👩‍👧"', []],
  ['\uD800', '"\uFFFD"', []],
  ["'; DROP TABLE chunk; --", '""', []],
]

describe('a keyword query as a MATCH expression', () => {
  it.each(hostileWords)('contains the word %j as %j', (text, match, ids) => {
    expect(matchExpression(word(text))).toBe(match)
    expect(found(word(text))).toEqual(ids)
  })

  it('searches phrases in text and parts, and paths in `place`', () => {
    expect(matchExpression(phrase('harbour', 'light'))).toBe('{words parts} : "harbour light"')
    expect(found(phrase('harbour', 'light'))).toEqual([0, 1])
    const place: QueryTree = { kind: 'place', stems: ['harbour', 'light'] }
    expect(matchExpression(place)).toBe('place : "harbour light"')
    expect(found(place)).toEqual([2])
  })

  it('searches prefixes everywhere', () => {
    expect(matchExpression({ kind: 'prefix', prefix: 'harbour' })).toBe('"harbour"*')
    expect(found({ kind: 'prefix', prefix: 'harbourm' })).toEqual([2])
    expect(found({ kind: 'prefix', prefix: '漢' })).toEqual([2])
    expect(matchExpression({ kind: 'prefix', prefix: '*' })).toBe('""')
  })

  it('finds no phrase with an empty word', () => {
    for (const stems of [[], [''], ['harbour', ''], ['harbour', '!', 'light']]) {
      expect(found({ kind: 'phrase', stems })).toEqual([])
      expect(found({ kind: 'place', stems })).toEqual([])
    }
  })

  it('joins and nests its parts', () => {
    const query: QueryTree = {
      kind: 'without',
      include: {
        kind: 'any',
        parts: [
          word('a'),
          { kind: 'place', stems: ['b', 'c'] },
          phrase('c', 'd'),
          { kind: 'all', parts: [word('e'), { kind: 'prefix', prefix: 'f' }] },
        ],
      },
      exclude: { kind: 'any', parts: [] },
    }
    expect(matchExpression(query)).toBe(
      '(("a" OR place : "b c" OR {words parts} : "c d" OR ("e" AND "f"*)) NOT "")',
    )
    expect(found(query)).toEqual([])
  })

  it('rejects a query that is deeper than FTS5 can parse', () => {
    const nest = (levels: number): QueryTree =>
      levels === 1 ? word('harbour') : { kind: 'all', parts: [word('light'), nest(levels - 1)] }
    expect(found(nest(maximumQueryDepth))).toEqual([0, 1, 2])
    expect(() => matchExpression(nest(maximumQueryDepth + 1))).toThrow(
      expect.objectContaining({ code: 'STORE_INVALID_QUERY' }),
    )
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', "'", '(', ')', '*', '^', ':', '-', '+', ' ', '\0', 'a', 'NOT ', '\uD800'),
  }),
  fc.constantFrom(...hostileWords.map(([text]) => text), 'light', 'house', '字', 'harb'),
)

const { query: anyQuery } = fc.letrec<{ query: QueryTree }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: maximumQueryDepth - 1 },
    anyText.map(word),
    anyText.map((prefix): QueryTree => ({ kind: 'prefix', prefix })),
    fc.array(anyText, { maxLength: 4 }).map((stems): QueryTree => ({ kind: 'phrase', stems })),
    fc.array(anyText, { maxLength: 4 }).map((stems): QueryTree => ({ kind: 'place', stems })),
    fc.array(tie('query'), { maxLength: 4 }).map((parts): QueryTree => ({ kind: 'any', parts })),
    fc.array(tie('query'), { maxLength: 4 }).map((parts): QueryTree => ({ kind: 'all', parts })),
    fc
      .tuple(tie('query'), tie('query'))
      .map(([include, exclude]): QueryTree => ({ kind: 'without', include, exclude })),
  ),
}))

describe('for any input', () => {
  it('B1: a word is never an error, and finds only itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(found(word(text))).toEqual(
          [0, 1, 2].filter((id) => isFound(word(text), rows[id] as IndexedRow)),
        )
      }),
      { numRuns: 3000 },
    )
  })

  it('B1: a query is never an error, and finds what its parts describe', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(found(query)).toEqual([0, 1, 2].filter((id) => isFound(query, rows[id] as IndexedRow)))
      }),
      { numRuns: 3000 },
    )
  })
})
