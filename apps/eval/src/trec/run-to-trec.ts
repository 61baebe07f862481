import { isAnswerable } from '../measures/answer-measures.js'
import type { Run } from '../run/run.js'
import { distinctNames, safeName } from '../suite/lay-out-corpus.js'
import { answersOf } from '../summary/score-answers.js'

/**
 * A run as judgements, one file for each suite (`<suite>.qrels`), and rankings, one for each suite and strategy
 * (`<suite>.<strategy>.run`). Queries that no document answers are in no file, as trec_eval cannot leave them out of its means.
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`
 */
export function runToTrec(run: Run) {
  const findAnswers = answersOf(run)
  const judged = run.suites.map((suite) => {
    const answerable = suite.queries.filter(isAnswerable)
    const judgements = new Map(answerable.map(({ id, grades }) => [id, new Map(Object.entries(grades))]))
    return { suite, judgements }
  })
  const pairs = judged.flatMap((each) => run.strategies.map((strategy) => ({ ...each, strategy })))
  const qrelsNames = distinctNames(judged.map(({ suite }) => safeName(suite.name)))
  const runNames = distinctNames(pairs.map(({ suite, strategy }) => safeName(`${suite.name}.${strategy}`)))
  return {
    qrels: judged.map(({ judgements }, index) => ({ name: `${qrelsNames[index]}.qrels`, judgements })),
    runs: pairs.map(({ suite, strategy, judgements }, index) => {
      const answered = findAnswers(suite, strategy).filter(({ query }) => judgements.has(query.id))
      const rankings = new Map(answered.map(({ query, answer }) => [query.id, answer.documents]))
      return { name: `${runNames[index]}.run`, strategy, rankings }
    }),
    unanswerable: run.suites.flatMap(({ queries }) => queries.filter((query) => !isAnswerable(query))).length,
  }
}
