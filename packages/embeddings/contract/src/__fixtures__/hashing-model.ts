import type { EmbeddingModel, EmbeddingRequest, ModelIdentity } from '../embedding-model.js'
import { EmbeddingError } from '../errors.js'

const identity: ModelIdentity = { provider: 'test', model: 'hashing', dimensions: 8, promptStyle: 'plain' }

/**
 * An in-memory model that fulfils the contract. A vector counts letters by position and code unit. Answers asynchronously
 * and records its requests.
 */
export function createHashingModel(limits: { maxBatchItems?: number; maxBatchTokens?: number } = {}): EmbeddingModel & {
  readonly requests: EmbeddingRequest[]
} {
  const requests: EmbeddingRequest[] = []
  let isDisposed = false
  return {
    specificationVersion: 'v1',
    identity,
    maxBatchItems: limits.maxBatchItems ?? 16,
    maxBatchTokens: limits.maxBatchTokens ?? 1000,
    requests,
    async embed(request) {
      if (isDisposed) throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'The test model was disposed of; create it again.')
      request.signal?.throwIfAborted()
      if (request.texts.length === 0) return []
      requests.push(request)
      await new Promise((resolve) => setImmediate(resolve))
      request.signal?.throwIfAborted()
      return request.texts.map((text) => hash(`${request.role} ${text}`))
    },
    async dispose() {
      isDisposed = true
    },
  }
}

function hash(text: string): Float32Array {
  const vector = new Float32Array(identity.dimensions)
  for (let position = 0; position < text.length; position += 1) {
    const slot = (text.charCodeAt(position) * 31 + position) % vector.length
    vector[slot] = (vector[slot] ?? 0) + 1
  }
  return vector
}
