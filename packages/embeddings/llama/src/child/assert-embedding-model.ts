import { Refusal } from './refusal.js'
import type { GgufHeader } from './read-gguf-header.js'

/** llama.cpp's `llama_pooling_type`: how the vectors of tokens become one. */
const pooling = { none: 0, mean: 1, cls: 2, last: 3, rank: 4 } as const

/**
 * Refuses models made for something else. A model that pools by mean, first or last token is one for embeddings; where
 * the file does not say how to pool, one whose attention sees the whole text is.
 * @throws Refusal
 */
export function assertEmbeddingModel(header: GgufHeader): void {
  const architecture = String(header.get('general.architecture') ?? '')
  const type = header.get(`${architecture}.pooling_type`)
  if (type === pooling.rank) throw new Refusal('it is a model for reranking, not for embedding')
  const canPool = type === pooling.mean || type === pooling.cls || type === pooling.last
  if (canPool || header.get(`${architecture}.attention.causal`) === false) return
  throw new Refusal('it is a model that writes text, not one for embedding')
}
