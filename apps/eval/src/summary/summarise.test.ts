import type { Answer } from '../run/run.js'
import { describe, expect, it } from 'vitest'
import { defaultDepths } from '../measures/measure-table.js'
import type { RunQuery } from '../run/run.js'
import { suiteOf } from '../__fixtures__/plain-run.js'
import { answerOf, answerer, queryOf, rowOf, runOf, resultOf } from './__fixtures__/small-run.js'
import type { Scores } from './score-answers.js'
import { groupByKind, latencies, meansOf, meanTokens, summarise, type Row } from './summarise.js'

const timings = { total: 8, sync: 0, keyword: 1, vector: 6, embed: 5, rank: 1 }

const notes = suiteOf(
  [
    queryOf('q1', { kind: 'direct', passages: [{ document: 'a', lines: [4, 5] }] }),
    queryOf('q2', { kind: 'vague', grades: { b: 3, c: 1 } }),
    queryOf('q3', { kind: 'none', grades: {} }),
    queryOf('q4', { kind: 'direct' }),
    queryOf('q5', { kind: 'none', grades: { a: 0 } }),
  ],
  { blank: 2 },
)

/** Finds q1 at rank 1 with its passage, the second document of q2 at rank 3, and nothing else. */
const rankings: Readonly<Record<string, string[]>> = {
  q1: ['a', 'b'],
  q2: ['x', 'y', 'c'],
  q3: [],
  q4: [],
  q5: ['a'],
}

const smallRun = runOf([notes], {
  convex: (query, suite) =>
    answerOf([suite.name, 'convex', query.id], rankings[query.id] ?? [], {
      timings,
      ...(query.id === 'q1' && { results: [resultOf('a', true)] }),
    }),
  keyword: answerer('keyword', () => ['a']),
})

function groupsOf(...kinds: string[]) {
  const answered = kinds.map((kind, position) => ({ query: { kind }, position }))
  return groupByKind(answered).map(({ kind, members }) => [kind, members.map(({ position }) => position)])
}

function timed(total: number): { timings: NonNullable<Answer['timings']> } {
  return { timings: { total, sync: 0, keyword: total / 2, vector: total / 4, embed: total / 8, rank: 1 } }
}

const scores = new Map<string, Scores>([
  ['hit@1', [1, 0, undefined, 1, 0]],
  ['MRR@10', [1, 0.5, undefined, 1, 0]],
  ['passage', [undefined, 1, undefined, 1, undefined]],
  ['abstention', [undefined, undefined, 0, undefined, undefined]],
])

describe('summarise', () => {
  const rows = summarise(smallRun, { depths: [1, 3], baseline: 'convex' })

  it('has a row for all queries and one for each kind, of each strategy', () => {
    expect(rows.map(({ suite, strategy, kind }) => [suite, strategy, kind])).toEqual([
      ['notes', 'convex', 'all'],
      ['notes', 'convex', 'direct'],
      ['notes', 'convex', 'vague'],
      ['notes', 'convex', 'none'],
      ['notes', 'keyword', 'all'],
      ['notes', 'keyword', 'direct'],
      ['notes', 'keyword', 'vague'],
      ['notes', 'keyword', 'none'],
    ])
  })

  it('has the figures of all queries', () => {
    const row = rowOf(rows, 'convex')
    const gain = 1 / Math.log2(4)
    expect(row.queries).toBe(3)
    expect(row.apart).toEqual({ unanswerable: 2, blank: 2, foreign: 0 })
    expect(row.measures).toEqual({
      'hit@1': 1 / 3,
      'all@1': 1 / 3,
      'recall@1': 1 / 3,
      'precision@1': 1 / 3,
      'MRR@1': 1 / 3,
      'nDCG@1': 1 / 3,
      'nDCG-linear@1': 1 / 3,
      'MAP@1': 1 / 3,
      'hit@3': 2 / 3,
      'all@3': 1 / 3,
      'recall@3': (1 + 1 / 2 + 0) / 3,
      'precision@3': expect.closeTo((1 / 3 + 1 / 3 + 0) / 3, 12),
      'MRR@3': expect.closeTo((1 + 1 / 3 + 0) / 3, 12),
      'nDCG@3': expect.closeTo((1 + gain / (7 + 1 / Math.log2(3)) + 0) / 3, 12),
      'nDCG-linear@3': expect.closeTo((1 + gain / (3 + 1 / Math.log2(3)) + 0) / 3, 12),
      'MAP@3': expect.closeTo((1 + 1 / 3 / 2 + 0) / 3, 12),
      'found@limit': 1 / 3,
      'recall@limit': 1 / 3,
      passage: 1,
      'within 500': 0,
      'within 1000': 0,
      'within 2000': 0,
      'found@6': 0,
      'found@10': 0,
      lost: 1 / 3,
      abstention: 1 / 2,
      foreign: null,
    })
    expect(row.tokens).toEqual({ shown: 120, results: { 6: 120, 10: 120 } })
    expect(row.calibration?.queries).toBe(5)
    expect(Object.keys(row.ci)).toEqual(Object.keys(row.measures))
    expect(row.ci).toMatchObject({ 'hit@1': [0, 1], passage: [1, 1] })
    // a is found by one of its two queries, b and c not by their single query.
    expect(row.files).toEqual({ passed: 0, total: 3 })
    expect(row).toMatchObject({ latency: { total: { p50: 8, p95: 8 } }, difference: null })
  })

  it('has the figures of a kind, without files and blank queries', () => {
    expect(rowOf(rows, 'convex', 'direct')).toMatchObject({
      queries: 2,
      apart: { unanswerable: 0, blank: 0 },
      measures: { 'hit@1': 1 / 2, 'found@limit': 1 / 2, passage: 1, abstention: null },
      ci: { 'hit@1': [0, 1], abstention: null },
      files: null,
    })
  })

  it('has a row for a kind that no document answers', () => {
    const row = rowOf(rows, 'convex', 'none')
    expect(row).toMatchObject({
      queries: 0,
      apart: { unanswerable: 2, blank: 0 },
      measures: { 'hit@1': null, 'nDCG@3': null, 'found@limit': null, passage: null, abstention: 1 / 2 },
      ci: { 'hit@1': null, abstention: [0, 1] },
    })
    expect(rowOf(rows, 'keyword', 'none').difference).toEqual({})
  })

  it('compares only by the given measures', () => {
    expect(Object.keys(rowOf(rows, 'keyword').difference ?? {})).toEqual([
      'hit@1',
      'hit@3',
      'MRR@3',
      'nDCG@3',
    ])
    expect(rowOf(rows, 'keyword').difference?.['hit@1']).toEqual({
      mean: 1 / 3,
      p: 1,
      adjustedP: 1,
      verdict: 'same',
    })
  })
})

describe('groupByKind', () => {
  it('are all queries, then each kind in order of first appearance', () => {
    expect(groupsOf('vague', 'direct', 'vague', 'adjacent')).toEqual([
      ['all', [0, 1, 2, 3]],
      ['vague', [0, 2]],
      ['direct', [1]],
      ['adjacent', [3]],
    ])
  })

  it('are only all queries with a single kind, without kinds, and without queries', () => {
    expect(groupsOf('direct', 'direct')).toEqual([['all', [0, 1]]])
    expect(groupsOf('', '')).toEqual([['all', [0, 1]]])
    expect(groupsOf()).toEqual([['all', []]])
  })
})

describe('latencies', () => {
  it('are the 50th and the 95th of a hundred searches, by stage', () => {
    const searches = Array.from({ length: 100 }, (_, index) => timed(100 - index))
    expect(latencies(searches)).toEqual({
      total: { p50: 50, p95: 95 },
      keyword: { p50: 25, p95: 47.5 },
      vector: { p50: 12.5, p95: 23.75 },
      embed: { p50: 6.25, p95: 11.875 },
      rank: { p50: 1, p95: 1 },
    })
  })

  it('are null without searches', () => {
    expect(latencies([])).toBeNull()
  })
})

describe('meansOf', () => {
  it('are means over the queries that a measure applies to', () => {
    const { measures, ci } = meansOf(scores)
    expect(measures).toEqual({ 'hit@1': 2 / 4, 'MRR@10': 2.5 / 4, passage: 1, abstention: 0 })
    expect(ci['hit@1']).toEqual([0, 1])
    expect(ci['passage']).toEqual([1, 1])
    expect(ci['abstention']).toEqual([0, 0])
    const [low = NaN, high = NaN] = ci['MRR@10'] ?? []
    expect(low).toBeLessThan(2.5 / 4)
    expect(high).toBeGreaterThan(2.5 / 4)
  })
})

describe('summarise, comparing strategies', () => {
  const kinds = ['direct', 'vague', 'adjacent']
  const queries = Array.from({ length: 60 }, (_, index) =>
    queryOf(`q${index}`, { kind: kinds[index % 3] ?? '', grades: { [`d${index}`]: 2 } }),
  )
  const suites = [suiteOf(queries), suiteOf(queries.slice(0, 6), { name: 'few' })]
  const order = (_: RunQuery, position: number): string[] => {
    const rank = [0, 0, 1, 2, 3][position % 5] ?? 0
    return Array.from({ length: 10 }, (__, index) => (index === rank ? `d${position}` : `x${index}`))
  }
  const answerers = {
    convex: answerer('convex', order),
    twin: answerer('twin', order),
    reversed: answerer('reversed', (query, position) => order(query, position).toReversed()),
  }
  const options = { depths: defaultDepths, baseline: 'convex' }
  const run = runOf(suites, answerers)
  const rows = summarise(run, options)

  it('returns the same figures again, and for a strategy even with another one in the run', () => {
    expect(summarise(run, options)).toEqual(rows)
    const joined = summarise(runOf(suites, { other: answerer('other', () => []), ...answerers }), options)
    const withoutOthers = (some: readonly Row[]) =>
      some
        .filter(({ strategy }) => strategy === 'reversed')
        .map(({ measures, ci, difference }) => ({ measures, ci, p: difference?.['MRR@10']?.p }))
    expect(withoutOthers(joined)).toEqual(withoutOthers(rows))
  })
})

describe('meanTokens', () => {
  const answerWith = (total: number, ...tokens: number[]) => ({
    given: { tokens: total, toAnswer: null },
    unfiltered: { limit: 6, confidence: 1, results: tokens.map((each) => ({ document: 'a', tokens: each })) },
  })

  it('is the mean length of the text as returned, and with 6 or 10 results', () => {
    const long = answerWith(600, 100, 200, 300, 400, 500, 600, 700, 800)
    const heldBack = answerWith(20, 150, 250)
    expect(meanTokens([long, heldBack])).toEqual({
      shown: (600 + 20) / 2,
      results: { 6: (600 + 250) / 2, 10: (800 + 250) / 2 },
    })
    // A text without results has tokens too.
    expect(meanTokens([answerWith(20)])).toEqual({ shown: 20, results: { 6: 20, 10: 20 } })
  })

  it('is null without answers', () => {
    expect(meanTokens([])).toBeNull()
  })
})
