import { relevantDocuments } from '../measures/answer-measures.js'
import type { Answer, RunQuery } from '../run/run.js'
import type { Judged } from './reliability.js'

/**
 * The confidence of each answer, and whether the results that would be shown without a threshold contain a relevant
 * document: never for queries that no document answers. Answers whose confidence is not known are left out.
 */
export function judgeAnswers(
  answered: readonly {
    readonly query: Pick<RunQuery, 'grades'>
    readonly answer: Pick<Answer, 'unfiltered'>
  }[],
): Judged[] {
  return answered.flatMap(({ query, answer: { unfiltered } }) => {
    if (!unfiltered) return []
    const { confidence, limit, results } = unfiltered
    const relevant = new Set(relevantDocuments(query))
    return [{ confidence, isRight: results.slice(0, limit).some(({ document }) => relevant.has(document)) }]
  })
}
