import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { hostileId, mapsOf } from './__fixtures__/hostile-id.js'
import { decodeId, encodeId, readQrels, readTrecRun, writeQrels, writeTrecRun } from './trec-files.js'

function runFile(...lines: string[]): string {
  return join(writeFiles({ 'a.run': lines.join('\n') }), 'a.run')
}

describe('readQrels', () => {
  it.each([
    ['as TREC has them', 'q1 0 d1 1\nq1\t0\td2\t0\r\n\nq2 Q0 d1 3\n'],
    ['as a table', 'q1\td1\t1\nq1\td2\t0\nq2\td1\t3\n'],
    ['as a table with headings', 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t-2\nq2\td1\t3\n'],
    ['as a table with spaces', 'Query_Id\tCorpus_ID\tScore\nq1 d1 1\nq1 d2 0\nq2 d1 3'],
  ])('reads judgements %s', (_, text) => {
    const file = join(writeFiles({ qrels: text }), 'qrels')
    expect(readQrels(file)).toEqual(
      new Map([
        [
          'q1',
          new Map([
            ['d1', 1],
            ['d2', 0],
          ]),
        ],
        ['q2', new Map([['d1', 3]])],
      ]),
    )
  })

  it('lets ids of a table hold spaces, as encoded ones do', () => {
    const file = join(writeFiles({ qrels: 'q 1\td 1\t1\nq%201 0 d%202 1\n' }), 'qrels')
    expect([...(readQrels(file).get('q 1') ?? [])]).toEqual([
      ['d 1', 1],
      ['d 2', 1],
    ])
  })

  it.each([
    ['q d', 'SUITE_MALFORMED'],
    ['q 0 d 1 1', 'SUITE_MALFORMED'],
    ['q 0 d good', 'SUITE_MALFORMED'],
    ['q 0 d 0.5', 'SUITE_MALFORMED'],
    ['q\td\t ', 'SUITE_MALFORMED'],
    ['query-id\tcorpus-id\tscore', 'SUITE_MALFORMED'],
    ['p 0 a 2', 'SUITE_DUPLICATE'],
  ])('refuses the line %j, and says where', (line, code) => {
    const file = join(writeFiles({ qrels: `p 0 a 1\n${line}\n` }), 'qrels')
    expect(failureOf(() => readQrels(file))).toMatchObject({ code, file, line: 2 })
  })
})

describe('writeQrels', () => {
  it('writes what reads back', () => {
    const file = join(temporaryFolder(), 'qrels')
    const grades = fc
      .uniqueArray(fc.tuple(hostileId, fc.integer({ min: 0, max: 100 })), {
        minLength: 1,
        selector: ([key]) => key,
      })
      .map((entries) => new Map(entries))
    fc.assert(
      fc.property(mapsOf(grades), (judgements) => {
        writeQrels(file, judgements)
        expect(readQrels(file)).toEqual(judgements)
      }),
    )
  })
})

describe('readTrecRun', () => {
  it('orders by score, not by rank or line', () => {
    const file = runFile(
      'q Q0 a 1 0.5 tag',
      'p Q0 a 1 -1e-3 tag',
      'q\tQ0\tb\t2\t7.25\ttag',
      'q Q0 c 3 .6 tag',
    )
    expect(readTrecRun(file)).toEqual({
      tags: ['tag'],
      rankings: new Map([
        ['q', ['b', 'c', 'a']],
        ['p', ['a']],
      ]),
    })
  })

  it('takes scores as 32-bit floats, and of the same score the higher id first, by bytes', () => {
    const file = runFile(
      'q Q0 d9 1 1.00000001 x',
      'q Q0 d10 2 1.00000002 x',
      'q Q0 D9 3 1 x',
      // Two UTF-16 units of which the first is lower than the one below, but more in bytes.
      'q Q0 \u{10000} 4 1 x',
      'q Q0 \uff5e 5 1 x',
      'q Q0 last 6 0.9999999 x',
    )
    expect(readTrecRun(file).rankings.get('q')).toEqual(['\u{10000}', '\uff5e', 'd9', 'd10', 'D9', 'last'])
  })

  it('breaks ties by the id as it stands in the file', () => {
    // '%' is higher than a space and lower than a digit.
    const file = runFile('q Q0 a0 1 1 x', 'q Q0 a%20b 2 1 x')
    expect(readTrecRun(file).rankings.get('q')).toEqual(['a0', 'a b'])
  })

  it('says which tags there are, and takes an empty file for no answers', () => {
    expect(readTrecRun(runFile('q Q0 a 1 1 x', 'q Q0 b 1 1 y', 'q Q0 c 1 1 x')).tags).toEqual(['x', 'y'])
    expect(readTrecRun(runFile('', ' '))).toEqual({ tags: [], rankings: new Map() })
  })

  it.each([
    ['q Q0 a 1 1', 'SUITE_MALFORMED'],
    ['q Q0 a 1 1 my tag', 'SUITE_MALFORMED'],
    ['q Q0 a 1 best tag', 'SUITE_MALFORMED'],
    ['q Q0 a 1 NaN tag', 'SUITE_MALFORMED'],
    ['q Q0 a 1 0x10 tag', 'SUITE_MALFORMED'],
    ['p Q0 b 2 0 tag', 'SUITE_DUPLICATE'],
  ])('refuses the line %j, and says where', (line, code) => {
    const file = runFile('p Q0 b 1 1 tag', '', line)
    expect(failureOf(() => readTrecRun(file))).toMatchObject({ name: 'EvaluationError', code, file, line: 3 })
  })

  it('says which file is missing', () => {
    const file = join(temporaryFolder(), 'a.run')
    expect(failureOf(() => readTrecRun(file))).toMatchObject({ code: 'SUITE_NOT_FOUND', file })
  })
})

describe('writeTrecRun', () => {
  it('gives each document a score of its own', () => {
    const file = join(temporaryFolder(), 'a.run')
    writeTrecRun(file, { tag: 'rrf 60', rankings: new Map([['q 1', ['x', 'y']]]) })
    expect(readFileSync(file, 'utf8')).toBe('q%201 Q0 x 1 2 rrf%2060\nq%201 Q0 y 2 1 rrf%2060\n')
  })

  it('writes what reads back in the same order', () => {
    const file = join(temporaryFolder(), 'a.run')
    const rankings = mapsOf(fc.uniqueArray(hostileId, { minLength: 1, maxLength: 12 }))
    fc.assert(
      fc.property(hostileId, rankings, (tag, some) => {
        writeTrecRun(file, { tag, rankings: some })
        expect(readTrecRun(file)).toEqual({ tags: some.size > 0 ? [tag] : [], rankings: some })
      }),
    )
  })
})

describe('encodeId', () => {
  it.each([
    ['a b', 'a%20b'],
    ['a%20b', 'a%2520b'],
    ['100%', '100%25'],
    ['https://x.org/a?b=c#d', 'https://x.org/a?b=c#d'],
    ['a\u00a0b\n', 'a%C2%A0b%0A'],
    ['战国', '战国'],
  ])('makes of %j %j, and back', (own, field) => {
    expect(encodeId(own)).toBe(field)
    expect(decodeId(field)).toBe(own)
  })

  it('leaves what others wrote alone', () => {
    for (const field of ['x/%E4', '%zz', '%', '%2']) expect(decodeId(field)).toBe(field)
    expect(decodeId('a%c2%a0b')).toBe('a\u00a0b')
  })
})
