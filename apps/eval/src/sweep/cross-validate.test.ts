import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { assignFolds, crossValidate, selectSetting } from './cross-validate.js'

function scoresOf(...settings: readonly (readonly number[])[]): Float64Array[] {
  return settings.map((values) => Float64Array.from(values))
}

const options = fc.record({
  labels: fc.array(fc.constantFrom('direct', 'indirect', 'code'), { minLength: 6, maxLength: 60 }),
  folds: fc.integer({ min: 2, max: 6 }),
  seed: fc.integer({ min: 0, max: 1000 }),
})

function spread(sizes: readonly number[]): number {
  return Math.max(...sizes) - Math.min(...sizes)
}

const all = [0, 1, 2, 3]

const even = [0.5, 0.5, 0.5, 0.5]

describe('crossValidate', () => {
  it('says what the better setting gains on queries that did not choose it', () => {
    const base = Array.from({ length: 40 }, (_, query) => (query % 4) / 4)
    const scores = scoresOf(
      base,
      base.map((value) => value - 0.1),
      base.map((value, query) => value + (query % 2 === 0 ? 0.1 : 0.2)),
    )
    const result = crossValidate(scores, { folds: 5, random: seededRandom(1) })
    expect(result).toMatchObject({ folds: 5, queries: 40, chosen: 2, timesChosen: [0, 0, 5] })
    expect(result.heldOut.default).toBeCloseTo(0.375, 12)
    expect(result.heldOut.chosen).toBeCloseTo(0.375 + 0.15, 12)
    expect(result.gain.mean).toBeCloseTo(0.15, 12)
    expect(result.gain.interval[0]).toBeGreaterThan(0.13)
    expect(result.gain.interval[1]).toBeLessThan(0.17)
    expect(result.gain.p).toBeLessThan(0.001)
  })

  it('gains nothing where the default is all there is, or as good as any', () => {
    const values = [0.2, 0.4, 0.6, 0.8, 1, 0]
    for (const scores of [scoresOf(values), scoresOf(values, values, values)]) {
      const result = crossValidate(scores, { folds: 3, random: seededRandom(1) })
      expect(result.gain).toEqual({ mean: 0, interval: [0, 0], p: 1 })
      expect(result.chosen).toBe(0)
      expect(result.timesChosen[0]).toBe(3)
    }
  })

  it('does not let a query judge a choice that it had part in', () => {
    // All three choose the second setting (.233 is more than its standard error .167), and so do the first two alone;
    // without either of these the gain is .15, less than its standard error .25, and the default stays.
    const scores = scoresOf([0.5, 0.5, 0.5], [0.9, 0.9, 0.4])
    const result = crossValidate(scores, { folds: 3, random: seededRandom(3) })
    expect(result).toMatchObject({ chosen: 1, timesChosen: [2, 1], heldOut: { default: 0.5 } })
    expect(result.gain.mean).toBeCloseTo((0 + 0 - 0.1) / 3, 12)
  })
})

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

  it.each([
    [4, 5, 'SWEEP_TOO_FEW_QUERIES', /4 queries for 5 folds.*fewer folds/],
    [0, 2, 'SWEEP_TOO_FEW_QUERIES', /0 queries/],
  ])('refuses %d queries in %d folds', (queries, folds, code, message) => {
    const failure = failureOf(() => assignFolds(queries, { folds, random: () => 0 }))
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) })
  })
})

describe('selectSetting', () => {
  it('is the earliest of equal ones, also where sums round apart', () => {
    expect(selectSetting(scoresOf(even, [1, 0, 0.5, 0.5], [0.5, 0.5, 1, 0]), all)).toBe(0)
    expect(selectSetting(scoresOf([0, 0, 0], [0.3, 0.2, 0.1], [0.1, 0.2, 0.3]), [0, 1, 2])).toBe(1)
  })

  it('keeps the default where the gain is within one standard error', () => {
    // Differences 1, −.5, 0, 0: mean .125, standard deviation √(1.1875/3), standard error .3146.
    expect(selectSetting(scoresOf(even, [1.5, 0, 0.5, 0.5]), all)).toBe(0)
    // Differences .2, .1, −.1, 0: mean .05, standard error √(.05/3/4) = .0645.
    expect(selectSetting(scoresOf(even, [0.7, 0.6, 0.4, 0.5]), all)).toBe(0)
  })

  it('leaves it where the gain is more', () => {
    // Differences .2, .1, 0, 0: mean .075, standard error √(.0275/3/4) = .0479.
    expect(selectSetting(scoresOf(even, [0.7, 0.6, 0.5, 0.5]), all)).toBe(1)
  })

  it('takes a setting that is better on every query', () => {
    const score = fc.double({ min: 0, max: 0.9, noNaN: true })
    const gain = fc.double({ min: 0.001, max: 0.1, noNaN: true })
    const rows = fc.array(fc.tuple(score, score, gain), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(rows, (values) => {
        const scores = scoresOf(
          values.map(([one]) => one),
          values.map(([one, other]) => Math.min(one, other)),
          values.map(([one, , more]) => one + more),
        )
        expect(selectSetting(scores, [...values.keys()])).toBe(2)
      }),
    )
  })
})
