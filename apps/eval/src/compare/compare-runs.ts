import type { AnswerMeasure } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import type { Run } from '../run/run.js'
import { bootstrapMeans } from '../statistics/bootstrap-means.js'
import { mean } from '../statistics/descriptive.js'
import { holm, randomisationTest } from '../statistics/randomisation-test.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { seed } from '../summary/row.js'
import { answersOf, type Answered } from '../summary/score-answers.js'
import { compareQuery, type ComparedQuery } from './compare-query.js'
import { differingSettings, pairQueries, pairStrategies, unpaired } from './pair-runs.js'

/** A run, and the file it was read from. */
export interface NamedRun {
  readonly file: string
  readonly run: Run
}

/** The comparison of two runs, and what cannot be compared. */
export type RunComparison = ReturnType<typeof compareNamedRuns>

/** A suite's queries, compared between a strategy of each run. */
export type Comparison = ReturnType<typeof compareRuns>[number]

interface CompareOptions {
  /** Of rankings or of what is shown. */
  readonly measure: Measure | AnswerMeasure
  /** One name, or one of each run; by default every strategy that both runs have. */
  readonly strategies?: readonly string[] | undefined
}

/** Compares two runs and says what cannot be compared; throws a UsageError or an EvaluationError. */
export function compareNamedRuns(first: NamedRun, second: NamedRun, options: CompareOptions) {
  const [ours, theirs] = [first.run, second.run]
  return {
    first: labelOf(first),
    second: labelOf(second),
    measure: options.measure.name,
    settings: differingSettings(ours, theirs),
    suites: unpaired(namesOf(ours), namesOf(theirs)),
    /** Null if the strategies to compare were named. */
    strategies: options.strategies ? null : unpaired(ours.strategies, theirs.strategies),
    comparisons: compareRuns(ours, theirs, options),
  }
}

/**
 * Compares each query of every suite that both runs have, for every pair of strategies. Queries are compared if both
 * runs ask them with the same text and judgements; `apart` has the others.
 */
export function compareRuns(first: Run, second: Run, { measure, strategies: names }: CompareOptions) {
  const pairs = pairStrategies(first, second, names)
  const [findInFirst, findInSecond] = [answersOf(first), answersOf(second)]
  const settings = differingSettings(first, second)
  const compared = first.suites.flatMap((suite) => {
    const other = second.suites.find(({ name }) => name === suite.name)
    if (!other) return []
    const { shared, apart } = pairQueries(suite, other)
    return pairs.map((strategies) => {
      const ours = answersById(findInFirst(suite, strategies.first))
      const theirs = answersById(findInSecond(other, strategies.second))
      const changes = shared.flatMap((query) => {
        const [own, its] = [ours.get(query.id), theirs.get(query.id)]
        if (!own || !its) return []
        const sides = { first: { answer: own, run: first }, second: { answer: its, run: second } }
        return compareQuery({ query, ...sides, settings }, measure) ?? []
      })
      /** The greatest change first, in either direction; equal ones in the order of the suite. */
      const queries = changes.toSorted((one, two) => Math.abs(two.difference) - Math.abs(one.difference))
      return {
        suite: suite.name,
        strategies,
        measure: measure.name,
        /** Whether both runs had the same documents; null if it is not known. */
        isSameCorpus: suite.corpus === '' || other.corpus === '' ? null : suite.corpus === other.corpus,
        means: compareMeans(queries),
        counts: countChanges(queries),
        apart,
        queries,
      }
    })
  })
  const adjusted = holm(compared.flatMap(({ means }) => (means ? [means.p] : [])))
  let next = 0
  return compared.map((comparison) => {
    const { means } = comparison
    /** After Holm's correction for all suites and strategies compared. */
    return { ...comparison, means: means && { ...means, adjustedP: adjusted[next++] ?? means.p } }
  })
}

function namesOf({ suites }: Run): string[] {
  return suites.map(({ name }) => name)
}

/** A run of another program has no version, and starts at the time of its import. */
function labelOf({ file, run: { settings, environment, startedAt } }: NamedRun) {
  return { file, version: settings && environment.version, startedAt }
}

function answersById(answered: readonly Answered[]) {
  return new Map(answered.map(({ query, answer }) => [query.id, answer]))
}

function countChanges(queries: readonly ComparedQuery[]) {
  const better = queries.filter(({ difference }) => difference > 0).length
  const worse = queries.filter(({ difference }) => difference < 0).length
  return { better, same: queries.length - better - worse, worse }
}

/** The measure's means, the 95 % bootstrap interval of their difference and its p; null without queries. */
function compareMeans(queries: readonly ComparedQuery[]) {
  const column = (read: (query: ComparedQuery) => number) => Float64Array.from(queries, read)
  const differences = column(({ difference }) => difference)
  const [first, second] = [mean(column((query) => query.first)), mean(column((query) => query.second))]
  const [interval] = bootstrapMeans([differences], { random: seededRandom(seed) })
  if (first === null || second === null || !interval) return null
  const p = randomisationTest(differences, { random: seededRandom(seed) })
  return { first, second, difference: mean(differences) ?? 0, interval, p }
}
