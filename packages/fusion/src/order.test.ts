import { describe, expect, it } from 'vitest'
import { byScoreThenId } from './order.js'

describe('byScoreThenId', () => {
  it('puts the higher score first, and equal scores by code unit, not by alphabet', () => {
    const ranked = [
      { id: 'é', score: 1 },
      { id: 'b', score: 1 },
      { id: 'a', score: 0 },
      { id: 'B', score: 1 },
      { id: '10', score: 1 },
      { id: '9', score: 1 },
      { id: 'z', score: 2 },
    ].toSorted(byScoreThenId)
    expect(ranked.map(({ id }) => id)).toEqual(['z', '10', '9', 'B', 'b', 'é', 'a'])
  })

  it('finds the same id and score equal, and 0 equal to −0', () => {
    expect(byScoreThenId({ id: 'a', score: 1 }, { id: 'a', score: 1 })).toBe(0)
    expect(byScoreThenId({ id: 'b', score: 0 }, { id: 'a', score: -0 })).toBe(1)
  })
})
