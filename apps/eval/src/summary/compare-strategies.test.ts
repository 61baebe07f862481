import { describe, expect, it } from 'vitest'
import { type Cell, compareStrategies, judgeDifferences, pairedDifferences } from './compare-strategies.js'

const kinds = { all: 8, first: 6, rest: 2 }

function cellsOf(strategy: string, hits: readonly number[]): Cell[] {
  return Object.entries(kinds).map(([kind, count]) => {
    const ofKind = hits.slice(0, count)
    return {
      strategy,
      kind,
      scores: new Map([
        ['hit@1', ofKind],
        ['hit@6', ofKind.map(() => 1)],
      ]),
    }
  })
}

const baseline = cellsOf('convex', [0, 0, 0, 0, 0, 0, 0, 0])

const better = cellsOf('rrf', [1, 1, 1, 1, 1, 1, 1, 1])

const alike = cellsOf('keyword', [0, 0, 0, 0, 0, 0, 0, 0])

function compare(cells: readonly Cell[], names: readonly string[]) {
  const compared = compareStrategies(cells, { baseline: 'convex', names })
  return cells.map((cell) => compared.get(cell)?.['hit@1'])
}

/** The given number of differences of 1, all others 0. */
function muchBetter(count: number, queries = 20): Float64Array {
  return Float64Array.from({ length: queries }, (_, index) => (index < count ? 1 : 0))
}

function worse(count: number): Float64Array {
  return muchBetter(count).map((difference) => -difference)
}

describe('compareStrategies', () => {
  it('compares each strategy with the baseline on the queries of each row', () => {
    const found = compare([...better, ...baseline], ['hit@1'])
    const ofBaseline = [undefined, undefined, undefined]
    const pValues = [2 / 2 ** 8, 2 / 2 ** 6, 2 / 2 ** 2]
    expect(found.map((difference) => difference?.mean)).toEqual([1, 1, 1, ...ofBaseline])
    expect(found.map((difference) => difference?.p)).toEqual([...pValues, ...ofBaseline])
  })

  it('corrects the rows of all queries as one family, and those of kinds as another', () => {
    const found = compare([...baseline, ...alike, ...better], ['hit@1', 'hit@6'])
    const adjusted = found.slice(-3).map((difference) => difference?.adjustedP)
    // Two strategies by two measures, and the same for two kinds.
    expect(adjusted).toEqual([(4 * 2) / 2 ** 8, (8 * 2) / 2 ** 6, 1])
    expect(found.slice(-3).map((difference) => difference?.verdict)).toEqual(['better', 'same', 'same'])
  })

  it('leaves out other measures', () => {
    const compared = compareStrategies([...baseline, ...better], { baseline: 'convex', names: ['hit@6'] })
    expect([...compared.values()].map((differences) => Object.keys(differences))).toEqual([
      ['hit@6'],
      ['hit@6'],
      ['hit@6'],
    ])
  })

  it('is empty with only the baseline', () => {
    expect(compareStrategies(baseline, { baseline: 'convex', names: ['hit@1'] }).size).toBe(0)
  })
})

describe('pairedDifferences', () => {
  it('are strategy minus baseline for the queries that both have scores for', () => {
    const scores = [1, 0.5, undefined, 0, 1]
    const others = [0.5, 0.5, 1, 1, undefined]
    expect([...pairedDifferences(scores, others)]).toEqual([0.5, 0, -1])
    expect([...pairedDifferences(scores)]).toEqual([])
  })
})

describe('judgeDifferences', () => {
  it('tests each mean difference and corrects for all of them', () => {
    expect(judgeDifferences([muchBetter(12), worse(10)])).toEqual([
      { mean: 12 / 20, p: 2 / 2 ** 12, adjustedP: (2 * 2) / 2 ** 12, verdict: 'better' },
      { mean: -10 / 20, p: 2 / 2 ** 10, adjustedP: 2 / 2 ** 10, verdict: 'worse' },
    ])
  })

  it('has the verdict same without significance, before or after the correction', () => {
    const alone = { mean: 6 / 20, p: 1 / 32, adjustedP: 1 / 32, verdict: 'better' }
    expect(judgeDifferences([muchBetter(6)])).toEqual([alone])
    expect(judgeDifferences([muchBetter(6), muchBetter(0)])).toEqual([
      { ...alone, adjustedP: 2 / 32, verdict: 'same' },
      { mean: 0, p: 1, adjustedP: 1, verdict: 'same' },
    ])
  })

  it('leaves out comparisons without queries, and does not count them', () => {
    const judged = judgeDifferences([muchBetter(6), new Float64Array()])
    expect(judged).toEqual([expect.objectContaining({ adjustedP: 1 / 32 }), undefined])
    expect(judgeDifferences([])).toEqual([])
  })

  it('can find a difference among hundreds of comparisons', () => {
    const others = Array.from({ length: 900 }, () => muchBetter(0))
    expect(judgeDifferences([muchBetter(60, 60), ...others])[0]?.verdict).toBe('better')
  })
})
