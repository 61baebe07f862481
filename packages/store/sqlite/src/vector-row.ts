import { endianness } from 'node:os'
import { StoreError } from '@recallite/store'

/*
 * The ids of a space's vectors are a range of their own, so that a search reads them, and no other space's, in the
 * order of the file: half the time of following an index from hash to row.
 */
const idsPerSpace = 2 ** 40

/** The range of row ids that the vectors of a space have. */
export function vectorIdsOf(spaceId: number): { first: number; last: number } {
  return { first: spaceId * idsPerSpace, last: (spaceId + 1) * idsPerSpace - 1 }
}

/**
 * A vector as sqlite-vec reads it: 32-bit floats, little-endian. It is brought to length 1: a cosine does not depend
 * on the length, but sqlite-vec's sums of squares would leave the range of 32-bit floats for very long and very
 * short vectors.
 */
export function encodeVector(vector: Float32Array): Buffer {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return encodeNumbers(vector.map((value) => value / length))
}

/** Numbers as 32-bit floats, little-endian. */
export function encodeNumbers(numbers: Float32Array): Buffer {
  const bytes = Buffer.from(Float32Array.from(numbers).buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

/** What `encodeNumbers` was given. */
export function decodeNumbers(bytes: Uint8Array): Float32Array {
  const copy = Buffer.from(new ArrayBuffer(bytes.length))
  copy.set(bytes)
  if (endianness() !== 'LE') copy.swap32()
  return new Float32Array(copy.buffer)
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
