const dimensions = 384

/**
 * An embedding model that takes no time: each word of a text counts in one of the places of its vector. Whatever is measured with it is
 * the work of the program around a model.
 * @returns {import('@recallite/embeddings').EmbeddingModel}
 */
export function createWordVectors() {
  return {
    identity: { provider: 'bench', model: 'words', dimensions, promptStyle: 'plain' },
    maxBatchItems: 1000,
    maxBatchTokens: 100_000,
    embed: async ({ texts }) => texts.map(vectorOf),
    dispose: async () => undefined,
  }
}

/** @param {string} text */
function vectorOf(text) {
  const vector = new Float32Array(dimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const place = placeOf(word)
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}

/** By FNV-1a over UTF-16 units. @param {string} word */
function placeOf(word) {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % dimensions
}
