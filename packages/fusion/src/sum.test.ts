import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumAscending } from './sum.js'

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 8 })

describe('sumAscending', () => {
  it('adds, and gives 0 for nothing', () => {
    expect(sumAscending([])).toBe(0)
    expect(sumAscending([0.5, 0.25, -1])).toBe(-0.25)
  })

  it('gives the same sum for every order, which plain addition does not', () => {
    expect(0.1 + 0.2 + 0.3).not.toBe(0.3 + 0.2 + 0.1)
    expect(sumAscending([0.1, 0.2, 0.3])).toBe(sumAscending([0.3, 0.2, 0.1]))
    fc.assert(
      fc.property(values, fc.nat(), (drawn, turn) => {
        const turned = [...drawn.slice(turn % 8), ...drawn.slice(0, turn % 8)]
        expect(sumAscending(turned)).toBe(sumAscending(drawn))
      }),
    )
  })

  it('never falls when one value grows', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 10, noNaN: true }), (drawn, growth) => {
        const [first = 0, ...rest] = drawn
        expect(sumAscending([first + growth, ...rest])).toBeGreaterThanOrEqual(sumAscending([first, ...rest]))
      }),
    )
  })
})
