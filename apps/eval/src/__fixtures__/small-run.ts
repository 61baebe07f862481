import type { Answer, Run, RunHeader } from '../run/run.js'

/** Three queries of a suite; no document answers the last one. */
export const smallHeader: RunHeader = {
  settings: {
    model: null,
    threshold: 0,
    candidates: 100,
    chunking: { target: 400, overlap: 80 },
  },
  depth: 10,
  strategies: ['keyword', 'reversed'],
  suites: [
    {
      name: 'notes',
      description: 'Three notes.',
      queries: [
        { id: 'q1', text: 'when do sessions end', kind: 'direct', grades: { 'auth.md': 1 }, passages: [] },
        { id: 'q2', text: 'billing service', kind: 'vague', grades: { 'ada.md': 2, 'auth.md': 1 }, passages: [] },
        { id: 'q3', text: 'phases of the moon', kind: 'no answer', grades: {}, passages: [] },
      ],
      blank: 0,
      corpus: 'c0ffee',
    },
  ],
  environment: { version: '0.0.0', node: '20.19.0', platform: 'linux x64', processor: 'one' },
  startedAt: '2026-03-01T12:00:00.000Z',
}

/** An answer of a strategy that ranks and shows these documents. */
function answerOf(strategy: string, query: string, documents: readonly string[]): Answer {
  const place = { startLine: 1, endLine: 3, score: 0.5, confidence: 0.5 }
  return {
    suite: 'notes',
    strategy,
    query,
    documents,
    ranking: documents.map((document) => ({
      document,
      ...place,
      heading: ['Notes'],
      snippet: 'a snippet',
      contributions: [{ source: 'keyword', rank: 1, raw: 3, value: 0.5 }],
    })),
    results: documents.map((document) => ({ document, ...place, hasPassage: false })),
    given: { tokens: 120, toAnswer: null },
    unfiltered: { limit: 6, confidence: 0.5, results: [] },
    timings: { total: 3, sync: 0, keyword: 1, vector: 0, embed: 0, rank: 2 },
    degraded: [],
  }
}

export const smallAnswers: readonly Answer[] = [
  answerOf('keyword', 'q1', ['auth.md', 'ada.md']),
  answerOf('keyword', 'q2', ['ada.md']),
  answerOf('keyword', 'q3', []),
  answerOf('reversed', 'q1', ['ada.md', 'auth.md']),
  answerOf('reversed', 'q2', ['ada.md']),
  answerOf('reversed', 'q3', []),
]

export const smallRun: Run = { ...smallHeader, answers: smallAnswers }
