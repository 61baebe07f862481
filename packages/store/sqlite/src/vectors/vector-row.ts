import { endianness } from 'node:os'
import { unitVector, type Space } from '@recallite/store'
import { checksumOfBytes } from '../documents/checksum.js'

export interface NearVector {
  readonly id: number
  readonly distance: number
}

const idsPerSpace = 2 ** 40

/** The range of a space's row ids. A search reads the vectors of a space in file order, twice as fast as by an index of hashes. */
export function vectorIdsOf(spaceId: number): { first: number; last: number } {
  return { first: spaceId * idsPerSpace, last: (spaceId + 1) * idsPerSpace - 1 }
}

/** A vector for sqlite-vec: little-endian 32-bit floats, scaled to length 1 so that sums of squares cannot overflow. */
export const encodeVector = (vector: Float32Array): Buffer => encodeNumbers(unitVector(vector))

/** Numbers as little-endian 32-bit floats. */
export function encodeNumbers(numbers: Float32Array): Buffer {
  const bytes = Buffer.from(Float32Array.from(numbers).buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

/** Decodes the numbers of `encodeNumbers`. */
export function decodeNumbers(bytes: Uint8Array): Float32Array {
  const copy = Buffer.from(new ArrayBuffer(bytes.length))
  copy.set(bytes)
  if (endianness() !== 'LE') copy.swap32()
  return new Float32Array(copy.buffer)
}

/** A row of a vector: the hash of its text, and its encoded numbers. */
export interface StoredVector {
  readonly hash: Uint8Array
  readonly value: Uint8Array
}

/** Returns the checksum function of a space's vectors, which covers model, prompt style, text hash and numbers. */
export function vectorChecksums({ provider, model, dimensions, promptStyle }: Space) {
  const space = Buffer.from([provider, model, dimensions, promptStyle].join('\0'))
  return ({ hash, value }: StoredVector): number => checksumOfBytes(space, hash, value)
}
