import type { Answer, Run, RunHeader } from '../run/run.js'
import { plainAnswer, plainHeader, suiteOf } from './plain-run.js'

/** Three queries of a suite; no document answers the last one. */
export const smallHeader: RunHeader = {
  ...plainHeader,
  startedAt: '2026-03-01T12:00:00.000Z',
  strategies: ['keyword', 'reversed'],
  suites: [
    suiteOf(
      [
        { id: 'q1', text: 'when do sessions end', kind: 'direct', grades: { 'auth.md': 1 }, passages: [] },
        { id: 'q2', text: 'billing service', kind: 'vague', grades: { 'ada.md': 2, 'auth.md': 1 }, passages: [] },
        { id: 'q3', text: 'phases of the moon', kind: 'no answer', grades: {}, passages: [] },
      ],
      { description: 'Three notes.', corpus: 'c0ffee' },
    ),
  ],
}

/** An answer of a strategy that ranks and shows these documents. */
function answerOf(strategy: string, query: string, documents: readonly string[]): Answer {
  const place = { startLine: 1, endLine: 3, score: 0.5, confidence: 0.5 }
  return {
    ...plainAnswer,
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
