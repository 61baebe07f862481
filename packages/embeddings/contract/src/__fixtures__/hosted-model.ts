import type { HostedNetwork } from '../conformance.js'
import { decorate, type EmbeddingModel } from '../embedding-model.js'
import { EmbeddingError } from '../errors.js'
import { failureOfNetwork, failureOfResponse, guardFetch, withoutSecrets } from '../http.js'
import { createHashingModel } from './hashing-model.js'

/** A model behind a network that keeps the contract, written with the functions of `http.ts` alone. */
export function createHostedModel({ fetch, apiKey }: HostedNetwork): EmbeddingModel {
  const endpoint = new URL('https://api.example.com/v1/embeddings')
  const context = { provider: 'test', host: endpoint.host }
  const ask = guardFetch(fetch, { endpoint })
  return decorate(createHashingModel(), async ({ texts, signal }) => {
    try {
      const headers = { Authorization: `Bearer ${apiKey}` }
      const response = await ask(endpoint, { method: 'POST', headers, body: JSON.stringify(texts), signal: signal ?? null })
      if (!response.ok) {
        const { status } = response
        const failure = { ...context, status, headers: response.headers, body: await response.text() }
        throw failureOfResponse(failure, { now: () => 0 })
      }
      const { vectors } = (await response.json()) as { vectors?: number[][] }
      if (vectors === undefined) throw new EmbeddingError('EMBEDDING_RESPONSE_INVALID', 'No vectors; check the base URL.')
      return vectors.map((vector) => Float32Array.from(vector))
    } catch (error) {
      signal?.throwIfAborted()
      const { code, message, isRetryable, retryAfter } = failureOfNetwork(error, context)
      throw new EmbeddingError(code, withoutSecrets(message, [apiKey]), { isRetryable, retryAfter })
    }
  })
}
