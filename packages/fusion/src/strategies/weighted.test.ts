import { describe, expect, it } from 'vitest'
import { listOf } from '../testing/lists.js'
import { weighted } from './weighted.js'

const scoreOf = (fused: ReturnType<typeof weighted>, id: string): number | undefined =>
  fused.find((item) => item.id === id)?.score

describe('weighted', () => {
  const vector = listOf('vector', { a: 0.6, b: 0.2 }, { weight: 0.7, completed: { c: -0.4 } })
  const keyword = listOf('keyword', { b: 10, c: 5 }, { weight: 0.3, completed: { a: 0 } })

  it('A6: adds the raw cosine and the reciprocal keyword place, counted from 0 in the formula', () => {
    const fused = weighted([vector, keyword])
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.7 * 0.6 + 0, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.7 * 0.2 + 0.3 * (1 / (1 + 0)), 12)
    expect(scoreOf(fused, 'c')).toBeCloseTo(0.7 * -0.4 + 0.3 * (1 / (1 + 1)), 12)
  })

  it('A6: adds .7 of a similarity of .85 and .3 of a keyword score of .72 to .811', () => {
    const options = { normalization: { vector: 'none', keyword: 'none' }, missing: 'zero' } as const
    const found = (name: 'vector' | 'keyword', id: string) =>
      listOf(name, { [id]: name === 'vector' ? 0.85 : 0.72 }, { weight: name === 'vector' ? 0.7 : 0.3 })
    const scoreBy = (...lists: Parameters<typeof weighted>[0]) => scoreOf(weighted(lists, options), 'a')
    expect(scoreBy(found('vector', 'a'), found('keyword', 'a'))).toBeCloseTo(0.811, 12)
    expect(scoreBy(found('vector', 'a'), found('keyword', 'b'))).toBeCloseTo(0.595, 12)
    expect(scoreBy(found('vector', 'b'), found('keyword', 'a'))).toBeCloseTo(0.216, 12)
  })

  it('weighs an item by the lists that hold it, or counts 0 when told so', () => {
    const lists = [
      listOf('vector', { a: 0.6 }, { weight: 0.7 }),
      listOf('keyword', { b: 5 }, { weight: 0.3 }),
    ]
    expect(scoreOf(weighted(lists), 'a')).toBeCloseTo((0.7 * 0.6) / 0.7, 12)
    expect(scoreOf(weighted(lists, { missing: 'zero' }), 'a')).toBeCloseTo(0.7 * 0.6 + 0, 12)
    expect(scoreOf(weighted(lists, { missing: 'zero' }), 'b')).toBeCloseTo(0 + 0.3 * 1, 12)
  })

  it('A7: normalises each list as its source is told to', () => {
    const lists = [listOf('vector', { a: 0.6, b: 0.2 }), listOf('keyword', { a: 8, b: 4 })]
    const fused = weighted(lists, { normalization: { vector: 'max', keyword: 'min-max' } })
    expect(scoreOf(fused, 'a')).toBeCloseTo((0.6 / 0.6 + (8 - 4) / (8 - 4)) / 2, 12)
    expect(scoreOf(fused, 'b')).toBeCloseTo((0.2 / 0.6 + (4 - 4) / (8 - 4)) / 2, 12)
  })

  it('keeps its own normalisation for sources that the option leaves out', () => {
    const fused = weighted([vector, keyword], { normalization: { vector: 'min-max' } })
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.7 * ((0.2 + 0.4) / (0.6 + 0.4)) + 0.3 * 1, 12)
  })

  it('normalises a source it does not know by position, even one called like a property of every object', () => {
    const fused = weighted([listOf('constructor', { a: 900, b: 800 })])
    expect(fused.map(({ score }) => score)).toEqual([1 / 1, 1 / 2])
  })
})
