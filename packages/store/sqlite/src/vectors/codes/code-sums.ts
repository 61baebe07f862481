import {
  bytesOfCode,
  codesPerBlock,
  groupSize,
  levelCount,
  middleLevel,
  type CodeBlock,
} from './code-block.js'
import { sumCodesBinary } from './generated/sum-codes.js'

/** A block whose levels are in WebAssembly memory. */
export interface LoadedBlock extends Pick<CodeBlock, 'mean' | 'factors'> {
  /** Its position in the memory. */
  readonly slot: number
}

/** The maximum in a table: two of them fit into eight bits. */
const maxEntry = 127
/** The maximum sum, minus possible rounding. */
const maxSum = 60_000
const numbersPerByte = 2 * levelCount

/**
 * Creates the memory for blocks of vectors. For each dimension of a query, the products with the sixteen levels are looked up in
 * a table, for 16 vectors per instruction (André, Kermarrec and Le Scouarnec, Cache locality is not enough, VLDB 2015). The
 * products are rounded to 7 bits, which changes a cosine less than the levels do.
 */
export function createCodeSums(dimensions: number) {
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
    /** Copies a block into the memory. */
    keep({ mean, factors, levels }: CodeBlock): LoadedBlock {
      const slot = free.pop() ?? slots++
      reach(addressOf(slot + 1))
      new Uint8Array(memory.buffer).set(levels, addressOf(slot))
      return { mean, factors, slot }
    },
    /** Frees the memory of a block for the next one. */
    drop: ({ slot }: LoadedBlock) => void free.push(slot),
    /**
     * Returns a function that writes an estimate of the cosine to each vector of a block, by position; NaN without a vector.
     * @param query of length 1; the function is valid until the next query is prepared or block stored
     */
    prepare(query: Float32Array) {
      reach(slotsAt)
      const step = writeTables(query, new Uint8Array(memory.buffer, 0, sumsAt))
      const sums = new Uint16Array(memory.buffer, sumsAt, codesPerBlock)
      const lowestSum = query.reduce((sum, value) => sum - middleLevel * Math.abs(value), 0)
      return ({ mean, factors, slot }: LoadedBlock, estimates: Float32Array): void => {
        sumCodes(addressOf(slot), codesPerBlock / groupSize, bytes, 0, sumsAt)
        const ofMean = productOf(mean, query)
        // A method or function call per number would take as long as the sums.
        for (let position = 0; position < codesPerBlock; position += 1) {
          const factor = factors[position] as number
          estimates[position] = ofMean + factor * (lowestSum + step * (sums[position] as number))
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

/** Writes the products of each number of a query with all levels, from 0 for the lowest; returns the size of a step. */
function writeTables(query: Float32Array, tables: Uint8Array): number {
  const spans = query.map((value) => 2 * middleLevel * Math.abs(value))
  const total = spans.reduce((sum, span) => sum + span, 0)
  const step = Math.max(Math.max(...spans) / maxEntry, total / maxSum)
  tables.fill(0)
  for (const [index, value] of query.entries()) {
    for (let level = 0; level < levelCount; level += 1) {
      const product = value * (level - middleLevel) + middleLevel * Math.abs(value)
      tables[levelCount * index + level] = Math.round(product / step)
    }
  }
  return step
}

/** The exports of `sum-codes.wat`. */
interface SumCodes {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  /** Takes addresses and counts; `groups` is a multiple of 4. */
  sumCodes(codes: number, groups: number, bytes: number, tables: number, sums: number): void
}

function instantiateSumCodes(): SumCodes {
  compiled ??= new WebAssembly.Module(Buffer.from(sumCodesBinary, 'base64'))
  return new WebAssembly.Instance(compiled).exports
}

/** Bytes per page of WebAssembly memory. */
const memoryPage = 65_536

let compiled: object | undefined

/** Node's types lack WebAssembly. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: SumCodes }
}
