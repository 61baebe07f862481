import { endianness } from 'node:os'
import { StoreError } from '@recallite/store'

/**
 * A vector as sqlite-vec reads it: 32-bit floats, little-endian. It is brought to length 1: a cosine does not depend
 * on the length, but sqlite-vec's sums of squares would leave the range of 32-bit floats for very long and very
 * short vectors.
 */
export function encodeVector(vector: Float32Array): Buffer {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  const bytes = Buffer.from(vector.map((value) => value / length).buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

/**
 * Refuses what would poison every later comparison: sqlite-vec itself takes NaN, infinity and zero.
 * @throws StoreError `STORE_INVALID_VECTOR`
 */
export function assertVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new StoreError(
      'STORE_INVALID_VECTOR',
      `A vector has ${vector.length} numbers where its space has ${dimensions}.`,
    )
  }
  if (!vector.every(Number.isFinite)) {
    throw new StoreError('STORE_INVALID_VECTOR', 'A vector holds a number that is not finite.')
  }
  if (vector.every((value) => value === 0)) {
    throw new StoreError('STORE_INVALID_VECTOR', 'A vector is all zero: it has no direction to compare.')
  }
}
