import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestSetting, selectSetting } from './select-setting.js'

function scoresOf(...settings: readonly (readonly number[])[]): Float64Array[] {
  return settings.map((values) => Float64Array.from(values))
}

const all = [0, 1, 2, 3]
const even = [0.5, 0.5, 0.5, 0.5]

describe('bestSetting', () => {
  it('has the highest mean over the queries that are asked about', () => {
    const scores = scoresOf(even, [1, 1, 0, 0], [0, 0, 1, 0.9])
    expect(bestSetting(scores, [0, 1])).toBe(1)
    expect(bestSetting(scores, [2, 3])).toBe(2)
  })

  it('is the earliest of equal ones, also where sums round apart', () => {
    expect(bestSetting(scoresOf(even, [1, 0, 0.5, 0.5], [0.5, 0.5, 1, 0]), all)).toBe(0)
    expect(bestSetting(scoresOf([0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.3, 0.3, 0]), [0, 1, 2])).toBe(0)
  })
})

describe('selectSetting', () => {
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

  it('keeps the default where one query is all there is', () => {
    expect(selectSetting(scoresOf([0], [1]), [0])).toBe(0)
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
