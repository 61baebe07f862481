import { describe, expect, it } from 'vitest'
import type { FusionStrategy } from '../strategy.js'
import { listOf } from '../testing/lists.js'
import { combAnz, combMax, combMed, combMin, combMnz, combSum } from './comb.js'

// Scaled by min-max: vector a 1, b .5, c 0; keyword b 1, d .25, a 0.
const vector = listOf('vector', { a: 0.9, b: 0.5, c: 0.1 })
const keyword = listOf('keyword', { b: 10, d: 4, a: 2 })

type Scores = Readonly<Record<'a' | 'b' | 'c' | 'd', number>>

const scoresOf = (fused: ReturnType<FusionStrategy>) =>
  Object.fromEntries(fused.map(({ id, score }) => [id, score]))

describe('the combinations of Fox and Shaw', () => {
  it.each<[string, FusionStrategy, Scores]>([
    ['CombSUM', combSum, { a: 1 + 0, b: 0.5 + 1, c: 0, d: 0.25 }],
    ['CombMNZ', combMnz, { a: 2 * (1 + 0), b: 2 * (0.5 + 1), c: 0, d: 1 * 0.25 }],
    ['CombANZ', combAnz, { a: (1 + 0) / 2, b: (0.5 + 1) / 2, c: 0, d: 0.25 / 1 }],
    ['CombMAX', combMax, { a: 1, b: 1, c: 0, d: 0.25 }],
    ['CombMIN', combMin, { a: 0, b: 0.5, c: 0, d: 0.25 }],
    ['CombMED', combMed, { a: (1 + 0) / 2, b: (0.5 + 1) / 2, c: 0, d: 0.25 }],
  ])('%s combines scores scaled by min-max', (_, strategy, expected) => {
    expect(scoresOf(strategy([vector, keyword]))).toEqual(expected)
  })

  it.each<[string, FusionStrategy, Scores]>([
    ['CombSUM', combSum, { a: 1 + 0, b: 0.5 + 0.25 * 1, c: 0, d: 0.25 * 0.25 }],
    ['CombMNZ', combMnz, { a: 2 * (1 + 0), b: 2 * (0.5 + 0.25 * 1), c: 0, d: 0.25 * 0.25 }],
    ['CombANZ', combAnz, { a: (1 + 0) / 2, b: (0.5 + 0.25 * 1) / 2, c: 0, d: 0.25 * 0.25 }],
    ['CombMAX', combMax, { a: 1, b: 0.5, c: 0, d: 0.25 * 0.25 }],
    ['CombMIN', combMin, { a: 0, b: 0.25 * 1, c: 0, d: 0.25 * 0.25 }],
    ['CombMED', combMed, { a: (1 + 0) / 2, b: (0.5 + 0.25 * 1) / 2, c: 0, d: 0.25 * 0.25 }],
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

  it('take the normalisation that is named', () => {
    const fused = combSum([vector, keyword], { normalization: { vector: 'none', keyword: 'max' } })
    expect(scoresOf(fused)['b']).toBe(0.5 + 10 / 10)
  })
})

describe('the contributions', () => {
  const weightsOf = (fused: ReturnType<FusionStrategy>, id: string) =>
    fused.find((item) => item.id === id)?.contributions.map(({ source, weight }) => [source, weight])

  it('of CombMAX and CombMIN are those of one list, the first or last by name where several are equal', () => {
    const equal = ['two', 'one', 'three'].map((source) => listOf(source, { a: 1 }))
    expect(weightsOf(combMax(equal), 'a')).toEqual([
      ['two', 1],
      ['one', 0],
      ['three', 0],
    ])
    expect(weightsOf(combMin(equal), 'a')).toEqual([
      ['two', 0],
      ['one', 1],
      ['three', 0],
    ])
    expect(combMax([vector, keyword])[0]?.contributions).toEqual([
      { source: 'vector', rank: 1, raw: 0.9, normalized: 1, weight: 1, value: 1 },
      { source: 'keyword', rank: 3, raw: 2, normalized: 0, weight: 0, value: 0 },
    ])
  })

  it('of CombMED are that of the list in the middle', () => {
    const three = [0.25, 1, 0.5].map((score, index) => listOf(`list ${index}`, { a: score }))
    const fused = combMed(three, {
      normalization: { 'list 0': 'none', 'list 1': 'none', 'list 2': 'none' },
    })
    expect(fused[0]?.score).toBe(0.5)
    expect(weightsOf(fused, 'a')?.map(([, weight]) => weight)).toEqual([0, 0, 1])
  })
})

describe('CombMNZ', () => {
  it('adds a completed score, but does not count its list', () => {
    const completed = listOf('keyword', { b: 8, c: 0 }, { completed: { a: 4 } })
    const fused = combMnz([listOf('vector', { a: 0.9, c: 0.1 }), completed])
    expect(scoresOf(fused)['a']).toBe(1 * (1 + 4 / 8))
  })
})
