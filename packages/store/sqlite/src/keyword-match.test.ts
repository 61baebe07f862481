import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { maximumQueryDepth, type KeywordQuery } from '@recallite/store'
import { openConnection } from './connection.js'
import { keywordMatch } from './keyword-match.js'
import { migrate } from './migrations/ledger.js'
import { migrations } from './migrations/migrations.js'

const { database } = openConnection({ path: ':memory:' })
migrate(database, migrations, Date.now)
const insert = database.prepare('INSERT INTO chunk_words (rowid, words) VALUES (?, ?)')
for (const [id, words] of ['harbour light', 'near and or not', 'words'].entries()) insert.run(id, words)
const find = database.prepare<{ rowid: number }>('SELECT rowid FROM chunk_words WHERE chunk_words MATCH ?')

afterAll(() => void database.close())

function word(text: string): KeywordQuery {
  return { kind: 'word', word: text }
}

const hostileWords: readonly (readonly [text: string, match: string, found: number])[] = [
  ['harbour', '"harbour"', 1],
  ['', '""', 0],
  ['"', '""""', 0],
  ['""', '""""""', 0],
  ['say "harbour"', '"say ""harbour"""', 0],
  ['NEAR(harbour light, 5)', '"NEAR(harbour light, 5)"', 0],
  ['NEAR', '"NEAR"', 1],
  ['NOT', '"NOT"', 1],
  ['harb*', '"harb*"', 0],
  ['*', '"*"', 0],
  ['-harbour', '"-harbour"', 1],
  ['^light', '"^light"', 1],
  ['words:harbour', '"words:harbour"', 0],
  ['{words}', '"{words}"', 1],
  ['harbour + light', '"harbour + light"', 1],
  ['harbour.light', '"harbour.light"', 1],
  ['(harbour', '"(harbour"', 1],
  ['harbour\0light', '"harbour light"', 1],
  ['漢字', '"漢字"', 0],
  ['👩‍👩‍👧', '"👩‍👩‍👧"', 0],
  ["'; DROP TABLE chunk; --", `"'; DROP TABLE chunk; --"`, 0],
]

describe('a keyword query as a MATCH expression', () => {
  it.each(hostileWords)('holds the word %j as %j', (text, match, found) => {
    expect(keywordMatch(word(text))).toBe(match)
    expect(find.all(match)).toHaveLength(found)
  })

  it('joins and nests its parts', () => {
    const query: KeywordQuery = {
      kind: 'without',
      include: {
        kind: 'any',
        parts: [
          word('a"b'),
          { kind: 'phrase', words: ['c', 'd"'] },
          { kind: 'all', parts: [word('e'), word('f')] },
        ],
      },
      exclude: { kind: 'any', parts: [] },
    }
    expect(keywordMatch(query)).toBe('(("a""b" OR "c d""" OR ("e" AND "f")) NOT "")')
    expect(find.all(keywordMatch(query))).toEqual([])
  })

  it('refuses a query that is deeper than FTS5 can parse', () => {
    const nest = (levels: number): KeywordQuery =>
      levels === 1 ? word('harbour') : { kind: 'all', parts: [word('light'), nest(levels - 1)] }
    expect(find.all(keywordMatch(nest(maximumQueryDepth)))).toHaveLength(1)
    expect(() => keywordMatch(nest(maximumQueryDepth + 1))).toThrow(
      expect.objectContaining({ code: 'STORE_INVALID_QUERY' }),
    )
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', "'", '(', ')', '*', '^', ':', '-', '+', ' ', '\0', 'a', 'NOT ', '\uD800'),
  }),
  fc.constantFrom(...hostileWords.map(([text]) => text)),
)

const { query: anyQuery } = fc.letrec<{ query: KeywordQuery }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, maxDepth: maximumQueryDepth - 1 },
    anyText.map(word),
    fc.array(anyText, { maxLength: 4 }).map((words): KeywordQuery => ({ kind: 'phrase', words })),
    fc.array(tie('query'), { maxLength: 4 }).map((parts): KeywordQuery => ({ kind: 'any', parts })),
    fc.array(tie('query'), { maxLength: 4 }).map((parts): KeywordQuery => ({ kind: 'all', parts })),
    fc
      .tuple(tie('query'), tie('query'))
      .map(([include, exclude]): KeywordQuery => ({ kind: 'without', include, exclude })),
  ),
}))

/** Whether a query finds a row, by its definition, given what its words and phrases find. */
function means(query: KeywordQuery, row: number): boolean {
  switch (query.kind) {
    case 'word':
    case 'phrase':
      return find.all(keywordMatch(query)).some(({ rowid }) => rowid === row)
    case 'any':
      return query.parts.some((part) => means(part, row))
    case 'all':
      return query.parts.length > 0 && query.parts.every((part) => means(part, row))
    case 'without':
      return means(query.include, row) && !means(query.exclude, row)
  }
}

describe('whatever somebody types', () => {
  it('a word never is an error', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(find.all(keywordMatch(word(text))).length).toBeLessThanOrEqual(3)
      }),
      { numRuns: 3000 },
    )
  })

  it('a query is never an error, and finds what its parts say', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const found = find.all(keywordMatch(query)).map(({ rowid }) => rowid)
        expect(found.toSorted()).toEqual([0, 1, 2].filter((row) => means(query, row)))
      }),
      { numRuns: 1000 },
    )
  })
})
