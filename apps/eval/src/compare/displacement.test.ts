import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overtakers } from './displacement.js'

describe('overtakers', () => {
  it('are those that stand above now and did not', () => {
    expect(overtakers('d', ['b', 'x', 'a', 'd', 'c'], ['a', 'b', 'd', 'c'])).toEqual(['x'])
    expect(overtakers('a', ['c', 'b', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'b'])
  })

  it('are those at its rank or above where it is lost', () => {
    expect(overtakers('b', ['a', 'x', 'y', 'z'], ['a', 'b', 'c'])).toEqual(['x'])
    expect(overtakers('b', [], ['a', 'b', 'c'])).toEqual([])
  })

  it('are none for a document that is new, or that rose', () => {
    expect(overtakers('d', ['a', 'd'], ['a', 'b'])).toEqual([])
    expect(overtakers('c', ['c', 'a', 'b'], ['a', 'b', 'c'])).toEqual([])
  })

  it('are found in rankings of any length', () => {
    const ranking = Array.from({ length: 200_000 }, (_, index) => String(index))
    const before = ['last', ...ranking.toReversed()]
    expect(overtakers('last', [...ranking, 'last'], before)).toHaveLength(ranking.length)
    expect(overtakers('199999', ranking, before)).toHaveLength(199_999)
  })

  it('are none in the same ranking, and the whole rest where the best comes last', () => {
    const rankings = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(rankings, fc.nat(), (ranking, choice) => {
        const document = ranking[choice % ranking.length] ?? ''
        expect(overtakers(document, ranking, ranking)).toEqual([])
        const [best = '', ...rest] = ranking
        expect(overtakers(best, [...rest, best], ranking)).toEqual(rest)
      }),
    )
  })
})
