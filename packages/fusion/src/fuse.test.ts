import { describe, expect, it } from 'vitest'
import { FusionError } from './errors.js'
import { fuse } from './fuse.js'
import { rawScore } from './normalize/raw-score.js'
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
