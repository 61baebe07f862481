import { EvaluationError } from '../errors.js'
import { answerMeasures, scoreAnswer } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import type { Answer, Run, RunQuery, RunSuite } from '../run/run.js'

/** A query with a strategy's answer. */
export interface Answered {
  readonly query: RunQuery
  readonly answer: Answer
}

/** The score of each query, in order. Undefined for a query that cannot be measured. */
export type Scores = readonly (number | undefined)[]

/** Scores by the name of the measure, in the order of reports. */
export type ScoresByMeasure = ReadonlyMap<string, Scores>

/** Scores answers by measures of rankings, then of results. */
export function scoreAnswers(answered: readonly Answered[], measures: readonly Measure[]): ScoresByMeasure {
  return new Map(
    [...measures, ...answerMeasures].map((measure) => [
      measure.name,
      answered.map(({ query, answer }) => scoreAnswer(measure, answer, query)),
    ]),
  )
}

/** Returns a lookup for the answers of a strategy to a suite, in order. Throws an EvaluationError unless each query has exactly one. */
export function answersOf({ answers }: Pick<Run, 'answers'>) {
  const byKey = new Map<string, Answer>()
  for (const answer of answers) {
    const key = keyOf(answer)
    if (byKey.has(key)) throw incomplete('two answers', answer)
    byKey.set(key, answer)
  }
  return (suite: RunSuite, strategy: string): Answered[] =>
    suite.queries.map((query) => {
      const key = { suite: suite.name, strategy, query: query.id }
      const answer = byKey.get(keyOf(key))
      if (!answer) throw incomplete('no answer', key)
      return { query, answer }
    })
}

type AnswerKey = Pick<Answer, 'suite' | 'strategy' | 'query'>

/** Identifies an answer in a run. */
export const keyOf = ({ suite, strategy, query }: AnswerKey): string =>
  JSON.stringify([suite, strategy, query])

function incomplete(what: string, { suite, strategy, query }: AnswerKey): EvaluationError {
  const where = `${strategy} to query ${JSON.stringify(query)} of ${JSON.stringify(suite)}`
  const message = `The run has ${what} of ${where}. Run the suite again.`
  return new EvaluationError('EVALUATION_RUN_INCOMPLETE', message)
}
