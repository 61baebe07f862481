import { decodeNumbers, encodeNumbers } from '../vector-row.js'

/** Vectors per block; positions of deleted vectors stay empty. */
export const codesPerBlock = 512

/** The codes of one block. */
export interface CodeBlock {
  /** The mean of the vectors. */
  readonly mean: Float32Array
  /** The factor of the levels, per position; NaN without a vector. */
  readonly factors: Float32Array
  /** Four bits per dimension, two to a byte, the first in the lower half; transposed within groups of 16 positions. */
  readonly levels: Uint8Array
}

/** Levels per dimension; a level is a number of steps from the middle. */
export const levelCount = 16
export const middleLevel = (levelCount - 1) / 2

/** The step with the minimum error for normally distributed numbers, in standard deviations (Max 1960). */
const levelStep = 0.3352

/** Vectors that are read at once. */
export const groupSize = 16

/** Bytes of a vector's levels. */
export const bytesOfCode = (dimensions: number): number => Math.ceil(dimensions / 2)

/** The vectors of one block. `numbers` has all positions in order; those without a vector do not matter. */
export interface VectorBlock {
  /** The positions with a vector. */
  readonly positions: readonly number[]
  readonly numbers: Float32Array
}

/**
 * Encodes the vectors of a block in four bits per dimension. A vector d is approximately m + f · c, where m is the block's mean,
 * c the levels of r = d - m, and f = |r|² / (r · c), so that c is as long in the direction of r as r: an unbiased estimate of the
 * cosine (Gao and Long, RaBitQ, SIGMOD 2024, without the random rotation).
 */
export function encodeBlock({ positions, numbers }: VectorBlock): Buffer {
  const dimensions = numbers.length / codesPerBlock
  const mean = meanOf({ positions, numbers })
  const factors = new Float32Array(codesPerBlock).fill(Number.NaN)
  const bytes = bytesOfCode(dimensions)
  const levels = new Uint8Array(codesPerBlock * bytes)
  for (const position of positions) {
    const residual = numbers.slice(position * dimensions, (position + 1) * dimensions)
    for (let index = 0; index < dimensions; index += 1)
      residual[index] = numberAt(residual, index) - numberAt(mean, index)
    const squares = residual.reduce((sum, value) => sum + value * value, 0)
    const step = levelStep * Math.sqrt(squares / dimensions)
    let product = 0
    for (const [index, value] of residual.entries()) {
      const level = Math.max(0, Math.min(levelCount - 1, Math.floor(value / step) + levelCount / 2))
      product += value * (level - middleLevel)
      const at = levelAt(position, index >> 1, bytes)
      levels[at] = (levels[at] ?? 0) | (index % 2 === 0 ? level : level << 4)
    }
    factors[position] = squares > 0 ? squares / product : 0
  }
  return Buffer.concat([encodeNumbers(mean), encodeNumbers(factors), levels])
}

/** Decodes a block; undefined for bytes of another length. */
export function decodeBlock(bytes: Uint8Array, dimensions: number): CodeBlock | undefined {
  const [meanEnd, factorsEnd] = [4 * dimensions, 4 * (dimensions + codesPerBlock)]
  if (bytes.length !== factorsEnd + codesPerBlock * bytesOfCode(dimensions)) return undefined
  return {
    mean: decodeNumbers(bytes.subarray(0, meanEnd)),
    factors: decodeNumbers(bytes.subarray(meanEnd, factorsEnd)),
    levels: bytes.subarray(factorsEnd),
  }
}

function levelAt(position: number, byte: number, bytes: number): number {
  return (Math.floor(position / groupSize) * bytes + byte) * groupSize + (position % groupSize)
}

const numberAt = (numbers: Float32Array, index: number): number => numbers[index] ?? 0

function meanOf({ positions, numbers }: VectorBlock): Float32Array {
  const sums = new Float64Array(numbers.length / codesPerBlock)
  for (const position of positions) {
    const at = position * sums.length
    for (let index = 0; index < sums.length; index += 1)
      sums[index] = (sums[index] ?? 0) + numberAt(numbers, at + index)
  }
  return Float32Array.from(sums, (sum) => sum / Math.max(1, positions.length))
}
