import { describe, expect, it } from 'vitest'
import { compareStrategies, type Cell } from './compare-strategies.js'
import type { QueryGroup } from './query-groups.js'

const all: QueryGroup = { kind: 'all', whole: true, positions: [0, 1, 2, 3, 4, 5, 6, 7] }
const first: QueryGroup = { kind: 'first', whole: false, positions: [0, 1, 2, 3, 4, 5] }
const rest: QueryGroup = { kind: 'rest', whole: false, positions: [6, 7] }

function cellsOf(strategy: string, hits: readonly number[]): Cell[] {
  const scores = new Map([
    ['hit@1', hits],
    ['hit@6', hits.map(() => 1)],
  ])
  return [all, first, rest].map((group) => ({ strategy, scores, group }))
}

const baseline = cellsOf('convex', [0, 0, 0, 0, 0, 0, 0, 0])
const better = cellsOf('rrf', [1, 1, 1, 1, 1, 1, 1, 1])
const alike = cellsOf('keyword', [0, 0, 0, 0, 0, 0, 0, 0])

function compare(cells: readonly Cell[], names: readonly string[]) {
  const compared = compareStrategies(cells, { baseline: 'convex', names })
  return cells.map((cell) => compared.get(cell)?.['hit@1'])
}

describe('compareStrategies', () => {
  it('compares each strategy with the baseline on the queries of each row', () => {
    const found = compare([...better, ...baseline], ['hit@1'])
    const ofBaseline = [undefined, undefined, undefined]
    const pValues = [2 / 2 ** 8, 2 / 2 ** 6, 2 / 2 ** 2]
    expect(found.map((difference) => difference?.mean)).toEqual([1, 1, 1, ...ofBaseline])
    expect(found.map((difference) => difference?.p)).toEqual([...pValues, ...ofBaseline])
  })

  it('corrects the rows of all queries for each other, and those of the kinds for each other', () => {
    const found = compare([...baseline, ...alike, ...better], ['hit@1', 'hit@6'])
    const adjusted = found.slice(-3).map((difference) => difference?.adjustedP)
    // Two strategies by two measures, and that by two kinds.
    expect(adjusted).toEqual([(4 * 2) / 2 ** 8, (8 * 2) / 2 ** 6, 1])
    expect(found.slice(-3).map((difference) => difference?.verdict)).toEqual(['better', 'same', 'same'])
  })

  it('says nothing of measures that it is not asked for', () => {
    const compared = compareStrategies([...baseline, ...better], { baseline: 'convex', names: ['hit@6'] })
    expect([...compared.values()].map((differences) => Object.keys(differences))).toEqual([
      ['hit@6'],
      ['hit@6'],
      ['hit@6'],
    ])
  })

  it('gives nothing where there is only the baseline', () => {
    expect(compareStrategies(baseline, { baseline: 'convex', names: ['hit@1'] }).size).toBe(0)
  })
})
