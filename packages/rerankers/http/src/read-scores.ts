import { valueAt } from '@recallite/embeddings/http'
import { RerankError, sigmoid } from '@recallite/rerankers'
import type { ScoreScale } from './settings.js'

/** What an answer has to have. */
export interface ExpectedScores {
  /** How many texts were sent. */
  readonly count: number
  readonly scale: ScoreScale
  /** The model and its host, for messages. */
  readonly source: string
}

/**
 * The scores of an answer by the position of their texts: `results` of Cohere, Jina, llama.cpp and vLLM, `data` of Voyage,
 * or the list itself of Text Embeddings Inference; each entry has `index` and `relevance_score` or `score`.
 * @throws RerankError `RERANK_RESPONSE_INVALID` unless each text has one score that is a number
 */
export function readScores(answer: unknown, { count, scale, source }: ExpectedScores): number[] {
  const entries = [answer, valueAt(answer, 'results'), valueAt(answer, 'data')].find((list) =>
    Array.isArray(list),
  )
  if (entries === undefined) throw unusable(source, 'without a list of scores')
  if (entries.length !== count) throw unusable(source, `${count} texts with ${entries.length} scores`)
  const scores = Array.from<number>({ length: count }).fill(Number.NaN)
  for (const entry of entries) {
    const position = Number(valueAt(entry, 'index') ?? Number.NaN)
    if (!Object.hasOwn(scores, position))
      throw unusable(source, `with a score of no text (index ${position})`)
    const score = valueAt(entry, 'relevance_score') ?? valueAt(entry, 'score')
    if (typeof score !== 'number' || !Number.isFinite(score))
      throw unusable(source, `text ${position} with a score that is no number`)
    if (!Number.isNaN(scores[position])) throw unusable(source, `text ${position} with several scores`)
    scores[position] = score
  }
  return toProbabilities(scores, { scale, source })
}

function toProbabilities(
  scores: number[],
  { scale, source }: Pick<ExpectedScores, 'scale' | 'source'>,
): number[] {
  const areProbabilities = scores.every((score) => score >= 0 && score <= 1)
  if (scale === 'logit' || (scale === 'auto' && !areProbabilities)) return scores.map(sigmoid)
  if (areProbabilities) return scores
  throw unusable(source, 'with scores outside of 0 to 1, which are no probabilities')
}

function unusable(source: string, what: string): RerankError {
  return new RerankError(
    'RERANK_RESPONSE_INVALID',
    `${source} answered ${what}. Check that the address is that of a reranker.`,
  )
}
