import { isAnswerable, type AnswerMeasure } from './answer-measure.js'

/** 1 where nothing is shown, else 0. For queries that no document answers. */
export const abstention: AnswerMeasure = {
  name: 'abstention',
  score({ results }, query) {
    if (!results || isAnswerable(query)) return undefined
    return results.length === 0 ? 1 : 0
  },
}
