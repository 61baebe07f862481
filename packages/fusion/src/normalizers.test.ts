import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizers, onlyFound, theoreticalMinMax } from './normalizers.js'
import { rankedLists } from './testing/arbitrary-lists.js'
import { listOf } from './testing/lists.js'

const all = {
  ...normalizers,
  'found only': onlyFound(normalizers.max),
}

describe.each(Object.entries(all))('%s', (_, normalize) => {
  it('gives one finite number per item, also for extreme scores', () => {
    expect(normalize(listOf('x', {}))).toEqual([])
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        (scores) => {
          const values = normalize(listOf('x', scores, { minimum: -Number.MAX_VALUE }))
          expect(values.length).toBe(Object.keys(scores).length)
          expect(values.filter((value) => !Number.isFinite(value))).toEqual([])
        },
      ),
    )
  })

  it('never turns the order of found items round', () => {
    fc.assert(
      fc.property(rankedLists, (lists) => {
        for (const list of lists) {
          const found = normalize({
            ...list,
            items: list.items.filter(({ foundRank }) => foundRank !== null),
          })
          expect(found).toEqual(found.toSorted((a, b) => b - a))
        }
      }),
    )
  })
})

describe('none', () => {
  it('keeps scores, negative ones too', () => {
    expect(normalizers.none(listOf('x', { a: 0.5, b: -0.5 }))).toEqual([0.5, -0.5])
  })
})

describe('position', () => {
  it('A7: is 1 / (1 + r0), and 0 for what was not found', () => {
    const list = listOf('x', { a: 9, b: 9, c: 1 }, { completed: { d: 8 } })
    expect(normalizers.position(list)).toEqual([1 / (1 + 0), 1 / (1 + 1), 1 / (1 + 2), 0])
  })
})

describe('min-max', () => {
  it('B3: is 1 for the best and 0 for the worst', () => {
    expect(normalizers['min-max'](listOf('x', { a: 10, b: 4, c: 2 }))).toEqual([
      (10 - 2) / (10 - 2),
      (4 - 2) / (10 - 2),
      (2 - 2) / (10 - 2),
    ])
  })

  it('B3: is 1 for a single item and for a range of zero', () => {
    expect(normalizers['min-max'](listOf('x', { a: 0 }))).toEqual([1])
    expect(normalizers['min-max'](listOf('x', { a: -3, b: -3 }))).toEqual([1, 1])
  })
})

describe('max', () => {
  it('divides by the true maximum, wherever it stands in the list', () => {
    expect(normalizers.max(listOf('x', { a: 2, b: 8, c: 4 }))).toEqual([2 / 8, 8 / 8, 4 / 8])
  })

  it('is 0 for scores below 0 and for lists without a score above 0', () => {
    expect(normalizers.max(listOf('x', { a: 2, b: -1 }))).toEqual([1, 0])
    expect(normalizers.max(listOf('x', { a: 0, b: -1 }))).toEqual([0, 0])
  })
})

describe('l2', () => {
  it('divides by the Euclidean length of the scores', () => {
    expect(normalizers.l2(listOf('x', { a: 4, b: 3 }))).toEqual([4 / 5, 3 / 5])
    expect(normalizers.l2(listOf('x', { a: 0, b: -2 }))).toEqual([0, -1])
    expect(normalizers.l2(listOf('x', { a: 0, b: 0 }))).toEqual([0, 0])
  })
})

describe('z-score', () => {
  it('is the distance from the mean in deviations of the population', () => {
    const sigma = Math.sqrt((4 + 0 + 4) / 3)
    const values = normalizers['z-score'](listOf('x', { a: 5, b: 3, c: 1 }))
    for (const [index, expected] of [2 / sigma, 0, -2 / sigma].entries()) {
      expect(values[index]).toBeCloseTo(expected, 12)
    }
  })

  it('is 0 for a single item and for equal ones, whose mean may be rounded', () => {
    expect(normalizers['z-score'](listOf('x', { a: 5 }))).toEqual([0])
    expect(normalizers['z-score'](listOf('x', { a: 0.1, b: 0.1, c: 0.1 }))).toEqual([0, 0, 0])
  })
})

describe('dbsf', () => {
  it('is 0 at three deviations of a sample below the mean and 1 at three above', () => {
    const sigma = Math.sqrt((4 + 0 + 4) / 2)
    const values = normalizers.dbsf(listOf('x', { a: 5, b: 3, c: 1 }))
    for (const [index, score] of [5, 3, 1].entries())
      expect(values[index]).toBeCloseTo((score - (3 - 3 * sigma)) / (6 * sigma), 12)
  })

  it('is half for a single item and for equal ones, and not clamped', () => {
    expect(normalizers.dbsf(listOf('x', { a: 5 }))).toEqual([0.5])
    expect(normalizers.dbsf(listOf('x', { a: 0.1, b: 0.1, c: 0.1 }))).toEqual([0.5, 0.5, 0.5])
    const outlier = listOf(
      'x',
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}`, index ? 0 : 1])),
    )
    // The ids are numbers, which objects order; the first is the outlier.
    expect(normalizers.dbsf(outlier)[0]).toBeGreaterThan(1)
  })
})

describe('openclaw-rank', () => {
  it('is 1 for every score from 0, and falls below', () => {
    expect(normalizers['openclaw-rank'](listOf('x', { a: 12, b: 0, c: -3 }))).toEqual([1, 1, 1 / (1 + 3)])
  })
})

describe('theoreticalMinMax', () => {
  it('scales from the minimum of the list, 0 if it has none, to its best score', () => {
    const scores = { a: 0.5, b: 0.25, c: -0.5 }
    expect(theoreticalMinMax(listOf('x', scores, { minimum: -1 }))).toEqual([
      1,
      (0.25 + 1) / (0.5 + 1),
      (-0.5 + 1) / (0.5 + 1),
    ])
    expect(theoreticalMinMax(listOf('x', scores))).toEqual([1, 0.25 / 0.5, 0])
  })

  it('is 0 throughout where the best score is the minimum or less', () => {
    expect(theoreticalMinMax(listOf('x', { a: 0, b: 0 }))).toEqual([0, 0])
    expect(theoreticalMinMax(listOf('x', { a: -1, b: -2 }))).toEqual([0, 0])
  })
})

describe('onlyFound', () => {
  it('normalises as if completed scores were not there', () => {
    const list = listOf('x', { a: 8, b: 4 }, { completed: { c: 0, d: 16 } })
    expect(onlyFound(normalizers['min-max'])(list)).toEqual([(8 - 4) / (8 - 4), (4 - 4) / (8 - 4), 0, 0])
  })
})
