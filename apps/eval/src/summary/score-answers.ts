import { EvaluationError } from '../errors.js'
import { answerMeasures, scoreAnswer } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import type { Answer, Run, RunQuery, RunSuite } from '../run/run.js'

/** A query with one strategy's answer to it. */
export interface Answered {
  readonly query: RunQuery
  readonly answer: Answer
}

/** A score for each query, in the order of the queries; undefined if the query cannot be measured. */
export type Scores = readonly (number | undefined)[]

/** Scores by the measures' names, in the order of reports. */
export type ScoresByMeasure = ReadonlyMap<string, Scores>

/** Scores answers by each measure of rankings, for answerable queries only, then by each measure of what is shown. */
export function scoreAnswers(answered: readonly Answered[], measures: readonly Measure[]): ScoresByMeasure {
  return new Map(
    [...measures, ...answerMeasures].map((measure) => [
      measure.name,
      answered.map(({ query, answer }) => scoreAnswer(measure, answer, query)),
    ]),
  )
}

/** The scores of the queries at these positions, without those that cannot be measured. */
export function scoresAt(scores: Scores, positions: readonly number[]): Float64Array {
  return Float64Array.from(
    positions.map((position) => scores[position]).filter((score) => score !== undefined),
  )
}

/**
 * Looks up a strategy's answers to a suite's queries, in the order of the queries; throws an EvaluationError if the run
 * has no answer to a query, or two.
 */
export function answersOf({ answers }: Pick<Run, 'answers'>) {
  const byKey = new Map<string, Answer>()
  for (const answer of answers) {
    const key = keyOf(answer)
    if (byKey.has(key)) throw incomplete('two answers', answer)
    byKey.set(key, answer)
  }
  return (suite: RunSuite, strategy: string): Answered[] =>
    suite.queries.map((query) => {
      const asked = { suite: suite.name, strategy, query: query.id }
      const answer = byKey.get(keyOf(asked))
      if (!answer) throw incomplete('no answer', asked)
      return { query, answer }
    })
}

type Asked = Pick<Answer, 'suite' | 'strategy' | 'query'>

/** Identifies an answer in a run. */
export const keyOf = ({ suite, strategy, query }: Asked): string => JSON.stringify([suite, strategy, query])

function incomplete(what: string, { suite, strategy, query }: Asked): EvaluationError {
  const asked = `${strategy} to query ${JSON.stringify(query)} of ${JSON.stringify(suite)}`
  const message = `The run has ${what} of ${asked}. Run the suite again.`
  return new EvaluationError('EVALUATION_RUN_INCOMPLETE', message)
}
