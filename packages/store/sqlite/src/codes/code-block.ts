import { decodeNumbers, encodeNumbers } from '../vector-row.js'

/** How many vectors have their codes in one block; the places of vectors that are gone stay empty. */
export const codesPerBlock = 1024

/** The codes of one block, as they are read out of the database. */
export interface CodeBlock {
  /** The mean of the vectors. */
  readonly mean: Float32Array
  /** For each place the factor of its signs; NaN where no vector is. */
  readonly factors: Float32Array
  /** For each place a bit for each dimension, whether the vector is above the mean in it. */
  readonly signs: Uint8Array
}

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
      if (rest > 0) setBit(signs, 8 * place * bytes + index)
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
    // A copy that is no Buffer, whose elements V8 would read half as fast.
    signs: new Uint8Array(bytes.subarray(factorsEnd)),
  }
}

/** Writes an estimate of the cosine between a query and each vector of a block, by their places; NaN where no vector is. */
export type Estimate = (block: CodeBlock, estimates: Float32Array) => void

/**
 * Prepares a query: for each byte of a code the sum that each of its values gives, so that a vector takes one addition for eight
 * dimensions.
 * @param query of length 1
 */
export function prepareEstimate(query: Float32Array): Estimate {
  const bytes = bytesOfCode(query.length)
  const sums = sumsOf(query, bytes)
  return ({ mean, factors, signs }, estimates) => {
    const ofMean = mean.reduce((sum, value, index) => sum + value * numberAt(query, index), 0)
    for (let place = 0, at = 0; place < codesPerBlock; place += 1) {
      // Four sums that do not wait for each other take half as long as one.
      let first = 0
      let second = 0
      let third = 0
      let fourth = 0
      for (let table = 0; table < sums.length; table += 1024, at += 4) {
        first += numberAt(sums, table + byteAt(signs, at))
        second += numberAt(sums, table + 256 + byteAt(signs, at + 1))
        third += numberAt(sums, table + 512 + byteAt(signs, at + 2))
        fourth += numberAt(sums, table + 768 + byteAt(signs, at + 3))
      }
      estimates[place] = ofMean + numberAt(factors, place) * (first + second + third + fourth)
    }
  }
}

// One function for each kind of array: V8 then knows which it is.
const numberAt = (numbers: Float32Array, index: number): number => numbers[index] ?? 0
const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0

/** A multiple of four; the bits behind the last dimension count nothing. */
function bytesOfCode(dimensions: number): number {
  return 4 * Math.ceil(dimensions / 32)
}

function setBit(bytes: Uint8Array, bit: number): void {
  bytes[bit >> 3] = byteAt(bytes, bit >> 3) | (1 << (bit & 7))
}

function meanOf({ places, numbers }: VectorBlock): Float32Array {
  const sums = new Float64Array(numbers.length / codesPerBlock)
  for (const place of places) {
    const at = place * sums.length
    for (let index = 0; index < sums.length; index += 1)
      sums[index] = (sums[index] ?? 0) + numberAt(numbers, at + index)
  }
  return Float32Array.from(sums, (sum) => sum / Math.max(1, places.length))
}

/** A value has the sum of the value without its lowest bit, and twice what that bit turns from minus to plus. */
function sumsOf(query: Float32Array, bytes: number): Float32Array {
  const sums = new Float32Array(bytes * 256)
  for (let byte = 0; byte < bytes; byte += 1) {
    const part = query.subarray(8 * byte, 8 * byte + 8)
    const table = sums.subarray(256 * byte, 256 * byte + 256)
    table[0] = -part.reduce((sum, value) => sum + value, 0)
    for (let value = 1; value < 256; value += 1) {
      const bit = 31 - Math.clz32(value & -value)
      table[value] = numberAt(table, value & (value - 1)) + 2 * numberAt(part, bit)
    }
  }
  return sums
}
