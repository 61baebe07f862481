import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { readSuites } from '../suite/read-suite.js'
import { chooseStrategies, controls, defaultStrategies } from '../strategy/strategy-table.js'
import { forRecords, refuseFlags } from './run-options.js'

const suitesOf = (...names: string[]) => readSuites(names)
const all = [...defaultStrategies, ...controls]

describe('strategies for records', () => {
  it('exclude replays and strategies that a recall does not support, and say so', () => {
    const { strategies, note } = forRecords(suitesOf('memory', 'records'), all)
    const names = strategies.map(({ name }) => name)
    expect(names).toEqual([
      'keyword',
      'vector',
      'recallite',
      'convex',
      'weighted',
      'rrf',
      'reversed',
      'timeless',
    ])
    expect(note).toMatch(
      /^records is about records, .*: openclaw-2026\.2, .*, keyword-as-typed\. They are skipped/u,
    )
  })

  it('are all included for suites about files', () => {
    expect(forRecords(suitesOf('memory'), all)).toEqual({ strategies: all })
  })

  it('throw if none is left', () => {
    const replays = chooseStrategies(['openclaw-2026.2'])
    expect(failureOf(() => forRecords(suitesOf('records'), replays))).toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('openclaw-2026.2. Name other strategies.'),
    })
  })

  it.each([
    ['--rerank', { rerank: true }],
    ['--candidates', { candidates: 50 }],
    ['--foreign', { foreign: 20 }],
  ])('do not support %s', (flag, flags) => {
    expect(failureOf(() => refuseFlags(suitesOf('memory', 'records'), flags))).toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(
        new RegExp(`^${flag} only works with suites about files, and records is about records`, 'u'),
      ),
    })
    expect(() => refuseFlags(suitesOf('memory'), flags)).not.toThrow()
    expect(() => refuseFlags(suitesOf('records'), {})).not.toThrow()
  })
})
