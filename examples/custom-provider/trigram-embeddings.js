import { createHash } from 'node:crypto'
import { EmbeddingError, untilAborted } from '@recallite/embeddings'

const dimensions = 512

/** @param {string} trigram */
function slotOf(trigram) {
  return createHash('sha256').update(trigram).digest().readUInt32BE() % dimensions
}

/** @param {string} text */
function vectorOf(text) {
  const vector = new Float32Array(dimensions)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const characters = [...` ${word} `]
    const length = Math.max(1, characters.length - 2)
    for (let start = 0; start < length; start += 1) {
      const slot = slotOf(characters.slice(start, start + 3).join(''))
      // Long words have more trigrams and must not count for more.
      vector[slot] = (vector[slot] ?? 0) + 1 / length
    }
  }
  return vector
}

/**
 * Counts the trigrams of characters in a text, each in a slot by its hash. It knows spelling, not meaning: `authenticate` is
 * near `authentication`, and `car` far from `vehicle`. It is here because it fits on a page and needs no file.
 * @returns {import('@recallite/embeddings').EmbeddingModel}
 */
export function createTrigramEmbeddings() {
  let isDisposed = false
  return {
    specificationVersion: 'v1',
    // Vectors of models whose identities differ are never compared: change it when the vectors change.
    identity: { provider: 'example', model: 'trigrams-v1', dimensions, promptStyle: 'plain' },
    maxBatchItems: 64,
    maxBatchTokens: 8000,
    async embed({ texts, signal }) {
      signal?.throwIfAborted()
      if (isDisposed) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'The trigram model was closed.')
      // A service would be asked here; the memory batches, repeats and checks.
      return untilAborted(Promise.resolve(texts.map(vectorOf)), signal)
    },
    async dispose() {
      isDisposed = true
    },
  }
}
