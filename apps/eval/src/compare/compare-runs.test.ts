import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { found } from '../measures/answer-measures.js'
import { reciprocalRank } from '../measures/ranking-measures.js'
import type { Run } from '../run/run.js'
import { answer, bare, fused, query, run } from '../__fixtures__/compared-runs.js'
import { type Comparison, compareRuns } from './compare-runs.js'

const measure = reciprocalRank(10)

type Options = Partial<Parameters<typeof compareRuns>[2]>

function compare(first: Run, second: Run, options: Options = {}): readonly Comparison[] {
  const named = [
    { file: 'one', run: first },
    { file: 'other', run: second },
  ] as const
  return compareRuns(...named, { measure, ...options }).comparisons
}

function only(comparisons: readonly Comparison[]): Comparison {
  const [comparison, ...rest] = comparisons
  expect(rest).toEqual([])
  return comparison as Comparison
}

/** A run with the rank of each query's answer; 0: not found. */
function ranksRun(ranks: readonly number[], strategy = 'convex'): Run {
  const queries = ranks.map((_, index) => query(`q${index}`, { 'a.md': 1 }))
  const answers = ranks.map((rank, index) => {
    const others = Array.from({ length: 9 }, (_other, place) => `other-${place}.md`)
    const documents = rank === 0 ? others : others.toSpliced(rank - 1, 0, 'a.md')
    return bare(`q${index}`, documents, { strategy })
  })
  return run(queries, answers)
}

describe('compareRuns', () => {
  it('has both scores of each query, largest change first', () => {
    const comparison = only(compare(ranksRun([1, 2, 4, 0]), ranksRun([2, 2, 1, 5])))
    expect(comparison).toMatchObject({
      suite: 'notes',
      strategies: { first: 'convex', second: 'convex' },
      isSameCorpus: true,
      counts: { better: 2, same: 1, worse: 1 },
    })
    const changes = comparison.queries.map(({ id, first, second, difference }) => [
      id,
      [first.rank, second.rank],
      difference,
    ])
    expect(changes).toEqual([
      ['q2', [4, 1], 3 / 4],
      ['q0', [1, 2], -1 / 2],
      ['q3', [null, 5], 1 / 5],
      ['q1', [2, 2], 0],
    ])
    expect(comparison.queries[2]).toMatchObject({
      text: 'what of q3',
      kind: 'direct',
      expected: ['a.md'],
      first: { value: 0, document: 'other-0.md', score: null },
      second: { value: 1 / 5, document: 'a.md', score: null },
    })
  })

  it('has the score of the first relevant document with its explanation', () => {
    const [ada, garden] = [
      fused('ada.md', [1, 7.2, 0.31], [3, 0.41, 0.2]),
      fused('garden.md', [2, 5, 0.2], [9, 0.2, 0.1]),
    ]
    const queries = [query('q', { 'ada.md': 1, 'constructor.md': 0 })]
    const [before, after] = [
      run(queries, [answer('q', [ada, garden])]),
      run(queries, [answer('q', [garden])]),
    ]
    const [compared] = only(compare(before, after)).queries
    expect(compared).toMatchObject({ first: { rank: 1, score: ada }, second: { rank: null, score: garden } })
  })

  it('ranks the results if the measure is about results', () => {
    const place = { startLine: 1, endLine: 2, score: 1, confidence: 0.4, hasPassage: false }
    const given = (...documents: string[]) =>
      run(
        [query('q', { 'a.md': 1 })],
        [
          bare('q', ['a.md'], {
            results: documents.map((document) => ({ document, ...place })),
            unfiltered: { limit: 6, confidence: 0.21, results: [] },
          }),
        ],
      )
    const [compared] = only(compare(given('b.md', 'b.md', 'a.md'), given(), { measure: found })).queries
    expect(compared).toMatchObject({
      first: { value: 1, rank: 2, document: 'a.md' },
      second: { value: 0, rank: null, document: null, confidence: 0.21 },
    })
  })

  it('has means, their difference, its interval and its p', () => {
    const { means } = only(compare(ranksRun([1, 2, 4, 0]), ranksRun([2, 2, 1, 5])))
    expect(means?.first).toBeCloseTo((1 + 1 / 2 + 1 / 4 + 0) / 4, 12)
    expect(means?.second).toBeCloseTo((1 / 2 + 1 / 2 + 1 + 1 / 5) / 4, 12)
    expect(means?.difference.mean).toBeCloseTo((3 / 4 - 1 / 2 + 1 / 5) / 4, 12)
    expect(means?.interval[0]).toBeLessThan(0)
    expect(means?.interval[1]).toBeGreaterThan(0.2)
    // Six of the eight choices of signs of .75, −.5 and .2 have a sum at least as far from 0 as .45.
    expect(means?.difference.p).toBeCloseTo(6 / 8, 12)
  })

  it('has the opposite result with the runs swapped', () => {
    const ranks = fc.array(fc.tuple(fc.nat(10), fc.nat(10)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(ranks, (values) => {
        const [one, other] = [
          ranksRun(values.map(([rank]) => rank)),
          ranksRun(values.map(([, rank]) => rank)),
        ]
        const there = only(compare(one, other))
        const back = only(compare(other, one))
        expect(back.counts).toEqual({
          ...there.counts,
          better: there.counts.worse,
          worse: there.counts.better,
        })
        expect(back.means?.difference.mean).toBeCloseTo(-(there.means?.difference.mean ?? NaN), 12)
        expect(back.means?.difference.p).toBeCloseTo(there.means?.difference.p ?? NaN, 12)
      }),
      { numRuns: 30 },
    )
  })

  it('corrects p for all comparisons', () => {
    const better = Array.from({ length: 6 }, () => 1)
    const [low, high] = [ranksRun(better.map(() => 3)), ranksRun(better)]
    const twice = (one: Run) => {
      const rrf = one.answers.map((each) => ({ ...each, strategy: 'rrf' }))
      return { ...one, strategies: ['convex', 'rrf'], answers: [...one.answers, ...rrf] }
    }
    const ps = compare(twice(low), twice(high)).map(({ means }) => [
      means?.difference.p,
      means?.difference.adjustedP,
    ])
    expect(ps).toEqual([
      [2 / 64, 4 / 64],
      [2 / 64, 4 / 64],
    ])
  })

  it('only compares suites with the same name, and says whether their documents are the same', () => {
    const one = ranksRun([1])
    const elsewhere = {
      ...ranksRun([1]),
      suites: ranksRun([1]).suites.map((suite) => ({ ...suite, name: 'other' })),
    }
    expect(compare(one, elsewhere)).toEqual([])
    const corpora = (corpus: string) => ({
      ...one,
      suites: one.suites.map((suite) => ({ ...suite, corpus })),
    })
    expect(only(compare(one, corpora('def'))).isSameCorpus).toBe(false)
  })
})
