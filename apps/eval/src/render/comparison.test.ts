import { describe, expect, it } from 'vitest'
import { reciprocalRank } from '../measures/ranking-measures.js'
import type { Run } from '../run/run.js'
import { answer, bare, fused, part, query, ranked, run } from '../__fixtures__/compared-runs.js'
import { compareRuns } from '../compare/compare-runs.js'
import { comparisonParts } from './comparison.js'
import { renderParts } from './table.js'

const ada = fused('people/ada.md', [1, 7.2, 0.31], [3, 0.41, 0.2])
const lost = fused('people/ada.md', [null, 0, 0], [3, 0.41, 0.2])
const garden = fused('garden.md', [2, 5, 0.2], [9, 0.2, 0.1])

const queries = [
  query('q1', { 'people/ada.md': 2 }, { text: 'who does billing' }),
  query('q2', { 'x.md': 1 }, { kind: '' }),
]
const first = run(queries, [answer('q1', [ada, garden]), bare('q2', ['a.md', 'x.md'])])
const second = run(queries, [answer('q1', [garden, lost]), bare('q2', ['x.md', 'a.md'])], {
  settings: { candidates: 24 },
})

function render(
  one: Run,
  other: Run,
  { width = 100, limit = 10, strategies = undefined as string[] | undefined } = {},
) {
  const named = [
    { file: 'one.jsonl', run: one },
    { file: 'other.jsonl', run: other },
  ] as const
  const comparison = compareRuns(...named, { measure: reciprocalRank(10), strategies })
  return renderParts(comparisonParts(comparison, { width, limit }), { width })
}

describe('comparisonParts', () => {
  it('has settings and figures, then worse and improved queries with both explanations', () => {
    expect(render(first, second)).toMatchInlineSnapshot(`
      "first: one.jsonl, of 2026-11-21T10:00:00.000Z, version 1.0.0
      second: other.jsonl, of 2026-11-21T10:00:00.000Z, version 1.0.0
      Settings differ:
      - candidates: 100 → 24

      notes, convex: MRR@10 of 2 queries
      0.750 → 0.750: 0.000 (−0.500 to +0.500), p = 1.000
      1 better, 0 the same, 1 worse

      Worse

      query                                 MRR@10   rank
      q1 (direct): who does billing  1.000 → 0.500  1 → 2
        first   people/ada.md: score 0.51 = keyword 0.31 (rank 1, raw 7.2) + vector 0.2 (rank 3, raw
                0.41), confidence 0.51
        second  people/ada.md: score 0.2 = keyword 0 (raw 0) + vector 0.2 (rank 3, raw 0.41), confidence
                0.2

      Better

      query                  MRR@10   rank
      q2: what of q2  0.500 → 1.000  2 → 1
        first   x.md
        second  x.md
      "
    `)
  })

  it('shows the requested number of queries in each direction, and counts the rest', () => {
    const many = Array.from({ length: 4 }, (_, index) => query(`m${index}`, { 'x.md': 1 }))
    const low = run(
      many,
      many.map(({ id }) => bare(id, ['a.md', 'x.md'])),
    )
    const high = run(
      many,
      many.map(({ id }) => bare(id, ['x.md', 'a.md'])),
    )
    const text = render(low, high, { limit: 3 })
    expect(text).toContain('Better, the first 3 of 4 (--limit shows more)\n')
    expect(text).toContain('m2 (direct)')
    expect(text).not.toContain('m3 (direct)')
    expect(text).not.toContain('Worse')
  })

  it('B4: explains why the threshold of a replay excludes an answer', () => {
    const unfiltered = {
      limit: 6,
      confidence: 0.25,
      results: [],
      withheld: '.7 × .367 = .257 < .35 for x.md',
    }
    const one = run(queries, [answer('q1', [ada]), bare('q2', ['x.md'])])
    const other = run(queries, [answer('q1', [garden], { unfiltered }), bare('q2', [], { unfiltered })])
    const text = render(one, other)
    expect(text).toContain('second  nothing: .7 × .367 = .257 < .35 for x.md\n')
    expect(text).toContain('second  no answer: .7 × .367 = .257 < .35 for x.md; first garden.md: score')
  })

  it('lists what is not compared', () => {
    const other = run(
      [query('q1', { 'people/ada.md': 2 }, { text: 'something else' }), query('q3', {})],
      [answer('q1', [ada]), bare('q3', [])],
    )
    const rrf = bare('q1', [], { strategy: 'rrf' })
    const more = {
      ...first,
      strategies: ['convex', 'rrf'],
      answers: [...first.answers, rrf, { ...rrf, query: 'q2' }],
    }
    const text = render(more, other)
    expect(text).toContain('Not compared (in one run only): rrf\n')
    expect(text).toContain('Nothing can be compared.\n')
    expect(text).toContain('Not compared: 1 query only in the first run: q2\n')
    expect(text).toContain('Not compared: 1 query only in the second run: q3\n')
    expect(text).toContain('Not compared: 1 query with a different text or grades: q1\n')
    const suites = [...other.suites, { name: 'spare', description: '', queries: [], blank: 0, corpus: '' }]
    expect(render(first, { ...other, suites })).toContain('Not compared (in one run only): spare\n')
  })

  it('escapes control characters in a run', () => {
    const hostile = '\u001b[2Jx\u202e\n\u0007'
    const evil = (rank: number) =>
      answer(
        hostile,
        [garden, ranked(hostile, [part(hostile, [rank, 1, 1 / rank])])].toSorted((a, b) =>
          rank === 1 ? b.score - a.score : a.score - b.score,
        ),
        {
          suite: hostile,
          strategy: hostile,
        },
      )
    const hostileQueries = [query(hostile, { [hostile]: 1 }, { text: hostile, kind: hostile })]
    const runs = [1, 3].map((rank) => ({
      ...run(hostileQueries, [evil(rank)], {
        suite: hostile,
        version: `${hostile}${rank}`,
        settings: { candidates: rank },
      }),
      startedAt: hostile,
    })) as [Run, Run]
    const text = render(...runs)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
    expect(text).toContain(String.raw`\u{1b}[2Jx\u{202e}\u{a}\u{7}: score 0.333 =`)
    expect(render(runs[0], runs[1], { width: 44 }).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
  })
})
