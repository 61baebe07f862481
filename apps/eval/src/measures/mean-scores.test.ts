import { describe, expect, it } from 'vitest'
import { hit } from './hit.js'
import { meanScores } from './mean-scores.js'
import { reciprocalRank } from './reciprocal-rank.js'

const grades = new Map([['a', 1]])

describe('meanScores', () => {
  it('is the mean over all queries, those without an answer among them', () => {
    const judged = [
      { ranking: ['a'], grades },
      { ranking: ['x', 'a'], grades },
      { ranking: [], grades },
    ]
    expect(meanScores([hit(1), reciprocalRank(10)], judged)).toEqual({
      'hit@1': 1 / 3,
      'MRR@10': (1 + 1 / 2 + 0) / 3,
    })
  })

  it('is null without queries', () => {
    expect(meanScores([hit(1)], [])).toEqual({ 'hit@1': null })
  })
})
