import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { mean } from '../statistics/bootstrap-mean.js'
import { type JudgedQuery, readReferenceRun } from './__fixtures__/reference-run.js'
import {
  type Measure,
  averagePrecision,
  hit,
  linearNdcg,
  ndcg,
  precision,
  recall,
  reciprocalRank,
} from './ranking-measures.js'

/**
 * Counts, quotients and sums in order of rank are equal to the last bit. nDCG is not, since the last bit of a
 * logarithm depends on the platform, and neither are means, which trec_eval adds differently. Both are below 1, so that a few
 * rounding errors of 2^-53 each are far below this tolerance.
 */
const tolerance = 1e-12

const exact: readonly [reference: string, measure: Measure][] = [
  ['success_1', hit(1)],
  ['success_5', hit(5)],
  ['success_10', hit(10)],
  ['recall_5', recall(5)],
  ['recall_10', recall(10)],
  ['recall_100', recall(100)],
  ['P_5', precision(5)],
  ['P_10', precision(10)],
  ['recip_rank', reciprocalRank(Infinity)],
  ['map', averagePrecision(Infinity)],
  ['map', averagePrecision(100)],
]

const rounded: readonly [reference: string, measure: Measure][] = [
  ['ndcg_cut_5', linearNdcg(5)],
  ['ndcg_cut_10', linearNdcg(10)],
]

function meanOf(queries: readonly JudgedQuery[], { score }: Measure): number {
  return mean(Float64Array.from(queries.map(({ ranking, grades }) => score(ranking, grades)))) ?? NaN
}

function distance(score: number, expected = NaN): number {
  return Math.abs(score - expected)
}

describe.skipIf(!sharedFile('data/reference'))('reference runs measured by trec_eval', () => {
  it.each([
    ['cisi', 76],
    ['basic-memory-bench', 38],
    ['cranfield', 225],
  ])('have the same figures for %s, query by query and as means', (set, count) => {
    const { queries, expected } = readReferenceRun(set)
    expect(queries).toHaveLength(count)
    for (const [reference, measure] of exact) {
      for (const query of queries)
        expect(measure.score(query.ranking, query.grades)).toBe(query.expected[reference])
      expect(distance(meanOf(queries, measure), expected[reference])).toBeLessThanOrEqual(tolerance)
    }
    for (const [reference, measure] of rounded) {
      for (const query of queries) {
        const score = measure.score(query.ranking, query.grades)
        expect(distance(score, query.expected[reference])).toBeLessThanOrEqual(tolerance)
      }
      expect(distance(meanOf(queries, measure), expected[reference])).toBeLessThanOrEqual(tolerance)
    }
  })

  it.each(['cisi', 'basic-memory-bench'])('have one nDCG for %s, whose grades are 0 and 1', (set) => {
    const { queries } = readReferenceRun(set)
    for (const { ranking, grades } of queries)
      expect(ndcg(10).score(ranking, grades)).toBe(linearNdcg(10).score(ranking, grades))
  })

  it('have the nDCG of ranx with exponential gain for graded documents', () => {
    const { queries } = readReferenceRun('cranfield')
    expect(meanOf(queries, ndcg(10))).toBeCloseTo(0.35613, 5)
    expect(meanOf(queries, linearNdcg(10))).toBeCloseTo(0.36746, 5)
  })

  it('count a query without an answer as 0', () => {
    const { queries, expected } = readReferenceRun('cisi')
    const [first, ...others] = queries
    const without = first ? [{ ...first, ranking: [] }, ...others] : []
    for (const [reference, measure] of [...exact, ...rounded]) {
      const missing = (first?.expected[reference] ?? NaN) / queries.length
      const rest = (expected[reference] ?? NaN) - missing
      expect(distance(meanOf(without, measure), rest)).toBeLessThanOrEqual(tolerance)
    }
  })
})
