import { isAnswerable } from '../measures/answer-measures.js'
import type { Run, RunSuite } from '../run/run.js'
import { distinctNames, safeName } from '../suite/document-files.js'
import type { Judgements } from '../suite/judgements.js'
import { type Answered, answersOf } from '../summary/score-answers.js'
import type { Rankings } from './trec-files.js'

/** Judgements as a file. */
export interface JudgementsFile {
  readonly name: string
  readonly judgements: Judgements
}

/** What one strategy answered to one suite, as a file. */
export interface RankingsFile {
  readonly name: string
  readonly strategy: string
  readonly rankings: Rankings
}

/** A run as files that trec_eval reads. */
export interface TrecExport {
  readonly qrels: readonly JudgementsFile[]
  readonly runs: readonly RankingsFile[]
  /** Queries that no document answers: trec_eval cannot leave them out of its means, so they are in no file. */
  readonly unanswerable: number
}

function toJudgements({ queries }: RunSuite): Judgements {
  return new Map(queries.filter(isAnswerable).map(({ id, grades }) => [id, new Map(Object.entries(grades))]))
}

function toRankings(answered: readonly Answered[], judgements: Judgements): Rankings {
  const judged = answered.filter(({ query }) => judgements.has(query.id))
  return new Map(judged.map(({ query, answer }) => [query.id, answer.documents]))
}

/** File names, in the order of what they are named after. */
function namesOf(subjects: readonly string[], ending: string): string[] {
  const numbered = subjects.map((_, index) => String(index))
  const names = distinctNames(numbered, (index) => safeName(subjects[Number(index)] ?? ''))
  return Array.from(names.keys(), (name) => `${name}.${ending}`)
}

/**
 * A run as judgements, one file for each suite (`<suite>.qrels`), and rankings, one for each suite and strategy
 * (`<suite>.<strategy>.run`).
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`
 */
export function runToTrec(run: Run): TrecExport {
  const { suites, strategies } = run
  const findAnswers = answersOf(run)
  const judged = suites.map((suite) => ({ suite, judgements: toJudgements(suite) }))
  const pairs = judged.flatMap((each) => strategies.map((strategy) => ({ ...each, strategy })))
  const qrelsNames = namesOf(
    suites.map(({ name }) => name),
    'qrels',
  )
  const runNames = namesOf(
    pairs.map(({ suite, strategy }) => `${suite.name}.${strategy}`),
    'run',
  )
  const asked = suites.reduce((sum, { queries }) => sum + queries.length, 0)
  const answerable = judged.reduce((sum, { judgements }) => sum + judgements.size, 0)
  return {
    qrels: judged.map(({ judgements }, index) => ({ name: qrelsNames[index] ?? '', judgements })),
    runs: pairs.map(({ suite, strategy, judgements }, index) => ({
      name: runNames[index] ?? '',
      strategy,
      rankings: toRankings(findAnswers(suite, strategy), judgements),
    })),
    unanswerable: asked - answerable,
  }
}
