import assert from 'node:assert/strict'
import type { EmbeddingModel } from '../embedding-model.js'
import { EmbeddingError } from '../errors.js'
import { vectorFault } from '../vector.js'
import type { HostedNetwork } from './hosted.js'

const texts = ['The cat sleeps.', 'The dog barks.']

/**
 * What a model makes of any body with the status 200 that its network answers two texts with: its vectors, or those that
 * its error carries. Rejects with an `AssertionError` where one of them cannot be used, or the error is no
 * `EMBEDDING_RESPONSE_INVALID`. For property tests, which know the shape of the answers that a provider reads.
 */
export async function vectorsOfAnswer(
  create: (network: HostedNetwork) => Promise<EmbeddingModel>,
  body: string,
): Promise<Float32Array[]> {
  const answer = async () => new Response(body, { headers: { 'Content-Type': 'application/json' } })
  const model = await create({ fetch: answer, apiKey: 'sk-any-0123456789abcdef' })
  const vectors: readonly (Float32Array | undefined)[] = await model
    .embed({ texts, role: 'document' })
    .then(assertAll, vectorsOfError)
  const given = vectors.filter((vector) => vector !== undefined)
  for (const vector of given) {
    const fault = vectorFault(vector, model.identity.dimensions)
    assert.equal(fault, undefined, `${body} was taken for ${fault}`)
  }
  return given
}

function assertAll(vectors: Float32Array[]): Float32Array[] {
  assert.equal(vectors.length, texts.length, `two texts were answered with ${vectors.length} vectors`)
  return vectors
}

function vectorsOfError(error: unknown): readonly (Float32Array | undefined)[] {
  assert.ok(EmbeddingError.isInstance(error), `rejected with ${String(error)} instead of an EmbeddingError`)
  assert.equal(error.code, 'EMBEDDING_RESPONSE_INVALID', error.message)
  return error.vectors ?? []
}
