import { describe, expect, it } from 'vitest'
import { listOf, scoreOf } from '../testing/lists.js'
import { rrf, rrfCompressed } from './rrf.js'

const pairs = (fused: ReturnType<typeof rrf>): [string, number][] => fused.map(({ id, score }) => [id, score])
const keyword = listOf('keyword', { A: 3, B: 2, C: 1 })
const vector = listOf('vector', { B: 0.9, D: 0.8, A: 0.7 })
const reciprocal = (rankFromZero: number): number => 1 / (60 + rankFromZero + 1)

describe('rrf', () => {
  it('B2: adds 1 / (k + r0 + 1), r0 the rank from 0, with k = 60 by default', () => {
    expect(pairs(rrf([keyword, vector]))).toEqual([
      ['B', reciprocal(1) + reciprocal(0)],
      ['A', reciprocal(0) + reciprocal(2)],
      ['D', reciprocal(1)],
      ['C', reciprocal(2)],
    ])
  })

  it('C6: returns the scores of robotmem’s example to three decimals: B .033, A .032, D and C .016', () => {
    expect(rrf([keyword, vector]).map(({ score }) => score.toFixed(3))).toEqual([
      '0.033',
      '0.032',
      '0.016',
      '0.016',
    ])
    const third = listOf('third', { C: 5, E: 4 })
    const ofThree = new Map(pairs(rrf([keyword, vector, third])))
    expect(ofThree.get('C')).toBeCloseTo(reciprocal(2) + reciprocal(0), 12)
    expect(ofThree.get('E')).toBe(reciprocal(1))
  })

  it('uses weights and another k', () => {
    const lists = [
      listOf('keyword', { a: 3, b: 2 }, { weight: 0.3 }),
      listOf('vector', { b: 0.9 }, { weight: 0.7 }),
    ]
    const fused = rrf(lists, { k: 10 })
    expect(fused.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(fused[0]?.score).toBeCloseTo(0.3 / (10 + 2) + 0.7 / (10 + 1), 12)
    expect(fused[1]?.score).toBeCloseTo(0.3 / (10 + 1), 12)
  })
})

describe('rrf, normalised', () => {
  it('B2: divides by the best possible score with `normalize`', () => {
    const lists = [
      listOf('keyword', { a: 3, b: 2 }, { weight: 0.3 }),
      listOf('vector', { a: 0.9, b: 0.8 }, { weight: 0.9 }),
    ]
    const best = (0.3 + 0.9) / (60 + 1)
    const fused = rrf(lists, { normalize: true })
    expect(fused[0]?.score).toBeCloseTo(1, 12)
    expect(fused[1]?.score).toBeCloseTo((0.3 / (60 + 2) + 0.9 / (60 + 2)) / best, 12)
  })

  it('counts an empty list with `normalize`: first in only the other list is not the best possible', () => {
    const fused = rrf([keyword, listOf('vector', {})], { normalize: true })
    expect(fused[0]?.score).toBeCloseTo(1 / (60 + 1) / ((1 + 1) / (60 + 1)), 12)
  })
})

describe('rrf over complete scores', () => {
  it('adds 0 for a completed score', () => {
    const completed = listOf('vector', { b: 0.4 }, { completed: { a: 0.99 } })
    const fused = rrf([listOf('keyword', { a: 3 }), completed])
    expect(fused.find(({ id }) => id === 'a')).toEqual({
      id: 'a',
      score: 1 / 61,
      contributions: [
        { source: 'keyword', rank: 1, raw: 3, normalized: 1 / 61, weight: 1, value: 1 / 61 },
        { source: 'vector', rank: null, raw: 0.99, normalized: 0, weight: 1, value: 0 },
      ],
    })
  })
})

describe('rrf-compressed', () => {
  it('adds the reciprocal of r0 + k for equal weights, with k = 2 unless set', () => {
    const fused = rrfCompressed([keyword, vector])
    expect(scoreOf(fused, 'B')).toBeCloseTo(1 / (1 + 2) + 1 / (0 + 2), 12)
    expect(scoreOf(fused, 'C')).toBeCloseTo(1 / (2 + 2), 12)
    expect(scoreOf(rrfCompressed([keyword, vector], { k: 61 }), 'C')).toBeCloseTo(1 / (60 + 3), 12)
  })

  it('divides ranks by the weight, so that the first item of a list of weight ⅓ counts like the third of another', () => {
    const fused = rrfCompressed([
      { ...keyword, weight: 3 },
      { ...vector, weight: 1 },
    ])
    expect(scoreOf(fused, 'C')).toBeCloseTo(1 / ((2 + 1) / 1 + 2 - 1), 12)
    expect(scoreOf(fused, 'D')).toBeCloseTo(1 / ((1 + 1) / (1 / 3) + 2 - 1), 12)
    expect(scoreOf(fused, 'B')).toBeCloseTo(1 / (2 + 1) + 1 / (1 / (1 / 3) + 1), 12)
  })

  it('treats a k below 1 as 1, so that the first item of the heaviest list scores 1', () => {
    expect(scoreOf(rrfCompressed([keyword], { k: 0 }), 'A')).toBe(1)
  })
})
