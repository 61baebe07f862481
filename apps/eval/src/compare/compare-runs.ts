import { relevantDocuments, type AnswerMeasure } from '../measures/answer-measures.js'
import type { Measure } from '../measures/ranking-measures.js'
import { gradeOf, type Answer, type Run, type RunQuery } from '../run/run.js'
import { bootstrapMeans } from '../statistics/bootstrap-means.js'
import { mean } from '../statistics/descriptive.js'
import { seededRandom } from '../statistics/seeded-random.js'
import { judgeDifferences } from '../summary/compare-strategies.js'
import { seed, type Difference } from '../summary/row.js'
import { answersOf, type Answered } from '../summary/score-answers.js'
import { differingSettings, pairQueries, pairStrategies } from './pair-runs.js'

/** A run, and the file it was read from. */
export interface NamedRun {
  readonly file: string
  readonly run: Run
}

/** The comparison of two runs, and what cannot be compared. */
export type RunComparison = ReturnType<typeof compareRuns>

/** A suite's queries, compared between a strategy of each run. */
export type Comparison = RunComparison['comparisons'][number]

/** A query in both runs. */
export type ComparedQuery = NonNullable<ReturnType<typeof compareQuery>>

/** How well a run answers a query. */
export type Standing = NonNullable<ReturnType<typeof standingOf>>

interface CompareOptions {
  /** Of rankings or of what is shown. */
  readonly measure: Measure | AnswerMeasure
  /** One name, or one of each run; by default every strategy that both runs have. */
  readonly strategies?: readonly string[] | undefined
  /** These pairs of strategies instead, which both runs have. */
  readonly pairs?: readonly { readonly first: string; readonly second: string }[]
}

/** Scores that differ by less are equal except for rounding. */
const rounding = 1e-9

/**
 * Compares each query of every suite that both runs have, for every pair of strategies, if both runs ask it alike.
 * @throws UsageError, EvaluationError
 */
export function compareRuns(first: NamedRun, second: NamedRun, options: CompareOptions) {
  const [ours, theirs] = [first.run, second.run]
  const { name } = options.measure
  const [ourNames = [], theirNames = []] = [ours, theirs].map(({ suites }) =>
    suites.map((suite) => suite.name),
  )
  const compared = compareSuites(ours, theirs, options)
  const judged = judgeDifferences(compared.map(({ queries }) => differencesOf(queries)))
  return {
    first: labelOf(first),
    second: labelOf(second),
    measure: name,
    settings: differingSettings(ours, theirs),
    /** Suites and, unless they were named, strategies that only one run has. */
    notCompared: [
      ...onlyInOne(ourNames, theirNames),
      ...(options.strategies ? [] : onlyInOne(ours.strategies, theirs.strategies)),
    ],
    comparisons: compared.map((comparison, index) => {
      return { ...comparison, means: compareMeans(comparison.queries, judged[index]) }
    }),
  }
}

/** A run of another program has no version, and starts at the time of its import. */
function labelOf({ file, run: { settings, environment, startedAt } }: NamedRun) {
  return { file, version: settings && environment.version, startedAt }
}

function onlyInOne(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set(first).symmetricDifference(new Set(second))]
}

function compareSuites(first: Run, second: Run, { measure, ...options }: CompareOptions) {
  const pairs = options.pairs ?? pairStrategies(first, second, options.strategies)
  const [findInFirst, findInSecond] = [answersOf(first), answersOf(second)]
  return first.suites.flatMap((suite) => {
    const other = second.suites.find(({ name }) => name === suite.name)
    if (!other) return []
    const { shared, apart } = pairQueries(suite, other)
    return pairs.map((strategies) => {
      const ours = answersById(findInFirst(suite, strategies.first))
      const theirs = answersById(findInSecond(other, strategies.second))
      const queries = shared
        .flatMap((query) => compareQuery(query, [ours.get(query.id), theirs.get(query.id)], measure) ?? [])
        .toSorted((one, two) => Math.abs(two.difference) - Math.abs(one.difference))
      return {
        suite: suite.name,
        strategies,
        /** Whether both runs had the same documents; null if it is not known. */
        isSameCorpus: suite.corpus === '' || other.corpus === '' ? null : suite.corpus === other.corpus,
        counts: countChanges(queries),
        apart,
        /** The greatest change first, in either direction; equal ones in the order of the suite. */
        queries,
      }
    })
  })
}

function answersById(answered: readonly Answered[]) {
  return new Map(answered.map(({ query, answer }) => [query.id, answer]))
}

/** Null if the measure does not apply to the query in both runs. */
function compareQuery(
  query: RunQuery,
  [before, after]: readonly [Answer | undefined, Answer | undefined],
  measure: CompareOptions['measure'],
) {
  const first = before && standingOf(query, before, measure)
  const second = after && standingOf(query, after, measure)
  if (!first || !second) return null
  const { id, text, kind } = query
  const difference = second.value - first.value
  const isChange = Math.abs(difference) >= rounding
  return {
    id,
    text,
    kind,
    expected: relevantDocuments(query),
    difference: isChange ? difference : 0,
    first,
    second,
  }
}

/** The measure of one answer, and how the strategy scored the first document that answers, or else its first document. */
function standingOf(query: RunQuery, answer: Answer, measure: CompareOptions['measure']) {
  const isRanking = 'depth' in measure
  const value = isRanking
    ? measure.score(answer.documents, new Map(Object.entries(query.grades)))
    : measure.score(answer, query)
  if (value === undefined) return null
  const shown = new Set(answer.results?.map(({ document }) => document))
  const documents = isRanking ? answer.documents : [...shown]
  const index = documents.findIndex((document) => gradeOf(query, document) > 0)
  const document = documents[Math.max(0, index)] ?? null
  return {
    value,
    /** Of the first document that answers, from 1, in the ranking or among what is shown; null if there is none. */
    rank: index === -1 ? null : index + 1,
    document,
    /** The parts of its score; null if the run does not have them. */
    score: answer.ranking.find((ranked) => ranked.document === document) ?? null,
    /** Of the answer without a threshold; null if it is not known. */
    confidence: answer.unfiltered?.confidence ?? null,
  }
}

function countChanges(queries: readonly ComparedQuery[]) {
  const better = queries.filter(({ difference }) => difference > 0).length
  const worse = queries.filter(({ difference }) => difference < 0).length
  return { better, same: queries.length - better - worse, worse }
}

function differencesOf(queries: readonly ComparedQuery[]): Float64Array {
  return Float64Array.from(queries, ({ difference }) => difference)
}

/** The measure's means, and their difference with its 95 % bootstrap interval; null without queries. */
function compareMeans(queries: readonly ComparedQuery[], difference: Difference | undefined) {
  const meanOf = (read: (query: ComparedQuery) => number) => mean(Float64Array.from(queries, read)) ?? 0
  const [interval] = bootstrapMeans([differencesOf(queries)], { random: seededRandom(seed) })
  if (!difference || !interval) return null
  const [first, second] = [meanOf((query) => query.first.value), meanOf((query) => query.second.value)]
  return { first, second, difference, interval }
}
