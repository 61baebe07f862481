import {
  bytesOfCode,
  codesPerBlock,
  groupSize,
  levelCount,
  middleLevel,
  type CodeBlock,
} from './code-block.js'
import { sumCodesBinary } from './generated/sum-codes.js'

/** A block whose levels are in the memory of a `CodeSums`. */
export interface KeptBlock extends Pick<CodeBlock, 'mean' | 'factors'> {
  /** Which of the positions for blocks it has there. */
  readonly slot: number
}

/** Writes an estimate of the cosine between a query and each vector of a block, by their positions; NaN where no vector is. */
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
/** The highest sum, less what rounding may add. */
const highestSum = 60_000
const numbersPerByte = 2 * levelCount

/**
 * Makes the position for blocks of vectors of so many dimensions. For each dimension of a query, the products with the sixteen levels are
 * looked up in a table in WebAssembly, for 16 vectors by one instruction (André, Kermarrec and Le Scouarnec, Cache locality is not
 * enough, VLDB 2015). The products are rounded to 7 bits, which moves a cosine less than the levels do.
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
    keep({ mean, factors, levels }) {
      const slot = free.pop() ?? slots++
      reach(addressOf(slot + 1))
      new Uint8Array(memory.buffer).set(levels, addressOf(slot))
      return { mean, factors, slot }
    },
    drop: ({ slot }) => void free.push(slot),
    prepare(query) {
      reach(slotsAt)
      const step = writeTables(query, new Uint8Array(memory.buffer, 0, sumsAt))
      const sums = new Uint16Array(memory.buffer, sumsAt, codesPerBlock)
      const least = query.reduce((sum, value) => sum - middleLevel * Math.abs(value), 0)
      return ({ mean, factors, slot }, estimates) => {
        sumCodes(addressOf(slot), codesPerBlock / groupSize, bytes, 0, sumsAt)
        const ofMean = productOf(mean, query)
        // With a method and a function for each number, this takes as long as the sums.
        for (let position = 0; position < codesPerBlock; position += 1) {
          const factor = factors[position] as number
          estimates[position] = ofMean + factor * (least + step * (sums[position] as number))
        }
      }
    },
  }
}

function productOf(mean: Float32Array, query: Float32Array): number {
  let product = 0
  for (let index = 0; index < mean.length; index += 1) {
    product += (mean[index] as number) * (query[index] as number)
  }
  return product
}

/** Writes for each number of a query its products with all levels, from 0 for the lowest; gives the size of a step. */
function writeTables(query: Float32Array, tables: Uint8Array): number {
  const spans = query.map((value) => 2 * middleLevel * Math.abs(value))
  const total = spans.reduce((sum, span) => sum + span, 0)
  const step = Math.max(Math.max(...spans) / highest, total / highestSum)
  tables.fill(0)
  for (const [index, value] of query.entries()) {
    for (let level = 0; level < levelCount; level += 1) {
      const product = value * (level - middleLevel) + middleLevel * Math.abs(value)
      tables[levelCount * index + level] = Math.round(product / step)
    }
  }
  return step
}

/** What `sum-codes.wat` exports. */
interface SumCodes {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  /** Takes addresses in the memory, and counts: of groups a multiple of 4; see there. */
  sumCodes(codes: number, groups: number, bytes: number, tables: number, sums: number): void
}

/** Makes an instance, with a memory of its own of one page. */
function instantiateSumCodes(): SumCodes {
  compiled ??= new WebAssembly.Module(Buffer.from(sumCodesBinary, 'base64'))
  return new WebAssembly.Instance(compiled).exports
}

/** The bytes of a page of an instance's memory. */
const memoryPage = 65_536

let compiled: object | undefined

/** Node's types leave WebAssembly out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: SumCodes }
}
