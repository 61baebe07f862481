import type { Measure } from '../measures/ranking-measures.js'
import type { Run, RunSuite } from '../run/run.js'
import { bootstrapMeans } from '../statistics/bootstrap-means.js'
import { mean } from '../statistics/descriptive.js'
import { holm, randomisationTest } from '../statistics/randomisation-test.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { seed } from '../summary/row.js'
import { type FindAnswers, answersOf } from '../summary/score-answers.js'
import { compareQuery } from './compare-query.js'
import type { ComparedMeans, ComparedQuery, Comparison, Unpaired } from './comparison.js'
import {
  type PairedQueries,
  type SettingDifference,
  type StrategyPair,
  differingSettings,
  pairQueries,
  pairStrategies,
  unpaired,
} from './pair-runs.js'

/** A run, and the file it was read from. */
export interface NamedRun {
  readonly file: string
  readonly run: Run
}

/** Which run it was. */
export interface RunLabel {
  readonly file: string
  /** Null where another program made it. */
  readonly version: string | null
  /** ISO 8601; of another program's run, when it was imported. */
  readonly startedAt: string
}

/** All that there is to say of two runs. */
export interface RunComparison {
  readonly first: RunLabel
  readonly second: RunLabel
  /** By name. */
  readonly measure: string
  readonly settings: readonly SettingDifference[]
  readonly suites: Unpaired
  /** Those left out; null where somebody named what to compare. */
  readonly strategies: Unpaired | null
  readonly comparisons: readonly Comparison[]
}

/** What to compare, and by what. */
export interface CompareOptions {
  readonly measure: Measure
  /** One name, or one of each run; without, every strategy that both have. */
  readonly strategies?: readonly string[] | undefined
}

/**
 * Compares two runs, and says what cannot be compared.
 * @throws UsageError where the strategies cannot be paired; EvaluationError `EVALUATION_RUN_INCOMPLETE`
 */
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
 * What became of each query from the first run to the second, for every suite that both have and every pair of
 * strategies. Queries are compared where both runs ask them alike and judge the same documents; `apart` has the others.
 * @throws UsageError where the strategies cannot be paired; EvaluationError `EVALUATION_RUN_INCOMPLETE`
 */
export function compareRuns(first: Run, second: Run, { measure, strategies }: CompareOptions): Comparison[] {
  const pairs = pairStrategies(first, second, strategies)
  const runs = { first: withAnswers(first), second: withAnswers(second) }
  const compared = sharedSuites(first, second).flatMap((suites) =>
    pairs.map((pair) => compareSuite(suites, { ...runs, strategies: pair, measure })),
  )
  const adjusted = holm(compared.flatMap(({ means }) => (means ? [means.p] : [])))
  let next = 0
  return compared.map((comparison) => {
    const { means } = comparison
    return { ...comparison, means: means && { ...means, adjustedP: adjusted[next++] ?? means.p } }
  })
}

function labelOf({ file, run }: NamedRun): RunLabel {
  const { settings, environment, startedAt } = run
  return { file, version: settings && environment.version, startedAt }
}

function namesOf({ suites }: Run): string[] {
  return suites.map(({ name }) => name)
}

interface RunWithAnswers {
  readonly run: Run
  readonly find: FindAnswers
}

interface Subject {
  readonly first: RunWithAnswers
  readonly second: RunWithAnswers
  readonly strategies: StrategyPair
  readonly measure: Measure
}

interface Suites {
  readonly first: RunSuite
  readonly second: RunSuite
}

function withAnswers(run: Run): RunWithAnswers {
  return { run, find: answersOf(run) }
}

function sharedSuites(first: Run, second: Run): Suites[] {
  return first.suites.flatMap((suite) => {
    const other = second.suites.find(({ name }) => name === suite.name)
    return other ? [{ first: suite, second: other }] : []
  })
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

function compareQueries(
  { pairs }: PairedQueries,
  suites: Suites,
  { first, second, strategies, measure }: Subject,
): ComparedQuery[] {
  const ours = first.find(suites.first, strategies.first)
  const theirs = second.find(suites.second, strategies.second)
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

function countOf(queries: readonly ComparedQuery[]): Comparison['counts'] {
  const better = queries.filter(({ difference }) => difference > 0).length
  const worse = queries.filter(({ difference }) => difference < 0).length
  return { better, same: queries.length - better - worse, worse }
}

function compareSuite(suites: Suites, subject: Subject) {
  const paired = pairQueries(suites.first, suites.second)
  const queries = compareQueries(paired, suites, subject)
  const [corpus, otherCorpus] = [suites.first.corpus, suites.second.corpus]
  return {
    suite: suites.first.name,
    strategies: subject.strategies,
    measure: subject.measure.name,
    isSameCorpus: corpus === '' || otherCorpus === '' ? null : corpus === otherCorpus,
    means: compareMeans(queries),
    counts: countOf(queries),
    apart: paired.apart,
    queries,
  }
}
