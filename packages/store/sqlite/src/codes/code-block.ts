import { decodeNumbers, encodeNumbers } from '../vector-row.js'

/** How many vectors have their codes in one block; the places of vectors that are gone stay empty. */
export const codesPerBlock = 512

/** The codes of one block, as they are read out of the database. */
export interface CodeBlock {
  /** The mean of the vectors. */
  readonly mean: Float32Array
  /** For each place the factor of its signs; NaN where no vector is. */
  readonly factors: Float32Array
  /**
   * For each dimension a bit, whether the vector is above the mean in it. For each group of 16 places and each byte of a code the
   * byte of every place: so 16 vectors are read at once.
   */
  readonly signs: Uint8Array
}

/** How many vectors are read at once. */
export const groupSize = 16

/** The bytes that the signs of a vector take. */
export const bytesOfCode = (dimensions: number): number => Math.ceil(dimensions / 8)

/** The vectors of one block. */
export interface VectorBlock {
  /** The places that have a vector. */
  readonly places: readonly number[]
  /** The numbers of all places, one vector of length 1 behind the other; those of other places do not matter. */
  readonly numbers: Float32Array
}

/**
 * Codes the vectors of a block in one bit for each dimension. A vector d is about m + f · s, where m is the mean of the block, s the
 * signs of r = d - m, and f = |r|² / Σ|rᵢ|, by which s is as long in the direction of r as r is: an estimate of the cosine without
 * bias (Gao and Long, RaBitQ, SIGMOD 2024, without the random rotation).
 */
export function encodeBlock({ places, numbers }: VectorBlock): Buffer {
  const dimensions = numbers.length / codesPerBlock
  const mean = meanOf({ places, numbers })
  const factors = new Float32Array(codesPerBlock).fill(Number.NaN)
  const bytes = bytesOfCode(dimensions)
  const signs = new Uint8Array(codesPerBlock * bytes)
  for (const place of places) {
    let [squares, sum] = [0, 0]
    for (let index = 0, at = place * dimensions; index < dimensions; index += 1, at += 1) {
      const rest = numberAt(numbers, at) - numberAt(mean, index)
      squares += rest * rest
      sum += Math.abs(rest)
      if (rest > 0) setBit(signs, signAt(place, index >> 3, bytes), index & 7)
    }
    factors[place] = sum > 0 ? squares / sum : 0
  }
  return Buffer.concat([encodeNumbers(mean), encodeNumbers(factors), signs])
}

/** The codes that `encodeBlock` made; undefined for bytes of another length. */
export function decodeBlock(bytes: Uint8Array, dimensions: number): CodeBlock | undefined {
  const [meanEnd, factorsEnd] = [4 * dimensions, 4 * (dimensions + codesPerBlock)]
  if (bytes.length !== factorsEnd + codesPerBlock * bytesOfCode(dimensions)) return undefined
  return {
    mean: decodeNumbers(bytes.subarray(0, meanEnd)),
    factors: decodeNumbers(bytes.subarray(meanEnd, factorsEnd)),
    signs: bytes.subarray(factorsEnd),
  }
}

/** Where a byte of the signs of a place is. */
function signAt(place: number, byte: number, bytes: number): number {
  return (Math.floor(place / groupSize) * bytes + byte) * groupSize + (place % groupSize)
}

function setBit(bytes: Uint8Array, at: number, bit: number): void {
  bytes[at] = (bytes[at] ?? 0) | (1 << bit)
}

const numberAt = (numbers: Float32Array, index: number): number => numbers[index] ?? 0

function meanOf({ places, numbers }: VectorBlock): Float32Array {
  const sums = new Float64Array(numbers.length / codesPerBlock)
  for (const place of places) {
    const at = place * sums.length
    for (let index = 0; index < sums.length; index += 1)
      sums[index] = (sums[index] ?? 0) + numberAt(numbers, at + index)
  }
  return Float32Array.from(sums, (sum) => sum / Math.max(1, places.length))
}
