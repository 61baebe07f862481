import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { assignFolds } from './assign-folds.js'
import { seededRandom } from '../statistics/seeded-random.js'

const options = fc.record({
  labels: fc.array(fc.constantFrom('direct', 'indirect', 'code'), { minLength: 6, maxLength: 60 }),
  folds: fc.integer({ min: 2, max: 6 }),
  seed: fc.integer({ min: 0, max: 1000 }),
})

function spread(sizes: readonly number[]): number {
  return Math.max(...sizes) - Math.min(...sizes)
}

describe('assignFolds', () => {
  it('has every query in one fold, in folds of one size but for one query', () => {
    fc.assert(
      fc.property(options, ({ labels, folds, seed }) => {
        const parts = assignFolds(labels.length, { folds, random: seededRandom(seed), labels })
        expect(parts).toHaveLength(folds)
        expect(parts.flat().toSorted((a, b) => a - b)).toEqual(labels.map((_, query) => query))
        expect(spread(parts.map(({ length }) => length))).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('has as much of each label in every fold, but for one query', () => {
    fc.assert(
      fc.property(options, ({ labels, folds, seed }) => {
        const parts = assignFolds(labels.length, { folds, random: seededRandom(seed), labels })
        for (const label of new Set(labels)) {
          const shares = parts.map((part) => part.filter((query) => labels[query] === label).length)
          expect(spread(shares)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('parts alike with the same seed, and otherwise with another', () => {
    const part = (seed: number) => assignFolds(40, { folds: 5, random: seededRandom(seed) })
    expect(part(1)).toEqual(part(1))
    expect(part(1)).not.toEqual(part(2))
  })

  it('puts two queries together as often as chance does', () => {
    const seeds = Array.from({ length: 2000 }, (_, seed) => seed)
    const together = seeds.filter((seed) => {
      const parts = assignFolds(10, { folds: 2, random: seededRandom(seed) })
      return parts.some((part) => part.includes(0) && part.includes(1))
    })
    // 4 of the other 9 are with the first; three standard errors of 2000 draws are .033.
    expect(Math.abs(together.length / seeds.length - 4 / 9)).toBeLessThan(0.034)
  })

  it.each([
    [4, 5, 'SWEEP_TOO_FEW_QUERIES', /4 queries for 5 folds.*fewer folds/],
    [0, 2, 'SWEEP_TOO_FEW_QUERIES', /0 queries/],
    [10, 1, 'SWEEP_FOLDS_INVALID', /whole number from 2/],
    [10, 2.5, 'SWEEP_FOLDS_INVALID', /2\.5 folds/],
    [10, NaN, 'SWEEP_FOLDS_INVALID', /NaN folds/],
  ])('refuses %d queries in %d folds', (queries, folds, code, message) => {
    const failure = failureOf(() => assignFolds(queries, { folds, random: () => 0 }))
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) })
  })
})
