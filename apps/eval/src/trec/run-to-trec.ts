import { isAnswerable } from '../measures/answer-measure.js'
import type { Answer, Run, RunSuite } from '../run/run.js'
import { distinctNames, safeName } from '../suite/file-names.js'
import type { Judgements } from '../suite/judgements.js'
import type { Rankings } from './trec-run.js'

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

function toRankings(answers: readonly Answer[], judgements: Judgements): Rankings {
  const judged = answers.filter(({ query }) => judgements.has(query))
  return new Map(judged.map(({ query, documents }) => [query, documents]))
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
 */
export function runToTrec({ suites, strategies, answers }: Run): TrecExport {
  const judged = suites.map((suite) => ({ suite: suite.name, judgements: toJudgements(suite) }))
  const pairs = judged.flatMap((each) => strategies.map((strategy) => ({ ...each, strategy })))
  const qrelsNames = namesOf(
    judged.map(({ suite }) => suite),
    'qrels',
  )
  const runNames = namesOf(
    pairs.map(({ suite, strategy }) => `${suite}.${strategy}`),
    'run',
  )
  const asked = suites.reduce((sum, { queries }) => sum + queries.length, 0)
  const answerable = judged.reduce((sum, { judgements }) => sum + judgements.size, 0)
  return {
    qrels: judged.map(({ judgements }, index) => ({ name: qrelsNames[index] ?? '', judgements })),
    runs: pairs.map(({ suite, strategy, judgements }, index) => ({
      name: runNames[index] ?? '',
      strategy,
      rankings: toRankings(
        answers.filter((answer) => answer.suite === suite && answer.strategy === strategy),
        judgements,
      ),
    })),
    unanswerable: asked - answerable,
  }
}
