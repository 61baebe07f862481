import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holm, randomisationTest, signedSums } from './randomisation-test.js'
import { seededRandom } from './seeded-random.js'

/** Darwin's crossed minus self-fertilised maize, in eighths of an inch: Fisher's example, scaled to scores. */
const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48].map((eighths) => eighths / 100)

function test(differences: readonly number[], rounds = 10_000): number {
  return randomisationTest(Float64Array.from(differences), { random: seededRandom(1), rounds })
}

/** The exact p-value by enumerating all signs, in whole numbers. */
function enumerate(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0))
  let count = 0
  for (let signs = 0; signs < 2 ** differences.length; signs += 1) {
    const sum = differences.reduce((total, value, bit) => total + ((signs >>> bit) % 2 ? -value : value), 0)
    if (Math.abs(sum) >= observed) count += 1
  }
  return count / 2 ** differences.length
}

/** The probability that heads and tails of `count` fair coins differ by `apart` or more. */
function binomialTails(count: number, apart: number): number {
  let ways = 1
  let tails = 0
  for (let heads = 0; heads <= count; heads += 1) {
    if (Math.abs(2 * heads - count) >= apart) tails += ways
    ways = (ways * (count - heads)) / (heads + 1)
  }
  return tails / 2 ** count
}

describe('randomisationTest of few differences', () => {
  it('is exact', () => {
    expect(test([1])).toBe(1)
    expect(test([1, 1])).toBe(2 / 4)
    expect(test([1, 1, 1, 1, 1])).toBe(2 / 32)
    // No sum of three ones is nearer to 0 than ±1.
    expect(test([1, 1, -1])).toBe(1)
    expect(test([0.5, 0.25, 0, -0.25, 1, 0.5, 0, 0.75, -0.5, 0.25])).toBe(42 / 256)
    expect(test(maize.slice(0, 12))).toBe(260 / 4096)
  })

  it('treats sums as equal that differ by rounding errors', () => {
    expect(0.1 + 0.2).not.toBe(0.3)
    expect(test([0.1, 0.2, 0.3])).toBe(2 / 8)
    expect(test([0.3, -0.1, -0.2])).toBe(1)
    expect(test([0.1, 0.7, -0.3, 0.2])).toBe(enumerate([1, 7, -3, 2]))
  })

  it('is the result of enumeration, at any scale', () => {
    const few = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 1, maxLength: 12 })
    const scale = fc.constantFrom(1, 3, 7, 10, 64, 1000)
    fc.assert(
      fc.property(few, scale, (differences, divisor) => {
        expect(test(differences.map((value) => value / (10 * divisor)))).toBe(enumerate(differences))
      }),
      { numRuns: 60 },
    )
  })
})

describe('randomisationTest of many differences', () => {
  it('draws all signs with the same probability, also in an incomplete last byte', () => {
    for (const count of [13, 16, 17, 32, 33, 64, 65, 200]) {
      const ones = Math.ceil((count + Math.sqrt(count)) / 2)
      const hits = Array.from({ length: count }, (_, index) => (index < ones ? 1 : -1))
      const rounds = 100_000
      const p = binomialTails(count, 2 * ones - count)
      expect(Math.abs(test(hits, rounds) - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / rounds))
    }
  })
})

describe('randomisationTest of any differences', () => {
  const scores = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 40 })

  it('is 1 for two identical systems with any number of queries', () => {
    for (const count of [0, 1, 2, 12, 13, 100]) expect(test(Array.from({ length: count }, () => 0))).toBe(1)
    const almost = Array.from({ length: 40 }, () => (0.1 + 0.2 - 0.3) / 10)
    expect(test(almost)).toBe(1)
  })

  it('is a probability, and the same with either system as the baseline', () => {
    fc.assert(
      fc.property(scores, (differences) => {
        const p = test(differences, 500)
        expect(p).toBeGreaterThan(0)
        expect(p).toBeLessThanOrEqual(1)
        expect(
          test(
            differences.map((value) => -value),
            500,
          ),
        ).toBe(p)
      }),
    )
  })
})

describe('signedSums', () => {
  it('are the sums with all signs, with the first value in the lowest bit', () => {
    expect([...signedSums(Float64Array.of(1, 10))]).toEqual([11, 9, -9, -11])
    expect([...signedSums(Float64Array.of(1, 10, 100))]).toEqual([111, 109, 91, 89, -89, -91, -109, -111])
  })
})

describe('holm', () => {
  it('multiplies the smallest by m, the next by m − 1, and keeps the order', () => {
    const expected = [4 * 0.01, 3 * 0.015, 2 * 0.03, 1 * 0.2]
    expect(holm([0.01, 0.015, 0.03, 0.2])).toEqual(expected)
    expect(holm([0.2, 0.015, 0.01, 0.03])).toEqual([expected[3], expected[1], expected[0], expected[2]])
  })

  it('never reverses the order of p-values', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005, 0.5, 0.04]).map((p) => p.toFixed(12))).toEqual(
      // The result of statsmodels' multipletests.
      [0.05, 0.12, 0.12, 0.03, 0.5, 0.12].map((p) => p.toFixed(12)),
    )
  })

  it('is capped at 1, and changes neither a single value nor an empty list', () => {
    expect(holm([0.6, 0.9])).toEqual([1, 1])
    expect(holm([0.03])).toEqual([0.03])
    expect(holm([])).toEqual([])
  })
})
