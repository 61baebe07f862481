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
  it('returns one finite number per item, even for extreme scores', () => {
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

  it('never reverses the order of found items', () => {
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

const sigma = Math.sqrt((4 + 0 + 4) / 3)
const ofSample = Math.sqrt((4 + 0 + 4) / 2)

describe('normalisations', () => {
  it.each<[keyof typeof normalizers, scores: Readonly<Record<string, number>>, expected: number[]]>([
    ['none', { a: 0.5, b: -0.5 }, [0.5, -0.5]],
    ['min-max', { a: 10, b: 4, c: 2 }, [(10 - 2) / (10 - 2), (4 - 2) / (10 - 2), (2 - 2) / (10 - 2)]],
    ['min-max', { a: 0 }, [1]],
    ['min-max', { a: -3, b: -3 }, [1, 1]],
    ['max', { a: 2, b: 8, c: 4 }, [2 / 8, 8 / 8, 4 / 8]],
    ['max', { a: 2, b: -1 }, [1, 0]],
    ['max', { a: 0, b: -1 }, [0, 0]],
    ['l2', { a: 4, b: 3 }, [4 / 5, 3 / 5]],
    ['l2', { a: 0, b: -2 }, [0, -1]],
    ['l2', { a: 0, b: 0 }, [0, 0]],
    ['z-score', { a: 5, b: 3, c: 1 }, [2 / sigma, 0, -2 / sigma]],
    ['z-score', { a: 5 }, [0]],
    // The mean of equal scores may be rounded.
    ['z-score', { a: 0.1, b: 0.1, c: 0.1 }, [0, 0, 0]],
    ['dbsf', { a: 5, b: 3, c: 1 }, [5, 3, 1].map((score) => (score - (3 - 3 * ofSample)) / (6 * ofSample))],
    ['dbsf', { a: 5 }, [0.5]],
    ['dbsf', { a: 0.1, b: 0.1, c: 0.1 }, [0.5, 0.5, 0.5]],
    ['openclaw-rank', { a: 12, b: 0, c: -3 }, [1, 1, 1 / (1 + 3)]],
    ['theoretical-min-max', { a: 0.5, b: 0.25, c: -0.5 }, [1, 0.25 / 0.5, 0]],
    ['theoretical-min-max', { a: 0, b: 0 }, [0, 0]],
    ['theoretical-min-max', { a: -1, b: -2 }, [0, 0]],
  ])('B3: %s of %o are %o', (name, scores, expected) => {
    const values = normalizers[name](listOf('x', scores))
    expect(values).toEqual(expected.map((value) => expect.closeTo(value, 12)))
  })

  it('A7: position is 1 / (1 + r0), and 0 for items that were not found', () => {
    const list = listOf('x', { a: 9, b: 9, c: 1 }, { completed: { d: 8 } })
    expect(normalizers.position(list)).toEqual([1 / (1 + 0), 1 / (1 + 1), 1 / (1 + 2), 0])
  })

  it('dbsf does not clamp an outlier', () => {
    const scores = Array.from({ length: 20 }, (_, index) => [`${index}`, index ? 0 : 1])
    // The ids are numbers, which objects order; the first is the outlier.
    expect(normalizers.dbsf(listOf('x', Object.fromEntries(scores)))[0]).toBeGreaterThan(1)
  })

  it('theoretical-min-max scales from the minimum of the list', () => {
    const list = listOf('x', { a: 0.5, b: 0.25, c: -0.5 }, { minimum: -1 })
    expect(theoreticalMinMax(list)).toEqual([1, (0.25 + 1) / (0.5 + 1), (-0.5 + 1) / (0.5 + 1)])
  })

  it('of found items only ignore completed scores', () => {
    const list = listOf('x', { a: 8, b: 4 }, { completed: { c: 0, d: 16 } })
    expect(onlyFound(normalizers['min-max'])(list)).toEqual([(8 - 4) / (8 - 4), (4 - 4) / (8 - 4), 0, 0])
  })
})
