import type { EmbeddingModel } from '@recallite/embeddings'

/** A model that embeds each text only once for all strategies and suites. It has no `dispose`, so that several memories can share it. */
export function embedOnce({ dispose: _, ...model }: EmbeddingModel): EmbeddingModel {
  const vectors = new Map<string, Float32Array>()
  return {
    ...model,
    async embed({ texts, role, signal }) {
      signal?.throwIfAborted()
      const keyOf = (text: string) => `${role}\0${text}`
      const missing = [...new Set(texts)].filter((text) => !vectors.has(keyOf(text)))
      const embedded = missing.length > 0 ? await model.embed({ texts: missing, role, signal }) : []
      for (const [index, vector] of embedded.entries()) vectors.set(keyOf(missing[index] ?? ''), vector)
      return texts.flatMap((text) => vectors.get(keyOf(text)) ?? [])
    },
  }
}
