import { EvaluationError } from '../errors.js'
import { type AnswerMeasure, abstention, found, isAnswerable, passage } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import type { Answer, Run, RunQuery, RunSuite } from '../run/run.js'

/** For each of some queries, in their order, a score; undefined where nothing can be measured. */
export type Scores = readonly (number | undefined)[]

/** By the measures' names, in the order of reports. */
export type ScoresByMeasure = ReadonlyMap<string, Scores>

/** A query with one strategy's answer to it. */
export interface Answered {
  readonly query: RunQuery
  readonly answer: Answer
}

/** A strategy's answers to a suite's queries, in the order of the queries. */
export type FindAnswers = (suite: RunSuite, strategy: string) => Answered[]

const answerMeasures: readonly AnswerMeasure[] = [found, passage, abstention]

/** By what is measured of what is shown. */
export const answerMeasureNames: readonly string[] = answerMeasures.map(({ name }) => name)

/**
 * Scores one strategy's answers by each of the measures of rankings, then by those of what is shown. Rankings are
 * measured for queries that some document answers. What is shown must be known for all queries: a mean over those
 * where it happens to be would not be the mean that its name says.
 */
export function scoreAnswers(answered: readonly Answered[], measures: readonly Measure[]): ScoresByMeasure {
  const known = answered.every(({ answer }) => answer.results !== null)
  const shown = answerMeasures.map(({ name, score }): [string, Scores] => [
    name,
    answered.map(({ query, answer }) => (known ? score(answer, query) : undefined)),
  ])
  return new Map([...scoreRankings(answered, measures), ...shown])
}

/** The scores of the queries at these positions, without those that cannot be measured. */
export function scoresAt(scores: Scores, positions: readonly number[]): Float64Array {
  return Float64Array.from(
    positions.map((position) => scores[position]).filter((score) => score !== undefined),
  )
}

/**
 * Looks up the answers of a run, which must have one of each strategy to each query.
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`, also from what it returns
 */
export function answersOf({ answers }: Pick<Run, 'answers'>): FindAnswers {
  const byKey = new Map<string, Answer>()
  for (const answer of answers) {
    const key = keyOf(answer)
    if (byKey.has(key)) throw incomplete('two answers', answer)
    byKey.set(key, answer)
  }
  return (suite, strategy) =>
    suite.queries.map((query) => {
      const asked = { suite: suite.name, strategy, query: query.id }
      const answer = byKey.get(keyOf(asked))
      if (!answer) throw incomplete('no answer', asked)
      return { query, answer }
    })
}

function scoreRankings(answered: readonly Answered[], measures: readonly Measure[]): [string, Scores][] {
  const judged = answered.map(({ query, answer }) => ({
    ranking: answer.documents,
    grades: isAnswerable(query) ? new Map(Object.entries(query.grades)) : undefined,
  }))
  return measures.map(({ name, score }) => [
    name,
    judged.map(({ ranking, grades }) => grades && score(ranking, grades)),
  ])
}

type Asked = Pick<Answer, 'suite' | 'strategy' | 'query'>

function keyOf({ suite, strategy, query }: Asked): string {
  return JSON.stringify([suite, strategy, query])
}

function incomplete(what: string, { suite, strategy, query }: Asked): EvaluationError {
  const asked = `${strategy} to query ${JSON.stringify(query)} of ${JSON.stringify(suite)}`
  return new EvaluationError(
    'EVALUATION_RUN_INCOMPLETE',
    `The run has ${what} of ${asked}. Run the suite again.`,
  )
}
