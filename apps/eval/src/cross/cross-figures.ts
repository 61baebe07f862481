import { searchDefaults } from '@recallite/core'
import { judgeAnswers, reliability } from '../calibration/reliability.js'
import { isAnswerable, isForeign } from '../measures/answer-measures.js'
import type { Run } from '../run/run.js'
import { answersOf, type Answered } from '../summary/score-answers.js'
import { mean } from '../statistics/descriptive.js'

/** What one strategy shows of own and of foreign questions. */
export type CrossFigures = ReturnType<typeof crossFiguresOf>

const { threshold: usual, strictThreshold: strict } = searchDefaults

/** The thresholds that are compared, those of a search among them. */
export const usualThresholds: readonly number[] = [
  ...new Set([0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, usual, strict]),
].toSorted((a, b) => a - b)

/** Whether a run asks questions of other suites. */
export function hasForeignQuestions({ suites }: Pick<Run, 'suites'>): boolean {
  return suites.some(({ queries }) => queries.some(isForeign))
}

/**
 * The figures of each strategy of a run whose suites have foreign questions.
 * @throws EvaluationError `EVALUATION_RUN_INCOMPLETE`
 */
export function crossFigures(run: Run, thresholds: readonly number[]): CrossFigures[] {
  const findAnswers = answersOf(run)
  return run.strategies.map((strategy) => {
    const answered = run.suites.map((suite) => ({ suite: suite.name, answers: findAnswers(suite, strategy) }))
    return crossFiguresOf(strategy, answered, thresholds)
  })
}

function crossFiguresOf(
  strategy: string,
  answered: readonly { readonly suite: string; readonly answers: readonly Answered[] }[],
  thresholds: readonly number[],
) {
  const decide = (isAbstained: Abstention) =>
    answered.map(({ suite, answers }) => collectionOf(suite, answers, isAbstained))
  const all = answered.flatMap(({ answers }) => answers)
  const isKnown = all.every(({ answer }) => answer.unfiltered)
  const collections = decide(({ results }) => (results?.length ?? 0) === 0)
  return {
    strategy,
    /** As the strategy decides, by its own threshold. */
    collections,
    ...summaryOf(collections),
    /** As it would decide by other thresholds; empty if confidences are not known, as of other programs. */
    thresholds: (isKnown ? thresholds : []).map((threshold) => ({
      threshold,
      ...summaryOf(decide(({ unfiltered }) => (unfiltered?.confidence ?? 0) < threshold)),
    })),
    calibration: reliability(judgeAnswers(all)),
  }
}

/** Whether nothing is shown for an answer. */
type Abstention = (answer: Answered['answer']) => boolean

/** The mean over collections, and the worst collection: that which loses most, and that which abstains least on foreign questions. */
function summaryOf(collections: readonly ReturnType<typeof collectionOf>[]) {
  const own = collections.map((each) => each.own).filter((share) => share !== null)
  const foreign = collections.map((each) => each.foreign).filter((share) => share !== null)
  return {
    mean: { own: averageOf(own), foreign: averageOf(foreign) },
    worst: {
      own: own.length === 0 ? null : Math.max(...own),
      foreign: foreign.length === 0 ? null : Math.min(...foreign),
    },
  }
}

/** Shares of questions that are abstained on; null without questions. */
function collectionOf(suite: string, answers: readonly Answered[], isAbstained: Abstention) {
  const shareAbstained = (asked: readonly Answered[]) =>
    averageOf(asked.map(({ answer }) => (isAbstained(answer) ? 1 : 0)))
  const own = answers.filter(({ query }) => !isForeign(query))
  const groups = Map.groupBy(
    answers.filter(({ query }) => isForeign(query)),
    ({ query }) => query.foreign ?? '',
  )
  const pairs = [...groups].map(([from, asked]) => ({
    suite: from,
    queries: asked.length,
    abstained: shareAbstained(asked),
  }))
  return {
    suite,
    queries: own.filter(({ query }) => isAnswerable(query)).length,
    /** Of the questions that the collection answers. */
    own: shareAbstained(own.filter(({ query }) => isAnswerable(query))),
    /** Of the suite's own questions that nothing answers. */
    unanswerable: shareAbstained(own.filter(({ query }) => !isAnswerable(query))),
    /** Of the questions of other suites: the mean over these suites. */
    foreign: averageOf(pairs.map(({ abstained }) => abstained ?? 0)),
    /** By the suite that the questions are of. */
    pairs,
  }
}

const averageOf = (values: readonly number[]): number | null => mean(Float64Array.from(values))
