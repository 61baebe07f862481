import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.js'

describe('createRandom', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    const draw = (seed: number) => {
      const random = createRandom(seed)
      return Array.from({ length: 20 }, () => random.next())
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it('draws from the whole list and never beside it', () => {
    const items = ['a', 'b', 'c']
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        const random = createRandom(seed)
        const drawn = Array.from({ length: 200 }, () => [random.pick(items), random.pickEarly(items)])
        expect(new Set(drawn.map(([even]) => even))).toEqual(new Set(items))
        expect(items).toEqual(expect.arrayContaining(drawn.map(([, early]) => early)))
      }),
    )
  })

  it('draws early items more often: about log 2 / log 1000 of the draws are the first of 999', () => {
    const random = createRandom(1)
    const items = Array.from({ length: 999 }, (_, index) => index)
    const draws = Array.from({ length: 20_000 }, () => random.pickEarly(items))
    const share = draws.filter((index) => index === 0).length / draws.length
    expect(share).toBeCloseTo(Math.log(2) / Math.log(999), 1)
  })

  it('refuses to draw from nothing', () => {
    expect(() => createRandom(1).pick([])).toThrow(RangeError)
  })
})
