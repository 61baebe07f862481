import { describe, expect, it } from 'vitest'
import { byScoreThenId, fuse, type Weighting } from './fuse.js'
import { rawScore } from './normalizers.js'
import { FusionError } from './options.js'
import { listOf } from './testing/lists.js'

describe('fuse', () => {
  const lists = [listOf('one', { a: 4, b: 2 }, { weight: 3 }), listOf('two', { a: 8 }, { weight: 1 })]
  const scores = (weighting: Weighting): number[] =>
    fuse(lists, { normalize: rawScore, weighting }).map(({ score }) => score)

  it('multiplies normalised scores by the given weight, or by its share of all weights or of those that contain the item', () => {
    expect(scores('given')).toEqual([3 * 4 + 1 * 8, 3 * 2])
    expect(scores('share')).toEqual([(3 * 4 + 1 * 8) / (3 + 1), (3 * 2) / (3 + 1)])
    expect(scores('held-share')).toEqual([(3 * 4 + 1 * 8) / (3 + 1), (3 * 2) / 3])
  })

  it('ignores lists of weight 0, and gives absent items no score', () => {
    const fused = fuse([...lists, listOf('off', { z: 1 }, { weight: 0 })], {
      normalize: ({ items }) => items.map(({ score }) => score + 2),
      weighting: 'given',
    })
    expect(fused[1]).toEqual({
      id: 'b',
      score: 3 * (2 + 2),
      contributions: [
        { source: 'one', rank: 2, raw: 2, normalized: 4, weight: 3, value: 12 },
        { source: 'two', rank: null, raw: null, normalized: null, weight: 0, value: 0 },
      ],
    })
  })

  it('rejects a normaliser that returns too few numbers', () => {
    for (const numbers of [[], [1], [1, NaN]]) {
      expect(() => fuse(lists, { normalize: () => numbers, weighting: 'share' })).toThrow(FusionError)
    }
  })
})

describe('byScoreThenId', () => {
  it('orders by descending score, then by code unit, not alphabetically', () => {
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

  it('returns 0 for the same id and score, and treats 0 and −0 as equal', () => {
    expect(byScoreThenId({ id: 'a', score: 1 }, { id: 'a', score: 1 })).toBe(0)
    expect(byScoreThenId({ id: 'b', score: 0 }, { id: 'a', score: -0 })).toBe(1)
  })
})
