import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertScores, sigmoid } from './reranker.js'

describe('sigmoid', () => {
  it('is 1/(1 + e^−x)', () => {
    expect(sigmoid(0)).toBe(0.5)
    expect(sigmoid(2)).toBeCloseTo(1 / (1 + Math.exp(-2)), 12)
  })

  it('returns a probability for every number, and increases', () => {
    const logit = fc.double({ noNaN: true })
    fc.assert(
      fc.property(logit, logit, (a, b) => {
        const [low, high] = [sigmoid(Math.min(a, b)), sigmoid(Math.max(a, b))]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(high).toBeGreaterThanOrEqual(low)
      }),
    )
  })
})

describe('assertScores', () => {
  const source = 'test/x'

  it('accepts probabilities', () => {
    expect(assertScores([0, 0.5, 1], { count: 3, source })).toEqual([0, 0.5, 1])
  })

  it.each([
    [[0.5], 2, /2 texts with 1 scores/],
    [[0.5, 0.5, 0.5], 2, /2 texts with 3 scores/],
    [[0.5, 1.01], 2, /text 1 with the score 1.01/],
    [[-0.1], 1, /text 0 with the score -0.1/],
    [[Number.NaN], 1, /NaN/],
    [[Infinity], 1, /Infinity/],
  ])('refuses %j for %i texts, and names the reranker', (scores, count, reason) => {
    expect(() => assertScores(scores, { count, source })).toThrow(reason)
    expect(() => assertScores(scores, { count, source })).toThrow(
      expect.objectContaining({
        code: 'RERANK_RESPONSE_INVALID',
        message: expect.stringContaining(source),
      }),
    )
  })
})
