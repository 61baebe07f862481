import { describe, expect, it } from 'vitest'
import { listOf } from '../testing/lists.js'
import { openclaw20262 } from './openclaw-2026.2.js'

const scoreOf = (fused: ReturnType<typeof openclaw20262>, id: string): number | undefined =>
  fused.find((item) => item.id === id)?.score

const weights = {
  vector: { weight: 0.7 },
  keyword: { weight: 0.3 },
}

/** The formula's second term. */
const term = (bm25: number): number => 0.3 / (1 + Math.max(0, -bm25))

describe('B5: openclaw-2026.2', () => {
  it('gives every keyword candidate .3, however good it is', () => {
    const fused = openclaw20262([
      listOf('vector', { a: 0.5, b: 0.5 }, weights.vector),
      listOf('keyword', { a: 12, b: 0.01, c: 0 }, weights.keyword),
    ])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.5 + term(12), 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.7 * 0.5 + term(0.01), 12)
    expect(scoreOf(fused, 'c')).toBeCloseTo(0.3, 12)
  })

  it('drops a good cosine below .35 when the keyword list missed the item', () => {
    const fused = openclaw20262([
      listOf('vector', { a: 0.45 }, weights.vector),
      listOf('keyword', {}, weights.keyword),
    ])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.45, 12)
    expect(scoreOf(fused, 'a')).toBeLessThan(0.35)
  })

  it('gives that cosine back when missing lists are renormalised', () => {
    const lists = [listOf('vector', { a: 0.45 }, weights.vector), listOf('keyword', {}, weights.keyword)]
    expect(scoreOf(openclaw20262(lists, { missing: 'renormalize' }), 'a')).toBeCloseTo(0.45, 12)
  })

  it('counts completed scores 0, in both lists', () => {
    const fused = openclaw20262([
      listOf('vector', { a: 0.5 }, { ...weights.vector, completed: { b: 0.49 } }),
      listOf('keyword', { b: 3 }, { ...weights.keyword, completed: { a: 1 } }),
    ])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.5 + 0, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0 + 0.3 * 1, 12)
  })
})
