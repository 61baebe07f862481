import type { Answer, RunQuery } from '../run/run.js'

/** What of an answer and of its query such a measure looks at. */
export type ShownAnswer = Pick<Answer, 'results'>

/** The same of a query. */
export type JudgedQuery = Pick<RunQuery, 'grades' | 'passages'>

/**
 * A measure of what a strategy shows for one query by its own limit and threshold, however deep it would rank; its
 * mean over the queries that it applies to has the same name.
 */
export interface AnswerMeasure {
  /** As in reports. */
  readonly name: string
  /** 0 or 1; undefined where it does not apply to the query, or where what was shown is not known. */
  readonly score: (answer: ShownAnswer, query: JudgedQuery) => number | undefined
}

/** A query and what was shown for it. */
export interface ShownFor {
  readonly query: Pick<RunQuery, 'grades'>
  readonly answer: ShownAnswer
}

/** How many files pass, of all that some query is for. */
export interface PassingFiles {
  readonly passed: number
  readonly total: number
}

/**
 * A hit as OpenClaw's issue #16021 counts them: 1 where a document that answers is among the results with at least the
 * strategy's least score, else 0. For queries that some document answers.
 */
export const found: AnswerMeasure = {
  name: 'found',
  score({ results }, query) {
    const relevant = new Set(relevantDocuments(query))
    if (!results || relevant.size === 0) return undefined
    return results.some(({ document }) => relevant.has(document)) ? 1 : 0
  },
}

/**
 * 1 where a chunk among the results holds a passage that answers, else 0. For queries that some document answers and
 * that say where in it.
 */
export const passage: AnswerMeasure = {
  name: 'passage',
  score({ results }, query) {
    if (!results || query.passages.length === 0 || !isAnswerable(query)) return undefined
    return results.some(({ hasPassage }) => hasPassage) ? 1 : 0
  },
}

/** 1 where nothing is shown, else 0. For queries that no document answers. */
export const abstention: AnswerMeasure = {
  name: 'abstention',
  score({ results }, query) {
    if (!results || isAnswerable(query)) return undefined
    return results.length === 0 ? 1 : 0
  },
}

/** The ids of the documents that answer a query, in the order of its grades. */
export function relevantDocuments({ grades }: Pick<RunQuery, 'grades'>): string[] {
  return Object.entries(grades).flatMap(([id, grade]) => (grade > 0 ? [id] : []))
}

/** Whether any document answers a query. */
export function isAnswerable(query: Pick<RunQuery, 'grades'>): boolean {
  return relevantDocuments(query).length > 0
}

/**
 * Files that pass, as OpenClaw's issue #16021 counts them. A query is for each document that answers it, and finds
 * those that are among the results. A file passes when at least 3 of its queries find it, however many it has; with
 * fewer than 5 queries a share of 3/5 is enough: 1 of 1, 2 of 2, 2 of 3, 3 of 4. Null where no document answers any
 * query, or where what was shown is not known for all that have one.
 */
export function passingFiles(shown: readonly ShownFor[]): PassingFiles | null {
  const tallies = new Map<string, Tally>()
  for (const { query, answer } of shown) {
    const relevant = relevantDocuments(query)
    if (relevant.length === 0) continue
    if (!answer.results) return null
    const documents = new Set(answer.results.map(({ document }) => document))
    for (const id of relevant) {
      const tally = tallies.get(id) ?? { found: 0, queries: 0 }
      tally.queries += 1
      tally.found += documents.has(id) ? 1 : 0
      tallies.set(id, tally)
    }
  }
  if (tallies.size === 0) return null
  return { passed: [...tallies.values()].filter(passes).length, total: tallies.size }
}

interface Tally {
  found: number
  queries: number
}

/** At least 3 of its queries; where it has fewer than 5, at least 3/5 of them. */
function passes({ found, queries }: Tally): boolean {
  return found >= 3 || (queries < 5 && found * 5 >= queries * 3)
}
