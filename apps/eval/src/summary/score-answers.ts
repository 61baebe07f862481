import { abstention } from '../measures/abstention.js'
import { isAnswerable, type AnswerMeasure } from '../measures/answer-measure.js'
import { found } from '../measures/found.js'
import type { Measure } from '../measures/measure.js'
import { passage } from '../measures/passage.js'
import type { Answered } from './find-answers.js'

/** For each of some queries, in their order, a score; undefined where nothing can be measured. */
export type Scores = readonly (number | undefined)[]

/** By the measures' names, in the order of reports. */
export type ScoresByMeasure = ReadonlyMap<string, Scores>

const answerMeasures: readonly AnswerMeasure[] = [found, passage, abstention]

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
