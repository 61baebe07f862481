import { describe, expect, it } from 'vitest'
import { meansAt } from './means.js'
import type { Scores } from './score-answers.js'

const scores = new Map<string, Scores>([
  ['hit@1', [1, 0, undefined, 1, 0]],
  ['MRR@10', [1, 0.5, undefined, 1, 0]],
  ['passage', [undefined, 1, undefined, 1, undefined]],
  ['abstention', [undefined, undefined, 0, undefined, undefined]],
])

describe('meansAt', () => {
  it('are over the queries that a measure applies to', () => {
    const { measures, ci } = meansAt(scores, [0, 1, 2, 3, 4])
    expect(measures).toEqual({ 'hit@1': 2 / 4, 'MRR@10': 2.5 / 4, passage: 1, abstention: 0 })
    expect(ci['hit@1']).toEqual([0, 1])
    expect(ci['passage']).toEqual([1, 1])
    expect(ci['abstention']).toEqual([0, 0])
    const [low = NaN, high = NaN] = ci['MRR@10'] ?? []
    expect(low).toBeLessThan(2.5 / 4)
    expect(high).toBeGreaterThan(2.5 / 4)
  })

  it('are null where a measure applies to none', () => {
    expect(meansAt(scores, [0])).toEqual({
      measures: { 'hit@1': 1, 'MRR@10': 1, passage: null, abstention: null },
      ci: { 'hit@1': [1, 1], 'MRR@10': [1, 1], passage: null, abstention: null },
    })
  })
})
