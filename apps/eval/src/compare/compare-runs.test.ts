import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { ndcg, reciprocalRank } from '../measures/ranking-measures.js'
import type { Run } from '../run/run.js'
import { bare, query, run } from './__fixtures__/runs.js'
import { type Comparison, compareRuns } from './compare-runs.js'

const measure = reciprocalRank(10)

function only(comparisons: readonly Comparison[]): Comparison {
  const [comparison, ...rest] = comparisons
  expect(rest).toEqual([])
  return comparison as Comparison
}

/** A run in which each query's answer stands at a rank; 0: not found. */
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
  it('says for each query what it was and is, the greatest change first', () => {
    const comparison = only(compareRuns(ranksRun([1, 2, 4, 0]), ranksRun([2, 2, 1, 5]), { measure }))
    expect(comparison).toMatchObject({
      suite: 'notes',
      strategies: { first: 'convex', second: 'convex' },
      measure: 'MRR@10',
      isSameCorpus: true,
      counts: { better: 2, same: 1, worse: 1 },
    })
    const changes = comparison.queries.map(({ id, first, second, difference }) => [
      id,
      first,
      second,
      difference,
    ])
    expect(changes).toEqual([
      ['q2', 1 / 4, 1, 3 / 4],
      ['q0', 1, 1 / 2, -1 / 2],
      ['q3', 0, 1 / 5, 1 / 5],
      ['q1', 1 / 2, 1 / 2, 0],
    ])
    expect(comparison.queries[1]).toMatchObject({
      text: 'what of q0',
      kind: 'direct',
      reason: 'a.md fell from 1 to 2: other-0.md came above it',
    })
    expect(comparison.queries[3]).toMatchObject({ reason: '', documents: [{ document: 'a.md', reason: '' }] })
  })

  it('takes no grade from what every object has', () => {
    const queries = [query('q', { 'a.md': 1 })]
    const [before, after] = [
      ['a.md', 'constructor', '__proto__'],
      ['constructor', '__proto__', 'a.md'],
    ].map((documents) => run(queries, [bare('q', documents)])) as [Run, Run]
    const [compared] = only(compareRuns(before, after, { measure })).queries
    expect(compared?.documents.map(({ document, grade, role }) => [document, grade, role])).toEqual([
      ['a.md', 1, 'relevant'],
      ['constructor', 0, 'came-above'],
      ['__proto__', 0, 'came-above'],
    ])
  })

  it('has means, their difference, its interval and its p', () => {
    const { means } = only(compareRuns(ranksRun([1, 2, 4, 0]), ranksRun([2, 2, 1, 5]), { measure }))
    expect(means?.first).toBeCloseTo((1 + 1 / 2 + 1 / 4 + 0) / 4, 12)
    expect(means?.second).toBeCloseTo((1 / 2 + 1 / 2 + 1 + 1 / 5) / 4, 12)
    expect(means?.difference).toBeCloseTo((3 / 4 - 1 / 2 + 1 / 5) / 4, 12)
    expect(means?.interval[0]).toBeLessThan(0)
    expect(means?.interval[1]).toBeGreaterThan(0.2)
    // Of the eight choices of signs of .75, −.5 and .2 six have a sum at least as far from 0 as .45.
    expect(means?.p).toBeCloseTo(6 / 8, 12)
  })

  it('finds nothing between a run and itself', () => {
    const ranks = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(ranks, (values) => {
        const same = ranksRun(values)
        const { means, counts, queries } = only(compareRuns(same, same, { measure }))
        expect(means).toMatchObject({ difference: 0, interval: [0, 0], p: 1, adjustedP: 1 })
        expect(counts).toEqual({ better: 0, same: values.length, worse: 0 })
        const moved = queries.filter(
          ({ reason, documents }) => reason !== '' || documents.some((each) => each.reason !== ''),
        )
        expect(moved).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('says the opposite with the runs the other way round', () => {
    const ranks = fc.array(fc.tuple(fc.nat(10), fc.nat(10)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(ranks, (values) => {
        const [one, other] = [
          ranksRun(values.map(([rank]) => rank)),
          ranksRun(values.map(([, rank]) => rank)),
        ]
        const there = only(compareRuns(one, other, { measure }))
        const back = only(compareRuns(other, one, { measure }))
        expect(back.counts).toEqual({
          ...there.counts,
          better: there.counts.worse,
          worse: there.counts.better,
        })
        expect(back.means?.difference).toBeCloseTo(-(there.means?.difference ?? NaN), 12)
        expect(back.means?.p).toBeCloseTo(there.means?.p ?? NaN, 12)
      }),
      { numRuns: 30 },
    )
  })

  it('finds rankings that are turned upside down worse', () => {
    const upright = ranksRun(Array.from({ length: 12 }, () => 1))
    const reversed = {
      ...upright,
      answers: upright.answers.map((each) => ({ ...each, documents: each.documents.toReversed() })),
    }
    const { means, counts, queries } = only(compareRuns(upright, reversed, { measure: ndcg(10) }))
    expect(counts).toEqual({ better: 0, same: 0, worse: 12 })
    expect(means?.difference).toBeCloseTo(1 / Math.log2(11) - 1, 12)
    expect(means?.interval[1]).toBeLessThan(-0.5)
    expect(means?.p).toBeCloseTo(2 / 2 ** 12, 12)
    expect(queries[0]?.reason).toBe('a.md fell from 1 to 10: other-8.md, other-7.md and 7 more came above it')
  })

  it('compares strategies of one run, by name', () => {
    const [convex, rrf] = [ranksRun([1, 1]), ranksRun([2, 1], 'rrf')]
    const both = { ...convex, strategies: ['convex', 'rrf'], answers: [...convex.answers, ...rrf.answers] }
    const comparison = only(compareRuns(both, both, { measure, strategies: ['convex', 'rrf'] }))
    expect(comparison.strategies).toEqual({ first: 'convex', second: 'rrf' })
    expect(comparison.counts).toEqual({ better: 0, same: 1, worse: 1 })
    const [one, other, ...rest] = compareRuns(both, ranksRun([1, 1]), { measure })
    expect([one?.strategies.first, other, rest]).toEqual(['convex', undefined, []])
  })

  it('corrects p for all that is compared', () => {
    const better = Array.from({ length: 6 }, () => 1)
    const [low, high] = [ranksRun(better.map(() => 3)), ranksRun(better)]
    const twice = (one: Run) => {
      const rrf = one.answers.map((each) => ({ ...each, strategy: 'rrf' }))
      return { ...one, strategies: ['convex', 'rrf'], answers: [...one.answers, ...rrf] }
    }
    const found = compareRuns(twice(low), twice(high), { measure }).map(({ means }) => [
      means?.p,
      means?.adjustedP,
    ])
    expect(found).toEqual([
      [2 / 64, 4 / 64],
      [2 / 64, 4 / 64],
    ])
  })

  it('sets apart what cannot be compared, and measures the rest', () => {
    const [shared, gone, fresh] = [
      query('both', { 'a.md': 1 }),
      query('gone', { 'a.md': 1 }),
      query('new', { 'a.md': 1 }),
    ]
    const first = run(
      [gone, shared, query('none', {})],
      [bare('gone', ['a.md']), bare('both', ['a.md']), bare('none', [])],
    )
    const second = run(
      [shared, fresh, query('none', {})],
      [bare('both', ['b.md']), bare('new', ['a.md']), bare('none', [])],
    )
    const comparison = only(compareRuns(first, second, { measure }))
    expect(comparison.apart).toEqual({
      onlyFirst: ['gone'],
      onlySecond: ['new'],
      otherText: [],
      otherJudgements: [],
      unanswerable: ['none'],
    })
    expect(comparison.queries.map(({ id }) => id)).toEqual(['both'])
    expect(comparison.means).toMatchObject({ first: 1, second: 0, difference: -1 })
  })

  it('has no figures where no query is left', () => {
    const [one, other] = [
      run([query('1', { a: 1 })], [bare('1', ['a'])]),
      run([query('2', { a: 1 })], [bare('2', ['a'])]),
    ]
    const comparison = only(compareRuns(one, other, { measure }))
    expect(comparison).toMatchObject({ means: null, counts: { better: 0, same: 0, worse: 0 }, queries: [] })
  })

  it('compares suites of the same name alone, and says whether their documents are the same', () => {
    const one = ranksRun([1])
    const elsewhere = {
      ...ranksRun([1]),
      suites: ranksRun([1]).suites.map((suite) => ({ ...suite, name: 'other' })),
    }
    expect(compareRuns(one, elsewhere, { measure })).toEqual([])
    const corpora = (corpus: string) => ({
      ...one,
      suites: one.suites.map((suite) => ({ ...suite, corpus })),
    })
    expect(only(compareRuns(one, corpora('def'), { measure })).isSameCorpus).toBe(false)
    expect(only(compareRuns(one, corpora(''), { measure })).isSameCorpus).toBeNull()
  })

  it('refuses a run with holes', () => {
    const whole = ranksRun([1, 1])
    const failure = failureOf(() =>
      compareRuns(whole, { ...whole, answers: whole.answers.slice(1) }, { measure }),
    )
    expect(failure).toMatchObject({ code: 'EVALUATION_RUN_INCOMPLETE' })
  })
})
