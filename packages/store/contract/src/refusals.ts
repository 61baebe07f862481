import { StoreError } from './errors.js'
import { maximumConditions, type SearchFilter } from './filter/search-filter.js'
import type { Space } from './vector-space.js'

/**
 * Refuses vectors that cannot be compared.
 * @throws StoreError `STORE_INVALID_VECTOR`
 */
export function assertVector(vector: Float32Array, dimensions: number): void {
  const problem =
    vector.length === dimensions
      ? problemOf(vector)
      : `has ${vector.length} numbers where its space has ${dimensions}`
  if (problem !== undefined) throw new StoreError('STORE_INVALID_VECTOR', `A vector ${problem}.`)
}

function problemOf(vector: Float32Array): string | undefined {
  if (!vector.every(Number.isFinite)) return 'holds a number that is not finite'
  return vector.every((value) => value === 0) ? 'is all zero: it has no direction to compare' : undefined
}

/** A vector of length 1: a cosine does not depend on the length. */
export function unitVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** A failure with the code `STORE_UNKNOWN_SPACE`. */
export function unknownSpace({ provider, model }: Space): StoreError {
  return new StoreError('STORE_UNKNOWN_SPACE', `There are no vectors of ${provider}/${model} here.`)
}

/** @throws StoreError `STORE_INVALID_QUERY` for a filter of more than `maximumConditions` */
export function assertConditions(filter: SearchFilter): void {
  if (filter.length <= maximumConditions) return
  throw new StoreError(
    'STORE_INVALID_QUERY',
    `The filter has ${filter.length} conditions. Use at most ${maximumConditions}.`,
  )
}
