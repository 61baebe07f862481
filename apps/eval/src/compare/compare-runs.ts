import type { Measure } from '../measures/ranking-measures.js'
import type { Run, RunSuite } from '../run/run.js'
import { bootstrapMeans } from '../statistics/bootstrap-means.js'
import { mean } from '../statistics/descriptive.js'
import { holm, randomisationTest } from '../statistics/randomisation-test.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { seed } from '../summary/row.js'
import { answersOf, type FindAnswers } from '../summary/score-answers.js'
import { compareQuery } from './compare-query.js'
import type { ComparedMeans, ComparedQuery, Comparison, Unpaired } from './comparison.js'
import {
  differingSettings,
  pairQueries,
  pairStrategies,
  unpaired,
  type QueryPair,
  type SettingDifference,
} from './pair-runs.js'

/** A run, and the file it was read from. */
export interface NamedRun {
  readonly file: string
  readonly run: Run
}

/** Names a run. */
export interface RunLabel {
  readonly file: string
  /** Null if another program made it. */
  readonly version: string | null
  /** ISO 8601; for another program's run, the time of the import. */
  readonly startedAt: string
}

/** The comparison of two runs, and what cannot be compared. */
export interface RunComparison {
  readonly first: RunLabel
  readonly second: RunLabel
  /** By name. */
  readonly measure: string
  readonly settings: readonly SettingDifference[]
  readonly suites: Unpaired
  /** Null if the strategies to compare were named. */
  readonly strategies: Unpaired | null
  readonly comparisons: readonly Comparison[]
}

/** What is compared, and by which measure. */
export interface CompareOptions {
  readonly measure: Measure
  /** One name, or one of each run; by default every strategy that both runs have. */
  readonly strategies?: readonly string[] | undefined
}

interface Side {
  readonly run: Run
  readonly suite: RunSuite
  readonly strategy: string
  readonly find: FindAnswers
}

/** Compares two runs and says what cannot be compared; throws a UsageError or an EvaluationError. */
export function compareNamedRuns(first: NamedRun, second: NamedRun, options: CompareOptions): RunComparison {
  const [ours, theirs] = [first.run, second.run]
  return {
    first: labelOf(first),
    second: labelOf(second),
    measure: options.measure.name,
    settings: differingSettings(ours, theirs),
    suites: unpaired(namesOf(ours), namesOf(theirs)),
    strategies: options.strategies ? null : unpaired(ours.strategies, theirs.strategies),
    comparisons: compareRuns(ours, theirs, options),
  }
}

/**
 * Compares each query of every suite that both runs have, for every pair of strategies. Queries are compared if both
 * runs ask them with the same text and judgements; `apart` has the others.
 */
export function compareRuns(first: Run, second: Run, { measure, strategies }: CompareOptions): Comparison[] {
  const pairs = pairStrategies(first, second, strategies)
  const [find, findOther] = [answersOf(first), answersOf(second)]
  const compared = first.suites.flatMap((suite) => {
    const other = second.suites.find(({ name }) => name === suite.name)
    if (!other) return []
    return pairs.map((pair) => {
      const ours = { run: first, suite, strategy: pair.first, find }
      return compareSuite(
        ours,
        { run: second, suite: other, strategy: pair.second, find: findOther },
        measure,
      )
    })
  })
  const adjusted = holm(compared.flatMap(({ means }) => (means ? [means.p] : [])))
  let next = 0
  return compared.map((comparison) => {
    const { means } = comparison
    return { ...comparison, means: means && { ...means, adjustedP: adjusted[next++] ?? means.p } }
  })
}

function namesOf({ suites }: Run): string[] {
  return suites.map(({ name }) => name)
}

function labelOf({ file, run: { settings, environment, startedAt } }: NamedRun): RunLabel {
  return { file, version: settings && environment.version, startedAt }
}

function compareSuite(first: Side, second: Side, measure: Measure) {
  const { pairs, apart } = pairQueries(first.suite, second.suite)
  const queries = compareQueries(pairs, [first, second], measure)
  const [corpus, otherCorpus] = [first.suite.corpus, second.suite.corpus]
  const better = queries.filter(({ difference }) => difference > 0).length
  const worse = queries.filter(({ difference }) => difference < 0).length
  return {
    suite: first.suite.name,
    strategies: { first: first.strategy, second: second.strategy },
    measure: measure.name,
    isSameCorpus: corpus === '' || otherCorpus === '' ? null : corpus === otherCorpus,
    means: compareMeans(queries),
    counts: { better, same: queries.length - better - worse, worse },
    apart,
    queries,
  }
}

function compareQueries(
  pairs: readonly QueryPair[],
  [first, second]: readonly [Side, Side],
  measure: Measure,
): ComparedQuery[] {
  const ours = first.find(first.suite, first.strategy)
  const theirs = second.find(second.suite, second.strategy)
  const settings = differingSettings(first.run, second.run)
  const queries = pairs.flatMap((pair) => {
    const [one, other] = [ours[pair.first], theirs[pair.second]]
    if (!one || !other) return []
    const sides = {
      first: { answer: one.answer, run: first.run },
      second: { answer: other.answer, run: second.run },
    }
    return [compareQuery({ query: pair.query, ...sides, settings }, measure)]
  })
  return queries.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
}

function compareMeans(queries: readonly ComparedQuery[]): Omit<ComparedMeans, 'adjustedP'> | null {
  const column = (read: (query: ComparedQuery) => number) => Float64Array.from(queries, read)
  const differences = column(({ difference }) => difference)
  const [first, second] = [mean(column((query) => query.first)), mean(column((query) => query.second))]
  const [interval] = bootstrapMeans([differences], { random: seededRandom(seed) })
  if (first === null || second === null || !interval) return null
  const p = randomisationTest(differences, { random: seededRandom(seed) })
  return { first, second, difference: mean(differences) ?? 0, interval, p }
}
