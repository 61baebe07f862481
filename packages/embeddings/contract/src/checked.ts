import { decorate, type EmbeddingModel } from './embedding-model.js'
import { EmbeddingError, invalidRequest } from './errors.js'

/** Rejects answers without a usable vector per text (`EMBEDDING_RESPONSE_INVALID`) and blank texts (`EMBEDDING_REQUEST_INVALID`). */
export function checked(model: EmbeddingModel): EmbeddingModel {
  return decorate(model, async (request) => {
    const blank = request.texts.findIndex((text) => text.trim() === '')
    if (blank !== -1)
      throw invalidRequest(
        `Text ${blank} of ${request.texts.length} is blank, so it has no embedding; leave it out.`,
      )
    if (request.texts.length === 0) return []
    const vectors = await model.embed(request)
    refuseUnusable(vectors, model, request.texts.length)
    return vectors
  })
}

function refuseUnusable(vectors: readonly Float32Array[], model: EmbeddingModel, count: number): void {
  const { provider, model: name, dimensions } = model.identity
  const invalid = (fault: string, good: readonly (Float32Array | undefined)[] = []) =>
    new EmbeddingError(
      'EMBEDDING_RESPONSE_INVALID',
      `The embedding model ${provider}/${name} ${fault}; no such vector is used.`,
      { vectors: good.some((vector) => vector !== undefined) ? good : undefined },
    )
  if (vectors.length !== count) throw invalid(`answered ${count} texts with ${vectors.length} vectors`)
  // `Array.from` because `map` skips holes.
  const faults = Array.from(vectors, (vector) => vectorFault(vector, dimensions))
  const position = faults.findIndex((fault) => fault !== undefined)
  if (position === -1) return
  const good = Array.from(vectors, (vector, index) => (faults[index] === undefined ? vector : undefined))
  throw invalid(`answered text ${position} of ${count} with ${faults[position]}`, good)
}

/** Scales a vector to length 1 in double precision: v / √(Σ vᵢ²). Zero vectors stay zero. */
export function unitVector(vector: Float32Array | Float64Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  return Float32Array.from(vector, (value) => (length === 0 ? 0 : value / length))
}

/** Why a vector is unusable, to follow "answered with"; undefined if it is usable. Accepts any value. */
export function vectorFault(vector: unknown, dimensions: number): string | undefined {
  if (!(vector instanceof Float32Array)) return 'something that is not a Float32Array'
  if (vector.length !== dimensions) return `a vector of ${vector.length} instead of ${dimensions} numbers`
  if (!vector.every(Number.isFinite)) return 'a vector that is not finite'
  if (vector.every((value) => value === 0)) return 'a vector that is all zero'
  return undefined
}
