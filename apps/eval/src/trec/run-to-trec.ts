import { isAnswerable } from '../measures/answer-measures.js'
import type { Run } from '../run/run.js'
import { distinctNames, safeName } from '../suite/document-files.js'
import type { Judgements } from '../suite/judgements.js'
import { answersOf } from '../summary/score-answers.js'
import type { Rankings } from './trec-files.js'

/** A run as files that trec_eval reads. */
export interface TrecExport {
  /** One for each suite. */
  readonly qrels: readonly { readonly name: string; readonly judgements: Judgements }[]
  /** One for each suite and strategy. */
  readonly runs: readonly { readonly name: string; readonly strategy: string; readonly rankings: Rankings }[]
  /** Queries that no document answers: trec_eval cannot leave them out of its means, so they are in no file. */
  readonly unanswerable: number
}

/**
 * A run as judgements, one file for each suite (`<suite>.qrels`), and rankings, one for each suite and strategy
 * (`<suite>.<strategy>.run`).
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`
 */
export function runToTrec(run: Run): TrecExport {
  const findAnswers = answersOf(run)
  const judged = run.suites.map((suite) => {
    const answerable = suite.queries.filter(isAnswerable)
    const judgements: Judgements = new Map(
      answerable.map(({ id, grades }) => [id, new Map(Object.entries(grades))]),
    )
    return { suite, judgements }
  })
  const pairs = judged.flatMap((each) => run.strategies.map((strategy) => ({ ...each, strategy })))
  const qrelsNames = namesOf(
    run.suites.map(({ name }) => name),
    'qrels',
  )
  const runNames = namesOf(
    pairs.map(({ suite, strategy }) => `${suite.name}.${strategy}`),
    'run',
  )
  return {
    qrels: judged.map(({ judgements }, index) => ({ name: qrelsNames[index] ?? '', judgements })),
    runs: pairs.map(({ suite, strategy, judgements }, index) => {
      const answered = findAnswers(suite, strategy).filter(({ query }) => judgements.has(query.id))
      const rankings = new Map(answered.map(({ query, answer }) => [query.id, answer.documents]))
      return { name: runNames[index] ?? '', strategy, rankings }
    }),
    unanswerable: judged.reduce(
      (sum, { suite, judgements }) => sum + suite.queries.length - judgements.size,
      0,
    ),
  }
}

function namesOf(subjects: readonly string[], ending: string): string[] {
  const numbered = subjects.map((_, index) => String(index))
  const names = distinctNames(numbered, (index) => safeName(subjects[Number(index)] ?? ''))
  return Array.from(names.keys(), (name) => `${name}.${ending}`)
}
