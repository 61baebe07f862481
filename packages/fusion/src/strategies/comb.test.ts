import { describe, expect, it } from 'vitest'
import type { FusionStrategy } from '../strategy.js'
import { listOf } from '../testing/lists.js'
import { combMnz, combSum } from './averages.js'

// Scaled by min-max: vector a 1, b .5, c 0; keyword b 1, d .25, a 0.
const vector = listOf('vector', { a: 0.9, b: 0.5, c: 0.1 })
const keyword = listOf('keyword', { b: 10, d: 4, a: 2 })

type Scores = Readonly<Record<'a' | 'b' | 'c' | 'd', number>>

const scoresOf = (fused: ReturnType<FusionStrategy>) =>
  Object.fromEntries(fused.map(({ id, score }) => [id, score]))

describe('CombSUM and CombMNZ', () => {
  it.each<[string, FusionStrategy, Scores]>([
    ['CombSUM', combSum, { a: 1 + 0, b: 0.5 + 1, c: 0, d: 0.25 }],
    ['CombMNZ', combMnz, { a: 2 * (1 + 0), b: 2 * (0.5 + 1), c: 0, d: 1 * 0.25 }],
  ])('%s combines scores scaled by min-max', (_, strategy, expected) => {
    expect(scoresOf(strategy([vector, keyword]))).toEqual(expected)
  })

  it.each<[string, FusionStrategy, Scores]>([
    ['CombSUM', combSum, { a: 1 + 0, b: 0.5 + 0.25 * 1, c: 0, d: 0.25 * 0.25 }],
    ['CombMNZ', combMnz, { a: 2 * (1 + 0), b: 2 * (0.5 + 0.25 * 1), c: 0, d: 0.25 * 0.25 }],
  ])('%s multiplies them by weights relative to the greatest', (_, strategy, expected) => {
    expect(
      scoresOf(
        strategy([
          { ...vector, weight: 4 },
          { ...keyword, weight: 1 },
        ]),
      ),
    ).toEqual(expected)
  })

  it('use the given normalisation', () => {
    const fused = combSum([vector, keyword], { normalization: { vector: 'none', keyword: 'max' } })
    expect(scoresOf(fused)['b']).toBe(0.5 + 10 / 10)
  })
})

describe('CombMNZ', () => {
  it('adds a completed score, but does not count its list', () => {
    const completed = listOf('keyword', { b: 8, c: 0 }, { completed: { a: 4 } })
    const fused = combMnz([listOf('vector', { a: 0.9, c: 0.1 }), completed])
    expect(scoresOf(fused)['a']).toBe(1 * (1 + 4 / 8))
  })
})
