import { decodeNumbers, encodeNumbers } from '../vector-row.js'

/** How many vectors have their codes in one block; the positions of vectors that are gone stay empty. */
export const codesPerBlock = 512

/** The codes of one block, as they are read out of the database. */
export interface CodeBlock {
  /** The mean of the vectors. */
  readonly mean: Float32Array
  /** For each position the factor of its levels; NaN where no vector is. */
  readonly factors: Float32Array
  /**
   * For each dimension a level, in four bits: two to a byte, the first in the lower half. For each group of 16 positions and each byte of
   * a code the byte of every position: so 16 vectors are read at once.
   */
  readonly levels: Uint8Array
}

/** How many levels a dimension has: a level stands for the number of steps from their middle. */
export const levelCount = 16
export const middleLevel = (levelCount - 1) / 2

/** The step between two levels by which the least is lost of normally distributed numbers, in standard deviations (Max 1960). */
const levelStep = 0.3352

/** How many vectors are read at once. */
export const groupSize = 16

/** The bytes that the levels of a vector take. */
export const bytesOfCode = (dimensions: number): number => Math.ceil(dimensions / 2)

/** The vectors of one block. */
export interface VectorBlock {
  /** The positions that have a vector. */
  readonly positions: readonly number[]
  /** The numbers of all positions, one vector of length 1 behind the other; those of other positions do not matter. */
  readonly numbers: Float32Array
}

/**
 * Codes the vectors of a block in four bits for each dimension. A vector d is about m + f · c, where m is the mean of the block, c the
 * levels of r = d - m, and f = |r|² / (r · c), by which c is as long in the direction of r as r is: an estimate of the cosine without
 * bias (Gao and Long, RaBitQ, SIGMOD 2024, without the random rotation).
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
      setLevel(levels, levelAt(position, index >> 1, bytes), index % 2 === 0 ? level : level << 4)
    }
    factors[position] = squares > 0 ? squares / product : 0
  }
  return Buffer.concat([encodeNumbers(mean), encodeNumbers(factors), levels])
}

/** The codes that `encodeBlock` made; undefined for bytes of another length. */
export function decodeBlock(bytes: Uint8Array, dimensions: number): CodeBlock | undefined {
  const [meanEnd, factorsEnd] = [4 * dimensions, 4 * (dimensions + codesPerBlock)]
  if (bytes.length !== factorsEnd + codesPerBlock * bytesOfCode(dimensions)) return undefined
  return {
    mean: decodeNumbers(bytes.subarray(0, meanEnd)),
    factors: decodeNumbers(bytes.subarray(meanEnd, factorsEnd)),
    levels: bytes.subarray(factorsEnd),
  }
}

/** Where a byte of the levels of a position is. */
function levelAt(position: number, byte: number, bytes: number): number {
  return (Math.floor(position / groupSize) * bytes + byte) * groupSize + (position % groupSize)
}

function setLevel(bytes: Uint8Array, at: number, bits: number): void {
  bytes[at] = (bytes[at] ?? 0) | bits
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
