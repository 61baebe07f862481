import { describe, expect, it } from 'vitest'
import { defaultDepths, findMeasure, headlineMeasure, measuresAt, tableMeasures } from './measure-table.js'

function namesOf(measures: readonly { name: string }[]): string[] {
  return measures.map(({ name }) => name)
}

describe('measuresAt', () => {
  it('has every measure at each depth, in one order', () => {
    const atOne = ['hit@1', 'all@1', 'recall@1', 'precision@1', 'MRR@1', 'nDCG@1', 'nDCG-linear@1', 'MAP@1']
    const atSix = ['hit@6', 'all@6', 'recall@6', 'precision@6', 'MRR@6', 'nDCG@6', 'nDCG-linear@6', 'MAP@6']
    expect(namesOf(measuresAt([6, 1, 6]))).toEqual([...atOne, ...atSix])
    expect(measuresAt([])).toEqual([])
  })
})

describe('tableMeasures', () => {
  it.each<[string, readonly number[], string[]]>([
    ['the default depths', defaultDepths, ['hit@1', 'hit@6', 'MRR@10', 'nDCG@10']],
    ['them in another order', [10, 6, 1], ['hit@1', 'hit@6', 'MRR@10', 'nDCG@10']],
    ['one depth', [5], ['hit@5', 'recall@5', 'precision@5', 'MRR@5', 'nDCG@5', 'MAP@5']],
    ['others', [20, 3], ['hit@3', 'hit@20', 'MRR@20', 'nDCG@20']],
    ['three others', [1, 6, 100], ['hit@1', 'hit@6', 'hit@100', 'MRR@100', 'nDCG@100']],
    ['none', [], []],
  ])('returns a few for %s', (_, depths, expected) => {
    expect(namesOf(tableMeasures(depths))).toEqual(expected)
  })

  it.each([[[1, 6, 10]], [[4]], [[2, 7]]])('are among all measures at %j', (depths) => {
    expect(namesOf(measuresAt(depths))).toEqual(expect.arrayContaining(namesOf(tableMeasures(depths))))
  })
})

describe('findMeasure', () => {
  it.each(namesOf(measuresAt([1, 6, 10, 99, 100])))('finds %s, in upper and lower case', (name) => {
    const measures = [name, name.toUpperCase(), name.toLowerCase()].map(findMeasure)
    expect(measures.map((measure) => measure?.name)).toEqual([name, name, name])
  })

  it('returns the measure at that depth', () => {
    const grades = new Map([['a', 1]])
    expect(findMeasure('hit@2')?.score(['x', 'y', 'a'], grades)).toBe(0)
    expect(findMeasure('hit@3')?.score(['x', 'y', 'a'], grades)).toBe(1)
  })

  it.each(['', 'hit', 'hit@0', 'hit@06', 'hit@101', 'hit@1.5', 'hit@6 ', 'xhit@6', 'hit@6@6', 'found@limit'])(
    'finds nothing for %j',
    (name) => {
      expect(findMeasure(name)).toBeUndefined()
    },
  )
})

describe('headlineMeasure', () => {
  it.each([
    [tableMeasures(defaultDepths), 'hit@6'],
    [tableMeasures([3, 20, 5]), 'hit@20'],
    [measuresAt([4]).slice(1), 'all@4'],
    [[], 'hit@6'],
  ])('case %#', (measures, name) => {
    expect(headlineMeasure(measures).name).toBe(name)
  })
})
