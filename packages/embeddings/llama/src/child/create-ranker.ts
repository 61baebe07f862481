import { explain, readablePart, Refusal } from '@recallite/embeddings/process'
import type { LlamaModel } from 'node-llama-cpp'
import type { LoadRequest } from '../open-gguf.js'

/** Scores a text against a query: a vector of one number, the probability that the text answers the query. */
export type Ranker = (text: string, query: string) => Promise<Float32Array>

/**
 * Creates a ranker and tries it on a text.
 * @throws Refusal if the model has no head that scores a query with a text, or its scores are not numbers
 */
export async function createRanker(
  model: LlamaModel,
  { contextSize, threads }: Pick<LoadRequest, 'contextSize' | 'threads'>,
): Promise<Ranker> {
  const limit = Math.min(model.trainContextSize, contextSize)
  const context = await createContext(model, { contextSize: limit, threads })
  const tokenize = (text: string, most: number) =>
    model.tokenize(readablePart(text, most), false, 'trimLeadingSpace').slice(0, most)
  const rank: Ranker = async (text, query) => {
    const queryTokens = tokenize(query, Math.floor(limit / 4))
    const textTokens = tokenize(text, limit * mostParts)
    return Float32Array.of(await context.rank(queryTokens, textTokens, { onOverflow: 'maxChunk' }))
  }
  const [score = Number.NaN] = await rank('a text to try the model with', 'which text')
  if (!Number.isFinite(score)) throw new Refusal('it is damaged: its scores are not numbers')
  return rank
}

/** Of a text of more contexts than these the rest is left out, so that one text cannot take all of the time. */
const mostParts = 4

async function createContext(model: LlamaModel, options: { contextSize: number; threads: number }) {
  const { contextSize } = options
  try {
    // Models that read in both directions need a whole text in one batch.
    return await model.createRankingContext({ ...options, batchSize: contextSize })
  } catch (error) {
    const { reason } = explain(error)
    if (!/rankings? is not supported/i.test(reason)) throw error
    throw new Refusal('it is no reranker: it has no layer that scores a query with a text', {
      remedy: 'Choose a GGUF file of a reranker, such as bge-reranker-v2-m3',
      cause: error,
    })
  }
}
