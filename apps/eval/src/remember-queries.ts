import type { EmbeddingModel } from '@recallite/embeddings'

/**
 * The same model with a memory for queries: every strategy asks the same ones, and each is embedded once. Disposal is
 * not passed on, so that several memories can share the model.
 */
export function rememberQueries(model: EmbeddingModel): EmbeddingModel {
  const known = new Map<string, Float32Array>()
  const { identity, maxBatchItems, maxBatchTokens } = model
  return {
    identity,
    maxBatchItems,
    maxBatchTokens,
    async embed(request) {
      if (request.role !== 'query') return model.embed(request)
      const missing = [...new Set(request.texts)].filter((text) => !known.has(text))
      const vectors = missing.length > 0 ? await model.embed({ ...request, texts: missing }) : []
      for (const [index, vector] of vectors.entries()) known.set(missing[index] ?? '', vector)
      return request.texts.flatMap((text) => known.get(text) ?? [])
    },
  }
}
