import { bytesOfCode, codesPerBlock, groupSize, type CodeBlock } from './code-block.js'
import { instantiateSumCodes, memoryPage } from './sum-codes.js'

/** A block whose signs are in the memory of a `CodeSums`. */
export interface KeptBlock extends Pick<CodeBlock, 'mean' | 'factors'> {
  /** Which of the places for blocks it has there. */
  readonly slot: number
}

/** Writes an estimate of the cosine between a query and each vector of a block, by their places; NaN where no vector is. */
export type Estimate = (block: KeptBlock, estimates: Float32Array) => void

/** Keeps blocks, and estimates cosines by them. */
export interface CodeSums {
  /** Copies a block into its memory. */
  keep(block: CodeBlock): KeptBlock
  /** Gives the memory of a block to the next one. */
  drop(block: KeptBlock): void
  /** @param query of length 1; the estimates are to be made before the next query is prepared or block kept */
  prepare(query: Float32Array): Estimate
}

/** The highest number of a table: two of them fit into eight bits. */
const highest = 127
const numbersPerByte = 32

/**
 * Makes the place for blocks of vectors of so many dimensions. For each four dimensions the sixteen sums that their signs may give are
 * looked up in a table in WebAssembly, for 16 vectors by one instruction (André, Kermarrec and Le Scouarnec, Cache locality is not
 * enough, VLDB 2015). The sums are rounded to 7 bits, which moves a cosine by less than a hundredth of what the signs leave out.
 */
export function createCodeSums(dimensions: number): CodeSums {
  const { memory, sumCodes } = instantiateSumCodes()
  const bytes = bytesOfCode(dimensions)
  const sumsAt = numbersPerByte * bytes
  const slotsAt = sumsAt + codesPerBlock * Uint16Array.BYTES_PER_ELEMENT
  const addressOf = (slot: number) => slotsAt + slot * codesPerBlock * bytes
  const free: number[] = []
  let slots = 0

  function reach(end: number): void {
    const missing = end - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / memoryPage))
  }

  return {
    keep({ mean, factors, signs }) {
      const slot = free.pop() ?? slots++
      reach(addressOf(slot + 1))
      new Uint8Array(memory.buffer).set(signs, addressOf(slot))
      return { mean, factors, slot }
    },
    drop: ({ slot }) => void free.push(slot),
    prepare(query) {
      reach(slotsAt)
      const step = writeTables(query, new Uint8Array(memory.buffer, 0, sumsAt))
      const sums = new Uint16Array(memory.buffer, sumsAt, codesPerBlock)
      const least = query.reduce((sum, value) => sum - Math.abs(value), 0)
      return ({ mean, factors, slot }, estimates) => {
        sumCodes(addressOf(slot), codesPerBlock / groupSize, bytes, 0, sumsAt)
        const ofMean = mean.reduce((sum, value, index) => sum + value * (query[index] ?? 0), 0)
        for (let place = 0; place < codesPerBlock; place += 1) {
          estimates[place] = ofMean + (factors[place] ?? 0) * (least + step * (sums[place] ?? 0))
        }
      }
    },
  }
}

/** Writes for each four numbers of a query the sums that their signs may give, from 0 for the lowest; gives the size of a step. */
function writeTables(query: Float32Array, tables: Uint8Array): number {
  const halves = Array.from({ length: tables.length / 16 }, (_, half) =>
    query.subarray(4 * half, 4 * half + 4),
  )
  const widest = Math.max(...halves.map((half) => half.reduce((sum, value) => sum + 2 * Math.abs(value), 0)))
  const step = widest / highest
  for (const [half, numbers] of halves.entries()) {
    for (let signs = 0; signs < 16; signs += 1) {
      const sum = numbers.reduce((total, value, bit) => {
        return total + Math.abs(value) + ((signs >> bit) & 1 ? value : -value)
      }, 0)
      tables[16 * half + signs] = Math.round(sum / step)
    }
  }
  return step
}
