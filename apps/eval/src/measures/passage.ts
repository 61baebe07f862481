import { isAnswerable, type AnswerMeasure } from './answer-measure.js'

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
