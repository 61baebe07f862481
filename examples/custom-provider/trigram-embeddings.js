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
      // Long words have more trigrams, but must not have more weight.
      vector[slot] = (vector[slot] ?? 0) + 1 / length
    }
  }
  return vector
}

/**
 * Counts the character trigrams of a text, each in a slot by its hash. It compares spelling, not meaning: `authenticate` is near
 * `authentication`, but `car` is far from `vehicle`. Its advantage is that it fits on a page and needs no files.
 * @returns {import('@recallite/embeddings').EmbeddingModel}
 */
export function createTrigramEmbeddings() {
  let isDisposed = false
  return {
    specificationVersion: 'v1',
    // Change the identity when the vectors change: only vectors with the same identity are compared.
    identity: { provider: 'example', model: 'trigrams-v1', dimensions, promptStyle: 'plain' },
    maxBatchItems: 64,
    maxBatchTokens: 8000,
    async embed({ texts, signal }) {
      signal?.throwIfAborted()
      if (isDisposed) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'The trigram model was closed.')
      // Call a service here. The memory batches requests, retries them and checks the answers.
      return untilAborted(Promise.resolve(texts.map(vectorOf)), signal)
    },
    async dispose() {
      isDisposed = true
    },
  }
}
