import { describe, expect, it } from 'vitest'
import { weighTerms } from './weigh-terms.js'

const candidate = (place: number, ...terms: number[]) => ({
  place,
  sentence: { start: 0, end: 1, isHeading: false },
  matches: terms.map((term) => ({ start: 0, end: 1, term })),
})

describe('weighTerms', () => {
  it('weighs terms by their rarity among the sentences', () => {
    const weights = weighTerms([candidate(0, 0, 0, 1), candidate(4, 0)], 10)
    expect(weights.get(0)).toBeCloseTo(Math.log(1 + (10 - 2 + 0.5) / (2 + 0.5)))
    expect(weights.get(1)).toBeCloseTo(Math.log(1 + (10 - 1 + 0.5) / (1 + 0.5)))
    expect(weights.has(2)).toBe(false)
  })

  it('weighs what stands everywhere more than nothing', () => {
    expect(weighTerms([candidate(0, 0)], 1).get(0)).toBeGreaterThan(0)
  })
})
