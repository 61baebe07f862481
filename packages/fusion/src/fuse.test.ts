import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FusionError } from './errors.js'
import { byScoreThenId, fuse, sumAscending } from './fuse.js'
import { rawScore } from './normalizers.js'
import { listOf } from './testing/lists.js'

describe('fuse', () => {
  const lists = [listOf('one', { a: 4, b: 2 }, { weight: 3 }), listOf('two', { a: 8 }, { weight: 1 })]
  const scores = (weighting: 'given' | 'share' | 'held-share'): number[] =>
    fuse(lists, { normalize: rawScore, weighting }).map(({ score }) => score)

  it('multiplies normalised scores by the weight as given, by its share, or by its share of the lists that hold the item', () => {
    expect(scores('given')).toEqual([3 * 4 + 1 * 8, 3 * 2])
    expect(scores('share')).toEqual([(3 * 4 + 1 * 8) / (3 + 1), (3 * 2) / (3 + 1)])
    expect(scores('held-share')).toEqual([(3 * 4 + 1 * 8) / (3 + 1), (3 * 2) / 3])
  })

  it('leaves out an item that only a list of weight 0 found, even where another completed its score', () => {
    const fused = fuse(
      [listOf('one', { a: 4 }, { completed: { b: 3 } }), listOf('two', { b: 9 }, { weight: 0 })],
      {
        normalize: rawScore,
        weighting: 'share',
      },
    )
    expect(fused).toEqual([
      {
        id: 'a',
        score: 4,
        contributions: [{ source: 'one', rank: 1, raw: 4, normalized: 4, weight: 1, value: 4 }],
      },
    ])
  })

  it('refuses a normaliser that gives too few numbers, or none', () => {
    for (const numbers of [[], [1], [1, NaN]]) {
      expect(() => fuse(lists, { normalize: () => numbers, weighting: 'share' })).toThrow(FusionError)
    }
  })
})

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
