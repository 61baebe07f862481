import { endianness } from 'node:os'
import { unitVector, type Space } from '@recallite/store'
import { checksumOfBytes, continueChecksum } from '../documents/checksum.js'

/** A vector and its cosine distance from a query. */
export interface NearVector {
  readonly id: number
  readonly distance: number
}

const idsPerSpace = 2 ** 40

/**
 * The range of row ids that the vectors of a space have. A search so reads the vectors of one space in the order of the
 * file, which takes half as long as going from an index of hashes to the rows.
 */
export function vectorIdsOf(spaceId: number): { first: number; last: number } {
  return { first: spaceId * idsPerSpace, last: (spaceId + 1) * idsPerSpace - 1 }
}

/**
 * A vector as sqlite-vec reads it: 32-bit floats, little-endian, scaled to length 1. A cosine does not depend on the
 * length, but in sqlite-vec the sums of squares of very long and very short vectors would leave the range of the floats.
 */
export const encodeVector = (vector: Float32Array): Buffer => encodeNumbers(unitVector(vector))

/** Numbers as 32-bit floats, little-endian. */
export function encodeNumbers(numbers: Float32Array): Buffer {
  const bytes = Buffer.from(Float32Array.from(numbers).buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

/** The numbers that `encodeNumbers` was given. */
export function decodeNumbers(bytes: Uint8Array): Float32Array {
  const copy = Buffer.from(new ArrayBuffer(bytes.length))
  copy.set(bytes)
  if (endianness() !== 'LE') copy.swap32()
  return new Float32Array(copy.buffer)
}

/** A vector as its row has it. */
export interface StoredVector {
  /** Of its text. */
  readonly hash: Uint8Array
  /** Its encoded numbers. */
  readonly value: Uint8Array
}

/**
 * Gives the checksums of a space's vectors: of the model and prompt style, of the text's hash and of the encoded numbers. A
 * vector of another text or of another space has another checksum, whatever numbers the space has in its database.
 */
export function vectorChecksums({ provider, model, dimensions, promptStyle }: Space) {
  const space = Buffer.from([provider, model, dimensions, promptStyle].join('\0'))
  const begin = checksumOfBytes(space)
  return ({ hash, value }: StoredVector): number => continueChecksum(begin, hash, value)
}
