import type { EmbeddingModel } from './embedding-model.js'

/** The same model with another `embed`; identity, limits and disposal stay those of the given one. */
export function decorate(model: EmbeddingModel, embed: EmbeddingModel['embed']): EmbeddingModel {
  const decorated: EmbeddingModel = {
    identity: model.identity,
    maxBatchItems: model.maxBatchItems,
    maxBatchTokens: model.maxBatchTokens,
    embed,
  }
  if (model.dispose !== undefined) decorated.dispose = () => model.dispose?.() ?? Promise.resolve()
  return decorated
}
