import { RerankError } from '@recallite/rerankers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readScores } from './read-scores.js'

const expected = { count: 2, scale: 'auto', source: 'x at host' } as const

describe('readScores', () => {
  it.each([
    [
      'Cohere and Jina',
      {
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.2 },
        ],
      },
    ],
    [
      'Voyage',
      {
        object: 'list',
        data: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.2 },
        ],
      },
    ],
    [
      'Text Embeddings Inference',
      [
        { index: 1, score: 0.9 },
        { index: 0, score: 0.2 },
      ],
    ],
  ])('reads the form of %s', (_, answer) => {
    expect(readScores(answer, expected)).toEqual([0.2, 0.9])
  })

  const logits = {
    results: [
      { index: 0, relevance_score: 2 },
      { index: 1, relevance_score: 0.5 },
    ],
  }

  it('makes probabilities of logits, of all or none: 1/(1 + e^−x)', () => {
    const probabilities = [1 / (1 + Math.exp(-2)), 1 / (1 + Math.exp(-0.5))]
    expect(readScores(logits, expected)).toEqual(probabilities)
    expect(readScores(logits, { ...expected, scale: 'logit' })).toEqual(probabilities)
    expect(() => readScores(logits, { ...expected, scale: 'probability' })).toThrow(/no probabilities/)
  })

  it('gives one probability per text or a typed error, whatever comes', () => {
    const score = fc.oneof({ weight: 5, arbitrary: fc.double() }, fc.constantFrom(null, '1', undefined))
    const entry = fc.oneof(
      { weight: 8, arbitrary: fc.record({ index: fc.constantFrom(0, 1), relevance_score: score }) },
      fc.jsonValue({ maxDepth: 1 }),
    )
    const answer = fc.oneof(
      { weight: 5, arbitrary: fc.record({ results: fc.tuple(entry, entry) }) },
      fc.jsonValue({ maxDepth: 2 }),
    )
    let read = 0
    fc.assert(
      fc.property(answer, (value) => {
        const outcome = outcomeOf(value)
        if (Array.isArray(outcome)) read += 1
        const isUsable =
          Array.isArray(outcome) && outcome.length === 2 && outcome.every((each) => each >= 0 && each <= 1)
        expect(isUsable || outcome === 'RERANK_RESPONSE_INVALID').toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(read).toBeGreaterThan(20)
  })
})

/** The scores, or the code of the error; anything else is thrown. */
function outcomeOf(answer: unknown): number[] | string {
  try {
    return readScores(answer, expected)
  } catch (error) {
    if (!RerankError.isInstance(error)) throw error
    return error.code
  }
}
