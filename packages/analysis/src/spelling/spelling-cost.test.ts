import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.js'
import { spellingCost } from './spelling-cost.js'
import { arbitraryWord } from './testing/arbitrary-word.js'

const word = arbitraryWord(0, 10)

describe('spellingCost', () => {
  it.each([
    ['database', 'database', 0],
    ['datbaase', 'database', 0.5],
    ['occured', 'occurred', 0.5],
    ['untill', 'until', 0.5],
    ['databse', 'database', 1],
    ['databaase', 'database', 0.5],
    ['databaxse', 'database', 1],
    ['databade', 'database', 1],
    ['databage', 'database', 1.5],
    ['seperate', 'separate', 1.5],
    ['batabase', 'database', 1.5 + 0.5],
    ['atabase', 'database', 1 + 0.5],
    ['adtabase', 'database', 0.5 + 0.5],
    ['acomodate', 'accommodate', 0.5 + 0.5],
    ['authentification', 'authentication', 1 + 1],
    ['', 'ab', 1 + 1 + 0.5],
    ['', '', 0],
  ])('of %j for %j is %d', (typed, meant, cost) => {
    expect(spellingCost(typed, meant)).toBe(cost)
  })

  it('is between ½ and 1½ for each edit, and ½ for the first letter', () => {
    fc.assert(
      fc.property(word, word, (typed, meant) => {
        const edits = editDistance(typed, meant, 10)
        const cost = spellingCost(typed, meant)
        expect(cost).toBeGreaterThanOrEqual(edits / 2)
        expect(cost).toBeLessThanOrEqual(edits * 1.5 + 0.5)
      }),
    )
  })

  it('is the same both ways', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(spellingCost(a, b)).toBe(spellingCost(b, a))
      }),
    )
  })
})
