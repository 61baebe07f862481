import { relevantDocuments, scoreAnswer, type AnyMeasure } from '../measures/answer-measures.js'
import { gradeOf, type Answer, type Run, type RunQuery, type RunSuite } from '../run/run.js'
import { bootstrapMean, mean } from '../statistics/bootstrap-mean.js'
import { judgeDifferences, type Difference } from '../summary/compare-strategies.js'
import { answersOf } from '../summary/score-answers.js'
import { differingSettings, pairQueries, pairStrategies } from './pair-runs.js'

export interface NamedRun {
  readonly file: string
  readonly run: Run
}

export type RunComparison = ReturnType<typeof compareRuns>

/** The queries of a suite, compared between one strategy of each run. */
export type Comparison = RunComparison['comparisons'][number]

/** A query in both runs. */
export type ComparedQuery = Comparison['queries'][number]

/** How well a strategy answers a query. */
export type Standing = ComparedQuery['first']

interface CompareOptions {
  readonly measure: AnyMeasure
  /** One name, or one of each run. Default: all strategies that both runs have. */
  readonly strategies?: readonly string[] | undefined
  /** Overrides `strategies`. */
  readonly pairs?: readonly { readonly first: string; readonly second: string }[]
}

/** Smaller differences of scores are rounding errors. */
const rounding = 1e-9

/** Compares the common queries of two runs for every pair of strategies. Throws UsageError, EvaluationError. */
export function compareRuns(
  first: NamedRun,
  second: NamedRun,
  { measure, strategies, pairs }: CompareOptions,
) {
  const runs = [first.run, second.run] as const
  const chosen = pairs ?? pairStrategies(...runs, strategies)
  const [findInFirst, findInSecond] = [answersOf(first.run), answersOf(second.run)]
  const compared = first.run.suites.flatMap((suite) => {
    const other = second.run.suites.find(({ name }) => name === suite.name)
    if (!other) return []
    return chosen.map((pair) => {
      const answered = [...findInFirst(suite, pair.first), ...findInSecond(other, pair.second)]
      return compareSuite(suite, other, {
        pair,
        answers: Map.groupBy(answered, ({ query }) => query.id),
        measure,
      })
    })
  })
  const judged = judgeDifferences(compared.map(({ queries }) => differencesOf(queries)))
  return {
    first: labelOf(first),
    second: labelOf(second),
    measure: measure.name,
    settings: differingSettings(...runs),
    /** Suites and, unless `strategies` is given, strategies that only one run has. */
    notCompared: [
      ...onlyInOne(runs.map(({ suites }) => suites.map(({ name }) => name))),
      ...(strategies ? [] : onlyInOne(runs.map((run) => run.strategies))),
    ],
    comparisons: compared.map((comparison, index) => {
      return { ...comparison, means: compareMeans(comparison.queries, judged[index]) }
    }),
  }
}

function labelOf({ file, run: { environment, startedAt } }: NamedRun) {
  return { file, version: environment.version, startedAt }
}

function onlyInOne([first = [], second = []]: readonly (readonly string[])[]): string[] {
  return [...new Set(first).symmetricDifference(new Set(second))]
}

interface SuiteComparison {
  readonly pair: { readonly first: string; readonly second: string }
  /** By query id: the answer of the first run, then that of the second. */
  readonly answers: ReadonlyMap<string, readonly { readonly answer: Answer }[]>
  readonly measure: AnyMeasure
}

function compareSuite(suite: RunSuite, other: RunSuite, { pair, answers, measure }: SuiteComparison) {
  const { shared, apart } = pairQueries(suite, other)
  const queries = shared
    .flatMap((query) => {
      const [first, second] =
        answers.get(query.id)?.map(({ answer }) => standingOf(query, answer, measure)) ?? []
      if (!first || !second) return []
      const { id, text, kind } = query
      const change = second.value - first.value
      const difference = Math.abs(change) < rounding ? 0 : change
      return { id, text, kind, expected: relevantDocuments(query), difference, first, second }
    })
    .toSorted((one, two) => Math.abs(two.difference) - Math.abs(one.difference))
  const better = queries.filter(({ difference }) => difference > 0).length
  const worse = queries.filter(({ difference }) => difference < 0).length
  return {
    suite: suite.name,
    strategies: pair,
    isSameCorpus: suite.corpus === other.corpus,
    counts: { better, same: queries.length - better - worse, worse },
    apart,
    /** Largest change first, in either direction. */
    queries,
  }
}

/** The score of an answer, and its first relevant document or else its first one. Undefined if the measure does not apply. */
function standingOf(query: RunQuery, answer: Answer, measure: AnyMeasure) {
  const value = scoreAnswer(measure, answer, query)
  if (value === undefined) return undefined
  const resultDocuments = [...new Set(answer.results.map(({ document }) => document))]
  const documents = 'depth' in measure ? answer.documents : resultDocuments
  const index = documents.findIndex((document) => gradeOf(query, document) > 0)
  const document = documents[Math.max(0, index)] ?? null
  return {
    value,
    /** The rank of the first relevant document, from 1; null if there is none. */
    rank: index === -1 ? null : index + 1,
    document,
    /** Null if the run did not store details of the document. */
    score: answer.ranking.find((ranked) => ranked.document === document) ?? null,
    /** The confidence of the answer without a threshold. */
    confidence: answer.unfiltered.confidence,
    /** Why the threshold of a replay excludes the answer. */
    withheld: answer.unfiltered.withheld ?? null,
  }
}

function differencesOf(queries: readonly { readonly difference: number }[]): Float64Array {
  return Float64Array.from(queries, ({ difference }) => difference)
}

/** The means, their difference and its 95 % bootstrap interval. Null without queries. */
function compareMeans(
  queries: readonly (Record<'first' | 'second', { readonly value: number }> & {
    readonly difference: number
  })[],
  difference: Difference | undefined,
) {
  const meanOf = (side: 'first' | 'second') =>
    mean(Float64Array.from(queries, (query) => query[side].value)) ?? 0
  const interval = bootstrapMean(differencesOf(queries))
  return difference && interval
    ? { first: meanOf('first'), second: meanOf('second'), difference, interval }
    : null
}
