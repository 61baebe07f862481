import { describe, expect, it } from 'vitest'
import { reportOf } from '../__fixtures__/sample-report.js'
import { type Respond, queryOf, rankedOf, runOf, suiteOf } from '../__fixtures__/sample-run.js'
import { encodePageData } from '../encode-page-data.js'
import { type ReportRun, groupSuites } from '../report-suite.js'
import { retrieverList } from './retriever-list.js'
import { queryItems } from './select-queries.js'

const suite = suiteOf([queryOf({ id: 'q1' })])

function contributions(keyword: number | null, vector: number | null) {
  return [
    { source: 'keyword', rank: keyword, raw: keyword && 10 - keyword, value: 0.1 },
    { source: 'vector', rank: vector, raw: vector && 1 / vector, value: 0.2 },
  ]
}

/** Each fusion has its own two documents, by their ranks in the retrievers. */
const fusions: Readonly<Record<string, [string, number | null, number | null][]>> = {
  convex: [
    ['a.md', 4, 1],
    ['b.md', null, 2],
  ],
  rrf: [
    ['c.md', 1, 7],
    ['a.md', 4, 1],
  ],
}

const respond: Respond = (_, strategy) => {
  const ranked = fusions[strategy] ?? [[`${strategy}.md`, 1, 1]]
  const ranking = ranked.map(([document, keyword, vector]) =>
    rankedOf(document, { contributions: contributions(keyword, vector) }),
  )
  return { documents: ranking.map(({ document }) => document), ranking }
}

function listOf(runs: readonly ReportRun[], retriever: 'keyword' | 'vector', chosen: number | null) {
  const data = encodePageData(groupSuites(runs), 6)
  const [item] = queryItems(data)
  const found = item && retrieverList(data, item, { retriever, chosen })
  return found && { system: found.system, ranks: found.listed.map(({ rank, document }) => [rank, document]) }
}

function runWith(...strategies: string[]): ReportRun {
  return reportOf(runOf([suite], strategies, respond))
}

describe('retrieverList', () => {
  it('is the retriever itself where it was asked alone', () => {
    const runs = [runWith('keyword', 'vector', 'convex')]
    expect(listOf(runs, 'vector', 2)).toEqual({ system: 1, ranks: [[1, 'vector.md']] })
    expect(listOf(runs, 'keyword', null)).toEqual({ system: 0, ranks: [[1, 'keyword.md']] })
  })

  it('is put together from what it contributed to all fused results of the run, with gaps', () => {
    const runs = [runWith('convex', 'rrf')]
    expect(listOf(runs, 'keyword', 0)).toEqual({
      system: null,
      ranks: [
        [1, 'c.md'],
        [4, 'a.md'],
      ],
    })
    expect(listOf(runs, 'vector', 1)).toEqual({
      system: null,
      ranks: [
        [1, 'a.md'],
        [2, 'b.md'],
        [7, 'c.md'],
      ],
    })
  })

  it('has the score that the retriever gave, and no other', () => {
    const data = encodePageData(groupSuites([runWith('convex')]), 6)
    const [item] = queryItems(data)
    const [first] = (item && retrieverList(data, item, { retriever: 'keyword', chosen: 0 }))?.listed ?? []
    expect(first?.details).toMatchObject({
      score: null,
      contributions: [{ source: 'keyword', rank: 4, raw: 6 }],
    })
  })

  it('is of the run of the chosen strategy, be it put together, rather than of another', () => {
    const runs = [runWith('keyword', 'convex'), runWith('rrf')]
    expect(listOf(runs, 'keyword', 1)).toMatchObject({ system: 0 })
    expect(listOf(runs, 'keyword', 2)).toMatchObject({
      system: null,
      ranks: [
        [1, 'c.md'],
        [4, 'a.md'],
      ],
    })
  })

  it('is of another run, or not known, where a run has no details', () => {
    const bare = reportOf(
      runOf([suite], ['bm25'], () => ({ documents: ['z.md'], ranking: [], results: null })),
    )
    expect(listOf([bare], 'keyword', 0)).toBeNull()
    expect(listOf([bare, runWith('keyword')], 'keyword', 0)).toEqual({
      system: 1,
      ranks: [[1, 'keyword.md']],
    })
  })
})
