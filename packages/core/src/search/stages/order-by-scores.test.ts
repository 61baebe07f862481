import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noWords } from '../confidence.js'
import { orderByScores, rerankedConfidence } from './order-by-scores.js'
import type { RankedItem } from './ranked-items.js'

const share = fc.double({ min: 0, max: 1, noNaN: true })

function itemOf(position: number, confidence: number): RankedItem {
  const id = `item-${position}`
  const fused = { id, score: 1 - position / 100, contributions: [] }
  return {
    id,
    kind: 'file',
    fused,
    confidence,
    confidenceInputs: { ...noWords, cosine: null, coverage: confidence },
  }
}

/** A ranking, and a score for each item that can be scored. */
const rankings = fc
  .array(fc.record({ confidence: share, score: fc.option(share, { nil: undefined }) }), { maxLength: 12 })
  .map((drawn) => ({
    first: drawn.map(({ confidence }, position) => itemOf(position, confidence)),
    scores: new Map(
      drawn.flatMap(({ score }, position) => (score === undefined ? [] : [[`item-${position}`, score]])),
    ),
  }))

it('the confidence of a reranked item is .8 · score + .2 · confidence', () => {
  expect(rerankedConfidence(0.9, 0.3)).toBeCloseTo(0.8 * 0.9 + 0.2 * 0.3, 12)
})

describe('orderByScores', () => {
  it('orders by score, leaves unscored items at their rank, and reports the rank before', () => {
    const first = [0, 1, 2, 3].map((position) => itemOf(position, 0.5))
    const scores = new Map([
      ['item-0', 0.1],
      ['item-2', 0.7],
      ['item-3', 0.9],
    ])
    const ordered = orderByScores(first, scores)
    expect(ordered.map(({ id, rerank }) => [id, rerank])).toEqual([
      ['item-3', { score: 0.9, rankBefore: 4 }],
      ['item-1', undefined],
      ['item-2', { score: 0.7, rankBefore: 3 }],
      ['item-0', { score: 0.1, rankBefore: 1 }],
    ])
    const expected = [0.9, undefined, 0.7, 0.1].map((score) =>
      score === undefined ? 0.5 : rerankedConfidence(score, 0.5),
    )
    expect(ordered.map(({ confidence }) => confidence)).toEqual(expected)
  })

  it('contains every item once, ties in their order, unscored items at their rank', () => {
    fc.assert(
      fc.property(rankings, ({ first, scores }) => {
        const ordered = orderByScores(first, scores)
        expect(ordered.map(({ id }) => id).toSorted()).toEqual(first.map(({ id }) => id).toSorted())
        const unscored = (items: readonly RankedItem[]) =>
          items.map((item) => (scores.has(item.id) ? null : item))
        expect(unscored(ordered)).toEqual(unscored(first))
        const reranked = ordered.flatMap(({ rerank }) => rerank ?? [])
        const sorted = reranked.toSorted((a, b) => b.score - a.score || a.rankBefore - b.rankBefore)
        expect(reranked).toEqual(sorted)
      }),
    )
  })
})
