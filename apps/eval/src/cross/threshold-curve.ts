import { judgeAnswers } from '../calibration/reliability.js'
import { found, isAnswerable, isForeign } from '../measures/answer-measures.js'
import type { Run } from '../run/run.js'
import { mean } from '../statistics/descriptive.js'
import { answersOf, type Answered } from '../summary/score-answers.js'

/** Which questions should find nothing: those of other suites, own ones that no document answers, or, without either, none. */
export type AbstentionKind = 'foreign' | 'unanswerable' | 'own'

/** What a threshold gains and costs; shares of questions, from 0 to 1. */
export interface ThresholdPoint {
  readonly threshold: number
  /** Of the own questions that some document answers: those with an answer among the results that are shown. */
  readonly found: number
  /** Of the questions that should find nothing (of all own questions for the kind `own`): those that nothing is shown for. */
  readonly abstained: number
}

/** A strategy's curve over the threshold of confidence. */
export interface ThresholdCurve {
  readonly strategy: string
  /** From a threshold of 0 to 1. */
  readonly points: readonly ThresholdPoint[]
  /** What the strategy does by its own threshold; null if it is not known what it shows. */
  readonly own: Omit<ThresholdPoint, 'threshold'> | null
}

/** The curves of a run, and how many questions they are of. */
export type ThresholdCurves = NonNullable<ReturnType<typeof thresholdCurves>>

const steps = 100

/**
 * Found against abstained over the threshold, over all suites of a run, each question counting the same. Null if no question is
 * answerable, or where the confidence of answers is not known.
 */
export function thresholdCurves(run: Run) {
  const findAnswers = answersOf(run)
  const asked = run.suites.flatMap(({ queries }) => queries)
  const answerable = asked.filter(isAnswerable).length
  const kind = abstentionKind(asked)
  const isOther = (query: Answered['query']) =>
    kind === 'own' ? isAnswerable(query) : kind === 'foreign' ? isForeign(query) : !isAnswerable(query)
  const curves = run.strategies.flatMap((strategy): ThresholdCurve[] => {
    const answers = run.suites.flatMap((suite) => findAnswers(suite, strategy))
    const own = answers.filter(({ query }) => isAnswerable(query))
    const others = answers.filter(({ query }) => isOther(query))
    if (answers.some(({ answer }) => !answer.unfiltered)) return []
    return [{ strategy, points: pointsOf(own, others), own: decisionsOf(own, others) }]
  })
  if (answerable === 0 || curves.length === 0) return null
  return { kind, answerable, others: asked.filter(isOther).length, curves }
}

function abstentionKind(queries: readonly Answered['query'][]): AbstentionKind {
  if (queries.some(isForeign)) return 'foreign'
  return queries.some((query) => !isAnswerable(query)) ? 'unanswerable' : 'own'
}

function pointsOf(own: readonly Answered[], others: readonly Answered[]): ThresholdPoint[] {
  const [judged, other] = [judgeAnswers(own), judgeAnswers(others)]
  return Array.from({ length: steps + 1 }, (_, step) => {
    const threshold = step / steps
    return {
      threshold,
      found: shareOf(judged.map(({ confidence, isRight }) => isRight && confidence >= threshold)),
      abstained: shareOf(other.map(({ confidence }) => confidence < threshold)),
    }
  })
}

function decisionsOf(own: readonly Answered[], others: readonly Answered[]): ThresholdCurve['own'] {
  if ([...own, ...others].some(({ answer }) => !answer.results)) return null
  return {
    found: shareOf(own.map(({ query, answer }) => found.score(answer, query) === 1)),
    abstained: shareOf(others.map(({ answer }) => answer.results?.length === 0)),
  }
}

function shareOf(outcomes: readonly boolean[]): number {
  return mean(Float64Array.from(outcomes, Number)) ?? 0
}
