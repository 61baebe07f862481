import type { EmbeddingModel } from '@recallite/embeddings'
import { type Reranker, sigmoid } from '@recallite/rerankers'

/** The logistic function of a cosine: sigmoid(slope · (cosine − middle)). */
export interface CosineScale {
  readonly slope: number
  readonly middle: number
}

/**
 * Scores a text by its sentence that is nearest to the query, as late interaction does for tokens (MaxSim; Khattab and Zaharia,
 * ColBERT, 2020): max over the sentences of cos(query, sentence), as a probability.
 */
export function createSentenceReranker(model: EmbeddingModel, { slope, middle }: CosineScale): Reranker {
  const known = new Map<string, Float32Array>()
  const embed = async (texts: readonly string[], role: 'query' | 'document', signal?: AbortSignal) => {
    const unknown = [...new Set(texts)].filter((text) => !known.has(role + text))
    const vectors = await model.embed({ texts: unknown, role, signal })
    for (const [position, text] of unknown.entries()) known.set(role + text, vectors[position] ?? new Float32Array())
    return texts.map((text) => known.get(role + text) ?? new Float32Array())
  }
  return {
    identity: { provider: 'test', model: `sentences of ${model.identity.model}` },
    async rerank({ query, texts, signal }) {
      signal?.throwIfAborted()
      const [asked = new Float32Array()] = await embed([query], 'query', signal)
      const scores: number[] = []
      for (const text of texts) {
        const vectors = await embed(sentencesOf(text), 'document', signal)
        const nearest = Math.max(-1, ...vectors.map((vector) => dot(asked, vector)))
        scores.push(sigmoid(slope * (nearest - middle)))
      }
      return scores
    },
  }
}

/** Sentences and lines of at least three words; the whole text if it has none. */
function sentencesOf(text: string): string[] {
  const parts = text.split(/(?<=[.!?])\s+|\n+/u).map((part) => part.trim())
  const sentences = parts.filter((part) => (part.match(/\p{L}+/gu) ?? []).length >= 3)
  return sentences.length > 0 ? sentences : [text.trim() || '-']
}

/** Of unit vectors, their cosine. */
function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, slot) => sum + value * (b[slot] ?? 0), 0)
}
