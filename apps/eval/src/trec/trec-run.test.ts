import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { hostileId, mapsOf } from './__fixtures__/hostile-id.js'
import { readTrecRun, writeTrecRun } from './trec-run.js'

function runFile(...lines: string[]): string {
  return join(writeFiles({ 'a.run': lines.join('\n') }), 'a.run')
}

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
    expect(failureOf(() => readTrecRun(file))).toMatchObject({ name: 'SuiteError', code, file, line: 3 })
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
