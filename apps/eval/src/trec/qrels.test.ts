import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { hostileId, mapsOf } from './__fixtures__/hostile-id.js'
import { readQrels, writeQrels } from './qrels.js'

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
