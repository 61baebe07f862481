import assert from 'node:assert/strict'
import { vectorFault } from '../checked.js'
import type { EmbeddingModel } from '../embedding-model.js'

/** A rule of the contract and its check on a fresh model. */
export interface Check {
  readonly name: string
  holds(model: EmbeddingModel): Promise<void>
}

/** Embeds, and asserts that there is one usable vector per text. */
export async function embedDocuments(
  model: EmbeddingModel,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const vectors = await model.embed({ texts, role: 'document' })
  assert.equal(
    vectors.length,
    texts.length,
    `${texts.length} texts were answered with ${vectors.length} vectors`,
  )
  for (const [position, vector] of vectors.entries()) {
    const fault = vectorFault(vector, model.identity.dimensions)
    assert.equal(fault, undefined, `text ${position} was answered with ${fault}`)
  }
  return vectors
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, slot) => sum + value * (b[slot] ?? 0), 0)
}

/** The cosine similarity of two vectors of equal length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/** Asserts that two vectors are equal, up to the noise of hosted models. */
export function assertSameVector(actual: Float32Array | undefined, expected: Float32Array | undefined): void {
  assert.ok(actual !== undefined && expected !== undefined, 'a vector is missing')
  assert.ok(cosine(actual, expected) > 0.999, `one text got two vectors, cosine ${cosine(actual, expected)}`)
}
