import { relevantDocuments, type AnswerMeasure } from './answer-measure.js'

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
