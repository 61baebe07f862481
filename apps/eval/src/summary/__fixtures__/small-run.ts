import type { Answer, Run, RunQuery, RunSuite, RunResult } from '../../run/run.js'
import { plainAnswer, plainHeader } from '../../__fixtures__/plain-run.js'
import type { Row } from '../summarise.js'

/** A query that one document answers, with overrides. */
export function queryOf(id: string, more: Partial<RunQuery> = {}): RunQuery {
  return { id, text: `What is ${id}?`, kind: '', grades: { a: 1 }, passages: [], ...more }
}

export function resultOf(document: string, hasPassage = false): RunResult {
  return { document, startLine: 1, endLine: 3, score: 0.7, confidence: 0.6, hasPassage }
}

/** An answer that ranks these documents and shows the first two. */
export function answerOf(
  [suite, strategy, query]: readonly [suite: string, strategy: string, query: string],
  documents: readonly string[],
  more: Partial<Answer> = {},
): Answer {
  const results = documents.slice(0, 2).map((document) => resultOf(document))
  return { ...plainAnswer, suite, strategy, query, documents, results, ...more }
}

/** A run of these suites with the given answers. */
export function runOf(
  suites: readonly RunSuite[],
  answerers: Readonly<Record<string, (query: RunQuery, suite: RunSuite, position: number) => Answer>>,
): Run {
  return {
    ...plainHeader,
    depth: 100,
    strategies: Object.keys(answerers),
    suites,
    answers: suites.flatMap((suite) =>
      Object.values(answerers).flatMap((answer) =>
        suite.queries.map((query, position) => answer(query, suite, position)),
      ),
    ),
  }
}

/** Answers each query with the given documents, as `answerOf` does. */
export function answerer(
  strategy: string,
  rank: (query: RunQuery, position: number) => readonly string[],
  more: Partial<Answer> = {},
) {
  return (query: RunQuery, suite: RunSuite, position: number): Answer =>
    answerOf([suite.name, strategy, query.id], rank(query, position), more)
}

/** The first row of a strategy and a kind. */
export function rowOf(rows: readonly Row[], strategy: string, kind = 'all'): Row {
  const row = rows.find((each) => each.strategy === strategy && each.kind === kind)
  if (!row) throw new RangeError(`There is no row of ${strategy} and ${kind}.`)
  return row
}
