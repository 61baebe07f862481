import { RerankError } from '../errors.js'
import type { Reranker } from '../reranker.js'

/** A small correct reranker: the share of the query's words that a text contains. */
export function createOverlapReranker(): Reranker {
  let isDisposed = false
  return {
    specificationVersion: 'v1',
    identity: { provider: 'test', model: 'overlap' },
    async rerank({ query, texts, signal }) {
      signal?.throwIfAborted()
      if (isDisposed) throw new RerankError('RERANKER_UNAVAILABLE', 'It was disposed of; create it again.')
      await new Promise((resolve) => setImmediate(resolve))
      signal?.throwIfAborted()
      return texts.map((text) => overlap(query, text))
    },
    async dispose() {
      isDisposed = true
    },
  }
}

/** The share of a query's words that a text contains. */
export function overlap(query: string, text: string): number {
  const words = wordsOf(query)
  const textWords = new Set(wordsOf(text))
  return words.filter((word) => textWords.has(word)).length / Math.max(1, words.length)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}
