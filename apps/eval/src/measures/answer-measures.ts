import type { Answer, RunQuery } from '../run/run.js'
import type { Measure } from './ranking-measures.js'

type ResultsAnswer = Pick<Answer, 'results' | 'given' | 'unfiltered'>

/** A measure of a strategy's results, with its own limit and threshold unless stated otherwise. */
export interface AnswerMeasure {
  readonly name: string
  /** From 0 to 1; undefined if it does not apply to the query. */
  readonly score: (
    answer: ResultsAnswer,
    query: Pick<RunQuery, 'grades' | 'passages' | 'foreign'>,
  ) => number | undefined
}

/** Limits that might become the default. */
export const comparedLimits = [6, 10] as const

/** Token budgets within which an agent might need the answer. */
const tokenBudgets = [500, 1000, 2000] as const

/** 1 if a relevant document is among the results, else 0, as in OpenClaw's issue #16021. */
export const found = ofAnswerable('found@limit', ({ results }, relevant) => holdsOne(results, relevant))

/** The share of the relevant documents that are among the results. */
export const recallOfShown = ofAnswerable('recall@limit', ({ results }, relevant) => {
  return relevant.intersection(new Set(results.map(({ document }) => document))).size / relevant.size
})

/** 1 if a result contains an answering passage, else 0. Only for queries with passages. */
export const passage: AnswerMeasure = {
  name: 'passage',
  score({ results }, query) {
    if (query.passages.length === 0 || !isAnswerable(query)) return undefined
    return results.some(({ hasPassage }) => hasPassage) ? 1 : 0
  },
}

/** 1 if there are no results, else 0. Only for answerable queries. */
export const lost = ofAnswerable('lost', ({ results }) => isEmpty(results))

/** 1 if there are no results, else 0. Only for unanswerable queries of the suite itself. */
export const abstention: AnswerMeasure = {
  name: 'abstention',
  score: ({ results }, query) => (isAnswerable(query) || isForeign(query) ? undefined : isEmpty(results)),
}

/** 1 if there are no results, else 0. Only for queries of other suites. */
export const foreignAbstention: AnswerMeasure = {
  name: 'foreign',
  score: ({ results }, query) => (isForeign(query) ? isEmpty(results) : undefined),
}

/** 1 if a relevant document is among the first `limit` results without a threshold, else 0. */
export function foundAmong(limit: number): AnswerMeasure {
  return ofAnswerable(`found@${limit}`, ({ unfiltered }, relevant) =>
    holdsOne(unfiltered.results.slice(0, limit), relevant),
  )
}

/** 1 if the first answering lines end within `tokens` tokens of the text for an agent, else 0. */
export function withinTokens(tokens: number): AnswerMeasure {
  return ofAnswerable(`within ${tokens}`, ({ given }) => ((given.toAnswer ?? Infinity) <= tokens ? 1 : 0))
}

/** Measures to compare strategies and runs by. Higher is better. */
export const comparableMeasures: readonly AnswerMeasure[] = [
  found,
  recallOfShown,
  passage,
  ...tokenBudgets.map(withinTokens),
  ...comparedLimits.map(foundAmong),
]

export const answerMeasures = [...comparableMeasures, lost, abstention, foreignAbstention]

/** A measure of a ranking or of results. */
export type AnyMeasure = Measure | AnswerMeasure

/** The score of an answer. Undefined if the measure does not apply to the query. */
export function scoreAnswer(
  measure: AnyMeasure,
  answer: ResultsAnswer & Pick<Answer, 'documents'>,
  query: Parameters<AnswerMeasure['score']>[1],
): number | undefined {
  if (!('depth' in measure)) return measure.score(answer, query)
  return isAnswerable(query)
    ? measure.score(answer.documents, new Map(Object.entries(query.grades)))
    : undefined
}

/** Whether the question belongs to another suite. */
export const isForeign = ({ foreign }: Pick<RunQuery, 'foreign'>): boolean => foreign !== undefined

/** The ids of the documents that answer a query. */
export function relevantDocuments({ grades }: Pick<RunQuery, 'grades'>): string[] {
  return Object.entries(grades).flatMap(([id, grade]) => (grade > 0 ? [id] : []))
}

/** Whether any document answers a query. */
export const isAnswerable = (query: Pick<RunQuery, 'grades'>): boolean => relevantDocuments(query).length > 0

/**
 * Counts the files that pass as in OpenClaw's issue #16021: found by 3 of the queries that they answer, or by 3/5 of fewer than 5.
 * Null if no document answers any query.
 */
export function passingFiles(
  answered: readonly { readonly query: Pick<RunQuery, 'grades'>; readonly answer: ResultsAnswer }[],
): { passed: number; total: number } | null {
  const judged = answered.filter(({ query }) => isAnswerable(query))
  if (judged.length === 0) return null
  const outcomes = judged.flatMap(({ query, answer }) => {
    const documents = new Set(answer.results.map(({ document }) => document))
    return relevantDocuments(query).map((id) => ({ id, isFound: documents.has(id) }))
  })
  const files = [...Map.groupBy(outcomes, ({ id }) => id).values()]
  const passed = files.filter((queries) => {
    const { length } = queries.filter(({ isFound }) => isFound)
    return length >= 3 || (queries.length < 5 && length * 5 >= queries.length * 3)
  })
  return { passed: passed.length, total: files.length }
}

/** Restricts a measure to answerable queries. */
function ofAnswerable(
  name: string,
  score: (answer: ResultsAnswer, relevant: ReadonlySet<string>) => number,
): AnswerMeasure {
  return {
    name,
    score(answer, query) {
      const relevant = new Set(relevantDocuments(query))
      return relevant.size === 0 ? undefined : score(answer, relevant)
    },
  }
}

const isEmpty = (results: ResultsAnswer['results']): number => (results.length === 0 ? 1 : 0)

function holdsOne(results: readonly { readonly document: string }[], relevant: ReadonlySet<string>): number {
  return results.some(({ document }) => relevant.has(document)) ? 1 : 0
}
