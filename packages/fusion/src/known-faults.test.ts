import { describe, expect, it } from 'vitest'
import { weighted } from './strategies/averages.js'
import { rrf } from './strategies/rrf.js'
import type { RankedList } from './strategy.js'
import { listOf } from './testing/lists.js'
import { strategies } from './testing/strategies.js'

const heavierIn = (source: string): RankedList[] => [
  listOf('vector', { a: 0.9 }, { weight: source === 'vector' ? 9 : 1, completed: { b: 0.2 } }),
  listOf('keyword', { b: 9 }, { weight: source === 'keyword' ? 9 : 1, completed: { a: 0 } }),
]

// Faults that other fusion code is known to have, each asked of every strategy it could befall.

describe.each(strategies)('$name', ({ strategy }) => {
  it('A6: takes a weight of 0 at its word instead of restoring a default', () => {
    const vector = listOf('vector', { a: 0.9, b: 0.1 }, { weight: 1 })
    const keyword = listOf('keyword', { c: 9, b: 1 }, { weight: 0 })
    expect(strategy([vector, keyword])).toEqual(strategy([vector]))
  })

  it('heeds the weights', () => {
    expect(strategy(heavierIn('vector'))[0]?.id).toBe('a')
    expect(strategy(heavierIn('keyword'))[0]?.id).toBe('b')
  })

  it('keeps items apart that differ only in their id', () => {
    const fused = strategy([
      listOf('vector', { 'notes.md#1': 0.5, 'notes.md#2': 0.5 }),
      listOf('keyword', { 'notes.md#2': 2, 'notes.md#1': 2 }),
    ])
    expect(fused.map(({ id }) => id).toSorted()).toEqual(['notes.md#1', 'notes.md#2'])
  })
})

// The log-odds conjunction is no sum: its contributions divide the score afterwards.
describe.each(strategies.filter(({ name }) => name !== 'log-odds-conjunction'))(
  '$name, a sum',
  ({ strategy }) => {
    it('adds no bonus for a place: what an item gains from a list does not depend on the other lists', () => {
      const keyword = listOf('keyword', { b: 3, a: 2 })
      const gain = (id: string): number | undefined =>
        strategy([listOf('vector', { a: 0.9, b: 0.8 }), keyword])
          .find((item) => item.id === id)
          ?.contributions.find(({ source }) => source === 'keyword')?.value
      const swapped = strategy([listOf('vector', { b: 0.9, a: 0.8 }), keyword])
      for (const id of ['a', 'b']) {
        const item = swapped.find((other) => other.id === id)
        expect(item?.contributions[1]?.value).toBe(gain(id))
      }
    })
  },
)

describe.each(strategies)('$name, where others fail at the edges', ({ strategy }) => {
  it('gives numbers for lists whose scores are all equal, and all zero', () => {
    for (const score of [0, 0.5]) {
      const fused = strategy([
        listOf('vector', { a: score, b: score }, { minimum: -1 }),
        listOf('keyword', { a: score, b: score }),
      ])
      expect(fused.map(({ id }) => id)).toEqual(['a', 'b'])
      for (const item of fused) expect(item.score).toSatisfy(Number.isFinite)
    }
  })

  it('lets a candidate of the keyword list alone appear, with a score above 0', () => {
    const fused = strategy([listOf('vector', { a: 0.9, b: 0.8 }), listOf('keyword', { c: 7 })])
    expect(fused.find(({ id }) => id === 'c')?.score).toBeGreaterThan(0)
  })

  it('breaks ties by id, whichever list comes first', () => {
    const one = listOf('one', { b: 0.5 })
    const two = listOf('two', { a: 0.5 })
    expect(strategy([one, two]).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(strategy([two, one]).map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('rrf', () => {
  it('ranks second in both lists above first in one, which a bonus for first place would turn round', () => {
    const fused = rrf([listOf('vector', { a: 0.9, b: 0.8 }), listOf('keyword', { c: 9, b: 8 })])
    expect(fused[0]).toMatchObject({ id: 'b', score: 1 / 62 + 1 / 62 })
    expect(1 / 62 + 1 / 62).toBeGreaterThan(1 / 61)
  })
})

describe('min-max', () => {
  it('takes off the minimum instead of dividing by the maximum', () => {
    const fused = weighted([listOf('keyword', { a: 10, b: 9, c: 8 })], {
      normalization: { keyword: 'min-max' },
    })
    expect(fused.map(({ score }) => score)).toEqual([
      (10 - 8) / (10 - 8),
      (9 - 8) / (10 - 8),
      (8 - 8) / (10 - 8),
    ])
  })
})
