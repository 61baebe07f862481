import { describe, expect, it } from 'vitest'
import { describeDifference, describeRate } from './hit-rate.js'

const outcomes = (both: number, better: number, worse: number) => [
  ...Array.from({ length: both }, () => ({ present: true, tuned: true })),
  ...Array.from({ length: better }, () => ({ present: false, tuned: true })),
  ...Array.from({ length: worse }, () => ({ present: true, tuned: false })),
]

describe('the hit rate in words', () => {
  it('has its interval', () => {
    expect(describeRate([true, true, true, false])).toBe('75 % (3 of 4; 95 % confidence: 30 % to 95 %)')
  })

  it('tells settings apart by the questions on which they differ, or says that it cannot', () => {
    expect(describeDifference(outcomes(9, 2, 1))).toBe(
      'By these 12 questions the two cannot be told apart (2 more answered, 1 fewer; sign test: p = 1.000).',
    )
    expect(describeDifference(outcomes(0, 6, 0))).toMatch(
      /^By these 6 questions the slid settings are better .*p = 0\.031/u,
    )
    expect(describeDifference(outcomes(50, 1, 9))).toMatch(
      /^By these 60 questions the slid settings are worse/u,
    )
    expect(describeDifference(outcomes(1, 0, 0))).toMatch(/^By this question the two cannot be told apart/u)
  })
})
