import { strategyNames } from '@recallite/fusion'
import { describe, expect, it } from 'vitest'
import { failureOf } from './__fixtures__/failure-of.js'
import { chooseStrategies } from './strategy.js'

function namesOf(names?: string[]): string[] {
  return chooseStrategies(names).map(({ name }) => name)
}

describe('chooseStrategies', () => {
  it('gives the retrievers alone and every fusion', () => {
    expect(namesOf()).toEqual(['keyword', 'vector', ...strategyNames()])
  })

  it('keeps the retrievers whatever is named, each strategy once', () => {
    expect(namesOf(['rrf', 'vector', 'rrf'])).toEqual(['keyword', 'vector', 'rrf'])
    expect(namesOf([])).toEqual(['keyword', 'vector'])
  })

  it('leaves a replay its own threshold', () => {
    const own = chooseStrategies().filter(({ takesMinScore }) => !takesMinScore)
    expect(own.map(({ name }) => name)).toEqual(['openclaw-2026.2'])
  })

  it('refuses a name that is no strategy', () => {
    expect(failureOf(() => chooseStrategies(['konvex']))).toMatchObject({ code: 'FUSION_UNKNOWN_STRATEGY' })
  })
})
