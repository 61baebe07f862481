import { describe, expect, it } from 'vitest'
import type { RunQuery } from '../run/run.js'
import { pageOf, reportOf } from './__fixtures__/sample-report.js'
import { type Respond, answerOf, queryOf, rankedOf, runOf, suiteOf } from './__fixtures__/sample-run.js'
import { encodePageData, type PageData } from './encode-page-data.js'
import { groupSuites } from './report-suite.js'

function encode(query: RunQuery, respond: Respond, strategies = ['keyword', 'convex']): PageData {
  return encodePageData(groupSuites([reportOf(runOf([suiteOf([query])], strategies, respond))]), 6)
}

const plain = queryOf({ id: 'q1', grades: { 'a.md': 2, 'b.md': 1, 'c.md': 0 } })

describe('encodePageData', () => {
  it('keeps equal texts and chunks once', () => {
    const { strings, chunks } = encode(plain, () => ({ documents: ['a.md', 'b.md'] }))
    expect(strings.length).toBe(new Set(strings).size)
    expect(
      chunks.map(([document, start, end, heading, snippet]) => [
        strings[document],
        start,
        end,
        strings[heading],
        strings[snippet],
      ]),
    ).toEqual([
      ['a.md', 3, 9, 'Notes › a.md', 'What a.md says.'],
      ['b.md', 3, 9, 'Notes › b.md', 'What b.md says.'],
    ])
  })

  it('says where the first relevant document stands, and how relevant each is', () => {
    const data = encode(plain, () => ({ documents: ['x.md', 'c.md', 'a.md'] }))
    const answer = data.suites[0]?.queries[0]?.answers[0]
    expect(answer?.rank).toBe(3)
    expect(answer?.ranking.map(([, grade]) => grade)).toEqual([0, 0, 2])
    expect(encode(plain, () => ({ documents: ['x.md'] })).suites[0]?.queries[0]?.answers[0]?.rank).toBeNull()
  })

  it('takes no grade from what every object has', () => {
    const documents = ['constructor', 'toString', '__proto__', 'a.md']
    const ranking = documents.slice(0, 2).map((document) => rankedOf(document))
    const answer = encode(plain, () => ({ documents, ranking })).suites[0]?.queries[0]?.answers[0]
    expect(answer).toMatchObject({
      rank: 4,
      others: [
        [expect.any(Number), 0],
        [expect.any(Number), 2],
      ],
    })
    expect(answer?.ranking.map(([, grade]) => grade)).toEqual([0, 0])
    const judged = queryOf({ id: 'q1', grades: JSON.parse('{"__proto__":2,"constructor":1}') })
    const found = encode(judged, () => ({ documents, ranking: [] })).suites[0]?.queries[0]
    expect(found).toMatchObject({ relevant: 2, expected: [{ grade: 2 }, { grade: 1 }] })
    expect(found?.answers[0]?.others.map(([, grade]) => grade)).toEqual([1, 0, 2, 0])
  })

  it('keeps ten documents, those without details by their names', () => {
    const documents = Array.from({ length: 30 }, (_, index) => `${index}.md`)
    const ranking = documents.slice(0, 2).map((document) => rankedOf(document))
    const data = encode(plain, () => ({ documents, ranking }))
    const answer = data.suites[0]?.queries[0]?.answers[0]
    expect(answer?.ranking).toHaveLength(2)
    expect(answer?.others.map(([document]) => data.strings[document])).toEqual(documents.slice(2, 10))
  })

  it('says what is shown, which of it holds the passage, and what was odd', () => {
    const shown = { document: 'a.md', startLine: 1, endLine: 2, score: 1, confidence: 1, hasPassage: false }
    const results = [shown, { ...shown, hasPassage: true }]
    const data = encode(plain, () => ({ documents: ['a.md'], results, degraded: ['vector: slow'] }))
    const answer = data.suites[0]?.queries[0]?.answers[0]
    expect(answer).toMatchObject({ shown: 2, passage: 2, milliseconds: 12 })
    expect(answer?.degraded.map((text) => data.strings[text])).toEqual(['vector: slow'])
    const unknown = encode(plain, () => ({ documents: [], results: null, timings: null }))
    expect(unknown.suites[0]?.queries[0]?.answers[0]).toMatchObject({
      shown: null,
      passage: null,
      milliseconds: null,
    })
  })

  it('keeps how much of the question is matched, where that is known', () => {
    const data = encode(plain, () => ({ documents: ['a.md'], ranking: [rankedOf('a.md')] }))
    const [entry] = data.suites[0]?.queries[0]?.answers[0]?.ranking ?? []
    const parts = entry?.[4].map(([source, ...numbers]) => [data.strings[source], ...numbers])
    expect(parts).toEqual([
      ['keyword', 2, 7.5, 0.25, 0.404],
      ['vector', 1, 0.625, 0.5],
    ])
  })

  it('says which documents answer, the best first, and where', () => {
    const passages = [
      { document: 'b.md', lines: [3, 5], contains: 'the key' },
      { document: 'b.md', lines: [7, 7] },
    ] as const
    const data = encode(queryOf({ ...plain, passages }), () => ({ documents: [] }))
    const [query] = data.suites[0]?.queries ?? []
    const expected = query?.expected.map(({ document, grade, places }) => [
      data.strings[document],
      grade,
      places,
    ])
    expect(expected).toEqual([
      ['a.md', 2, []],
      ['b.md', 1, ['lines 3–5: “the key”', 'line 7']],
    ])
    expect(query?.relevant).toBe(2)
  })

  it('tells retrievers from fusions', () => {
    const data = encode(plain, () => ({ documents: [] }), ['keyword', 'vector', 'rrf'])
    expect(data.suites[0]?.systems.map(({ retriever }) => retriever)).toEqual(['keyword', 'vector', null])
  })

  it('shows what would steer the page', () => {
    const data = encode(queryOf({ id: 'q\0', text: '\u202etxt \ud83d' }), () => ({ documents: ['\u2066x'] }))
    expect(data.suites[0]?.queries[0]).toMatchObject({
      id: String.raw`q\u{0}`,
      text: String.raw`\u{202e}txt ` + '\ufffd',
    })
    expect(data.strings).toContain(String.raw`\u{2066}x`)
  })
})

describe('a large run', () => {
  const strategies = ['keyword', 'vector', 'convex', 'weighted', 'rrf', 'openclaw-2026.2']

  /** As different as answers of real strategies are: a third of each ranking is its own. */
  function respond(query: RunQuery, strategy: string) {
    const own = strategies.indexOf(strategy)
    const documents = Array.from({ length: 30 }, (_, rank) =>
      rank % 3 === 0 ? `notes/${query.id}-${own}-${rank}.md` : `notes/${query.id}-${rank}.md`,
    )
    const ranking = documents.slice(0, 10).map((document, rank) =>
      rankedOf(document, {
        snippet: `${document} ${'a word of a snippet '.repeat(12)}`,
        heading: ['A heading of some length', `Another one of ${query.id}`],
        score: 1 / (rank + 1.37),
        confidence: Math.sin(rank + own) ** 2,
        contributions: [
          {
            source: 'keyword',
            rank: rank + own,
            raw: Math.cos(rank) * 7.123456789,
            value: Math.sqrt(rank) / 7,
          },
          { source: 'vector', rank: rank + 1, raw: Math.sin(rank + 0.123), value: Math.sqrt(own) / 7 },
        ],
      }),
    )
    return answerOf(documents, { ranking, query: query.id, strategy })
  }

  it('makes a page of less than 30 MB', () => {
    const queries = Array.from({ length: 1200 }, (_, index) =>
      queryOf({
        id: `q${index}`,
        text: `What is said about the subject number ${index}?`,
        kind: `kind ${index % 9}`,
      }),
    )
    // The figures of so many queries take long, and are not what makes the page large.
    const run = runOf([suiteOf(queries)], strategies, respond)
    const page = pageOf([
      { ...reportOf(runOf([suiteOf([])], strategies, respond)), label: 'large', run, rows: [] },
    ])
    expect(page.length).toBeGreaterThan(1e6)
    expect(Buffer.byteLength(page)).toBeLessThan(30e6)
  })
})
