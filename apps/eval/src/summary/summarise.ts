import { EvaluationError } from '../errors.js'
import { isAnswerable } from '../measures/answer-measure.js'
import { measuresAt, shownMeasures } from '../measures/measure-table.js'
import { passingFiles } from '../measures/passing-files.js'
import type { Run, RunSuite } from '../run/run.js'
import { compareStrategies, type Cell, type Differences } from './compare-strategies.js'
import { answersOf, type Answered, type FindAnswers } from './find-answers.js'
import { latencies } from './latency.js'
import { meansAt } from './means.js'
import { groupQueries } from './query-groups.js'
import type { Row } from './row.js'
import { scoreAnswers } from './score-answers.js'

/** What to measure, and what to compare with. */
export interface SummaryOptions {
  /** Where rankings are cut: whole numbers from 1. */
  readonly depths: readonly number[]
  /** The name of the strategy that the others are compared with. */
  readonly baseline: string
}

interface AnsweredCell extends Cell {
  /** All the suite's queries. */
  readonly answered: readonly Answered[]
}

function assertRan({ strategies }: Run, baseline: string): void {
  if (strategies.includes(baseline)) return
  throw new EvaluationError(
    'EVALUATION_UNKNOWN_BASELINE',
    `${JSON.stringify(baseline)} is not in the run. Compare with one that is: ${strategies.join(', ')}.`,
  )
}

function rowOf(suite: RunSuite, cell: AnsweredCell, difference: Differences | null): Row {
  const { strategy, scores, group, answered } = cell
  const own = group.positions.flatMap((position) => answered[position] ?? [])
  const queries = own.filter(({ query }) => isAnswerable(query)).length
  return {
    suite: suite.name,
    strategy,
    kind: group.kind,
    queries,
    apart: { unanswerable: own.length - queries, blank: group.whole ? suite.blank : 0 },
    ...meansAt(scores, group.positions),
    latency: latencies(own.map(({ answer }) => answer)),
    files: group.whole ? passingFiles(own) : null,
    difference,
  }
}

function summariseSuite(
  suite: RunSuite,
  strategies: readonly string[],
  { depths, baseline, findAnswers }: SummaryOptions & { readonly findAnswers: FindAnswers },
): Row[] {
  const groups = groupQueries(suite.queries)
  const measures = measuresAt(depths)
  const cells = strategies.flatMap((strategy) => {
    const answered = findAnswers(suite, strategy)
    const scores = scoreAnswers(answered, measures)
    return groups.map((group): AnsweredCell => ({ strategy, scores, group, answered }))
  })
  const names = shownMeasures(depths).map(({ name }) => name)
  const differences = compareStrategies(cells, { baseline, names })
  return cells.map((cell) => rowOf(suite, cell, differences.get(cell) ?? null))
}

/**
 * The figures of a run: for each suite and strategy a row over all queries, then one for each kind. The same run and
 * options give the same rows to the last digit.
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`, `EVALUATION_UNKNOWN_BASELINE`
 */
export function summarise(run: Run, options: SummaryOptions): Row[] {
  assertRan(run, options.baseline)
  const findAnswers = answersOf(run)
  return run.suites.flatMap((suite) => summariseSuite(suite, run.strategies, { ...options, findAnswers }))
}
