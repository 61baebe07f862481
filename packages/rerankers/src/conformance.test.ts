import { describe, expect, it } from 'vitest'
import { createOverlapReranker } from './__fixtures__/overlap-reranker.js'
import { rerankerConformance } from './conformance.js'
import type { Reranker } from './reranker.js'

/** The names of the conformance cases that a reranker fails. */
async function brokenBy(create: () => Reranker): Promise<string[]> {
  const outcomes = rerankerConformance(async () => create()).map(({ name, run }) =>
    run().then(
      () => [],
      () => [name],
    ),
  )
  return (await Promise.all(outcomes)).flat()
}

function altered(alter: (scores: number[]) => number[]): Reranker {
  const reranker = createOverlapReranker()
  return { ...reranker, rerank: async (request) => alter(await reranker.rerank(request)) }
}

function withoutSignal(): Reranker {
  const reranker = createOverlapReranker()
  return { ...reranker, rerank: ({ query, texts }) => reranker.rerank({ query, texts }) }
}

const liars: readonly [string, () => Reranker, RegExp][] = [
  ['loses a score', () => altered((scores) => scores.slice(1)), /in the order of the texts/],
  [
    'sorts its scores',
    () => altered((scores) => scores.toSorted((a, b) => b - a)),
    /in the order of the texts/,
  ],
  ['answers logits', () => altered((scores) => scores.map((score) => score * 9 - 4)), /a probability/],
  ['answers NaN', () => altered((scores) => scores.map(() => Number.NaN)), /a probability/],
  [
    'scales by the best text',
    () => altered((scores) => scores.map((score) => score / scores.length)),
    /next to any other texts/,
  ],
  ['scores all texts equally', () => altered((scores) => scores.map(() => 0.5)), /above those that do not/],
  ['returns an extra score', () => altered((scores) => [...scores, 0.5]), /without texts/],
  ['does not abort', withoutSignal, /aborts while the call runs/],
  ['starts although it was aborted', withoutSignal, /already aborted/],
  [
    'is not disposed',
    () => ({ ...createOverlapReranker(), dispose: async () => {} }),
    /unavailable afterwards/,
  ],
  [
    'implements another version',
    () => Object.assign(createOverlapReranker(), { specificationVersion: 'v2' }),
    /names its/,
  ],
  [
    'has no name',
    () => ({ ...createOverlapReranker(), identity: { provider: 'x', model: '' } }),
    /names its/,
  ],
]

describe('rerankerConformance', () => {
  it.each(rerankerConformance(async () => createOverlapReranker()))(
    'passes a valid reranker: $name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )

  it.each(liars)('catches a reranker that %s', async (_, create, name) => {
    expect(await brokenBy(create)).toContainEqual(expect.stringMatching(name))
  })

  it('does not require meaningful scores of an untrained model', async () => {
    const cases = rerankerConformance(async () => altered((scores) => scores.map(() => 0.5)), {
      isTrained: false,
    })
    expect(cases.map(({ name }) => name)).not.toContainEqual(expect.stringMatching(/above those/))
    await expect(Promise.all(cases.map(({ run }) => run()))).resolves.toBeDefined()
  })
})
