import { RerankError } from './errors.js'

/** The logistic function 1/(1 + e^−x): the probability that a logit stands for. */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/**
 * The scores of an answer if there is one probability for each text.
 * @param source the reranker, for the message
 * @throws RerankError `RERANK_RESPONSE_INVALID`
 */
export function assertScores(
  scores: readonly number[],
  { count, source }: { readonly count: number; readonly source: string },
): readonly number[] {
  if (scores.length !== count) throw unusable(source, `${count} texts with ${scores.length} scores`)
  const odd = scores.findIndex((score) => !(score >= 0 && score <= 1))
  if (odd < 0) return scores
  throw unusable(source, `text ${odd} with the score ${scores[odd]}, which is no number from 0 to 1`)
}

function unusable(source: string, what: string): RerankError {
  return new RerankError(
    'RERANK_RESPONSE_INVALID',
    `The reranker ${source} answered ${what}. Check that its model is a reranker, or use another.`,
  )
}
