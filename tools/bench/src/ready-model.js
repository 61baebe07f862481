/**
 * A model that has the vectors of its queries at hand: what is measured with it is a search without the time of a model.
 * @param {import('@recallite/embeddings').ModelIdentity} identity
 * @param {ReadonlyMap<string, Float32Array>} ready by query
 * @returns {import('@recallite/embeddings').EmbeddingModel}
 */
export function createReadyModel(identity, ready) {
  return {
    identity,
    maxBatchItems: 1,
    maxBatchTokens: 1000,
    embed: async ({ texts }) => texts.map((text) => ready.get(text) ?? new Float32Array()),
    dispose: async () => undefined,
  }
}
