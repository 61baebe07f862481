import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decayDefaults, decayOf } from './decay.js'

const day = 86_400_000
const options = { halfLife: 10 * day, floor: 0.2 }

describe('the decay of a record', () => {
  it('C15: is floor + (1 − floor) · 2^(−age / halfLife)', () => {
    expect(decayOf({ age: 0 }, options)).toBe(1)
    expect(decayOf({ age: 10 * day }, options)).toBeCloseTo(0.2 + 0.8 * 0.5, 12)
    expect(decayOf({ age: 30 * day }, options)).toBeCloseTo(0.2 + 0.8 * 0.125, 12)
    expect(decayOf({ age: Infinity }, options)).toBe(0.2)
  })

  it('C15: without options it follows a decay of 1 % a day, and is not compounded', () => {
    const { floor } = decayDefaults
    // After 30 days at 1 % per day 0.99^30 is left, not 0.045 as with repeated decay.
    expect(decayOf({ age: 30 * day })).toBeCloseTo(floor + (1 - floor) * 0.99 ** 30, 3)
  })

  it('C15: recall protects: n accesses make the half-life n + 1 times as long', () => {
    expect(decayOf({ age: 40 * day, accessCount: 3 }, options)).toBeCloseTo(0.2 + 0.8 * 0.5, 12)
  })

  it('C15: a negative age, or one that is not a number, counts as 0', () => {
    for (const age of [-1, -Infinity, Number.NaN]) expect(decayOf({ age }, options)).toBe(1)
  })

  it('C15: is refused for invalid options', () => {
    const refused = expect.objectContaining({ code: 'RECORD_INVALID_OPTION' })
    for (const halfLife of [0, -1, Number.NaN])
      expect(() => decayOf({ age: 1 }, { halfLife })).toThrowError(refused)
    for (const floor of [-0.1, 1.1, Number.NaN])
      expect(() => decayOf({ age: 1 }, { floor })).toThrowError(refused)
    for (const accessCount of [-1, Infinity, Number.NaN]) {
      expect(() => decayOf({ age: 1, accessCount })).toThrowError(refused)
    }
  })

  it('C15: is idempotent and bounded, falls with the age and rises with accesses', () => {
    const age = fc.double({ min: 0, max: 1e13, noNaN: true })
    const count = fc.nat({ max: 1e6 })
    const floor = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(age, age, count, count, floor, (one, other, few, many, minimum) => {
        const of = (years: number, accessCount: number) =>
          decayOf({ age: years, accessCount }, { floor: minimum })
        const [young, old] = [Math.min(one, other), Math.max(one, other)]
        const [rare, often] = [Math.min(few, many), Math.max(few, many)]
        const weight = of(old, rare)
        expect(of(old, rare)).toBe(weight)
        expect(weight).toBeGreaterThanOrEqual(minimum)
        expect(weight).toBeLessThanOrEqual(1)
        expect(of(young, rare)).toBeGreaterThanOrEqual(weight)
        expect(of(old, often)).toBeGreaterThanOrEqual(weight)
      }),
    )
  })
})
