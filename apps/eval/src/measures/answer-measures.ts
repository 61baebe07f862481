import type { Answer, RunQuery } from '../run/run.js'

type ShownAnswer = Pick<Answer, 'results'>

/** A measure of what a strategy shows for a query by its own limit and threshold. */
export interface AnswerMeasure {
  /** As in reports. */
  readonly name: string
  /** 0 or 1; undefined if it does not apply to the query, or if what was shown is not known. */
  readonly score: (answer: ShownAnswer, query: Pick<RunQuery, 'grades' | 'passages'>) => number | undefined
}

/** 1 if a relevant document is among the results, else 0, as OpenClaw's issue #16021 counts. */
export const found: AnswerMeasure = {
  name: 'found@limit',
  score({ results }, query) {
    const relevant = new Set(relevantDocuments(query))
    if (!results || relevant.size === 0) return undefined
    return results.some(({ document }) => relevant.has(document)) ? 1 : 0
  },
}

/** 1 if a chunk among the results holds an answering passage, else 0. It applies to queries with known passages. */
export const passage: AnswerMeasure = {
  name: 'passage',
  score({ results }, query) {
    if (!results || query.passages.length === 0 || !isAnswerable(query)) return undefined
    return results.some(({ hasPassage }) => hasPassage) ? 1 : 0
  },
}

/** 1 if nothing is shown, else 0. It applies to queries that no document answers. */
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
 * Counts files that pass as in OpenClaw's issue #16021: at least 3 of the queries that a file answers show it, or 3/5
 * of them if there are fewer than 5. Null if no document answers any query, or if it is not known what was shown.
 */
export function passingFiles(
  shown: readonly { readonly query: Pick<RunQuery, 'grades'>; readonly answer: ShownAnswer }[],
): { passed: number; total: number } | null {
  const tallies = new Map<string, { found: number; queries: number }>()
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
  const passed = [...tallies.values()].filter(
    (tally) => tally.found >= 3 || (tally.queries < 5 && tally.found * 5 >= tally.queries * 3),
  )
  return { passed: passed.length, total: tallies.size }
}
