import { UsageError } from '@recallite/command-line'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { pairStrategies } from './pair-strategies.js'

const first = { strategies: ['keyword', 'convex', 'rrf'] }
const second = { strategies: ['rrf', 'keyword', 'weighted'] }

describe('pairStrategies', () => {
  it('has all that both have, in the order of the first', () => {
    expect(pairStrategies(first, second)).toEqual([
      { first: 'keyword', second: 'keyword' },
      { first: 'rrf', second: 'rrf' },
    ])
  })

  it('takes one name for both runs, two for one of each', () => {
    expect(pairStrategies(first, second, ['rrf'])).toEqual([{ first: 'rrf', second: 'rrf' }])
    expect(pairStrategies(first, second, ['convex', 'weighted'])).toEqual([
      { first: 'convex', second: 'weighted' },
    ])
  })

  it.each([
    [['convex'], /second run has no strategy "convex". It has: rrf, keyword, weighted\./],
    [['weighted', 'rrf'], /first run has no strategy "weighted"/],
    [['a', 'b', 'c'], /--strategies names 3\./],
    [[], /--strategies names 0\./],
  ])('refuses %j', (names, message) => {
    const failure = failureOf(() => pairStrategies(first, second, names))
    expect(failure).toBeInstanceOf(UsageError)
    expect(String(failure)).toMatch(message)
  })

  it('asks for names where there is nothing in common', () => {
    expect(() => pairStrategies({ strategies: ['convex'] }, second)).toThrow(/--strategies a,b/)
  })
})
