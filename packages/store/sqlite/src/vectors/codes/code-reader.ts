import type { SqlDatabase } from '../../connection/sql-database.js'
import type { NearVector } from '../vector-row.js'
import { codesPerBlock, decodeBlock } from './code-block.js'
import { createCodeSums, type KeptBlock } from './code-sums.js'
import {
  codesChecksum,
  listBlocks,
  type BlockRow,
  type IdRange,
  type NumberedSpace,
  type PlacedCodes,
} from './code-writer.js'

/** What the codes tell of a query. */
export interface EstimatedVectors {
  /** The vectors that are probably the nearest, `wanted` of them as far as so many have codes, with estimated distances and in no order. */
  best(wanted: number): NearVector[]
  /** The vectors that have no code. */
  readonly uncoded: readonly IdRange[]
}

/** Reads the codes of vectors. */
export interface CodeReader {
  /**
   * Estimates the cosines of a query of length 1 to all vectors of a space. Undefined where there are so few blocks that to compare
   * all vectors is as fast.
   * @param range the ids of its vectors, as `rangeOf` gives it
   */
  estimate(space: NumberedSpace, range: IdRange, query: Float32Array): EstimatedVectors | undefined
}

/** With so many blocks the codes are used: below, every vector is compared. */
export const leastBlocks = 8

/** Makes the reader of a database's codes, which keeps the blocks that it has read. */
export function createCodeReader(database: SqlDatabase): CodeReader {
  const read = createBlockCache(database)
  return {
    estimate(space, range, query) {
      const rows = listBlocks(database, space)
      if (rows.length < leastBlocks) return undefined
      const estimates = new Float32Array(rows.length * codesPerBlock).fill(Number.NaN)
      const firstIds = rows.map(({ block }) => range.first + block * codesPerBlock)
      const coded: number[] = []
      const { blocks, sums } = read(rows, space.dimensions)
      const estimateAll = sums.prepare(query)
      for (const [index, block] of blocks.entries()) {
        if (!block) continue
        estimateAll(block, estimates.subarray(index * codesPerBlock, (index + 1) * codesPerBlock))
        coded.push(firstIds[index] ?? 0)
      }
      const vectorAt = (position: number): NearVector => ({
        id: (firstIds[Math.floor(position / codesPerBlock)] ?? 0) + (position % codesPerBlock),
        distance: 1 - (estimates[position] ?? 0),
      })
      return {
        best: (wanted) => positionsOfBest(estimates, wanted).map(vectorAt),
        uncoded: gapsBetween(coded, range),
      }
    },
  }
}

/** What of a range is in none of the blocks with these first ids, which are in order. */
function gapsBetween(firstIds: readonly number[], { first, last }: IdRange): IdRange[] {
  const begins = [first, ...firstIds.map((id) => id + codesPerBlock)]
  return begins
    .map((begin, index) => ({ first: begin, last: (firstIds[index] ?? last + 1) - 1 }))
    .filter((gap) => gap.first <= gap.last)
}

/** How many times as many positions are collected before the worse ones are dropped. */
const collectedPerWanted = 4

/** The positions of the highest estimates, `wanted` of them as far as there are so many. */
function positionsOfBest(estimates: Float32Array, wanted: number): number[] {
  let best: Best = { positions: [], lowest: -Infinity }
  for (let position = 0; position < estimates.length; position += 1) {
    if (!((estimates[position] ?? Number.NaN) > best.lowest)) continue
    best.positions.push(position)
    if (best.positions.length >= collectedPerWanted * wanted) best = bestOf(best.positions, estimates, wanted)
  }
  return bestOf(best.positions, estimates, wanted).positions
}

interface Best {
  readonly positions: number[]
  /** The lowest of their estimates; −Infinity where there are fewer than wanted. */
  readonly lowest: number
}

function bestOf(positions: number[], estimates: Float32Array, wanted: number): Best {
  if (positions.length <= wanted) return { positions, lowest: -Infinity }
  const sorted = Float32Array.from(positions, (position) => estimates[position] ?? 0).toSorted()
  const lowest = sorted[positions.length - wanted] ?? -Infinity
  const above = positions.filter((position) => (estimates[position] ?? 0) > lowest)
  const equal = positions.filter((position) => estimates[position] === lowest)
  return { positions: [...above, ...equal].slice(0, wanted), lowest }
}

interface CodesRow extends PlacedCodes {
  readonly checksum: number
}

const createCache = (dimensions: number) => ({
  sums: createCodeSums(dimensions),
  kept: new Map<number, KeptBlock>(),
})

/** A block never changes, so that what was read once stays right; blocks that are gone are forgotten. */
function createBlockCache(database: SqlDatabase) {
  const codes = database.prepare<CodesRow>(
    'SELECT space_id AS space, block, codes, checksum FROM vector_code WHERE id = ?',
  )
  const caches = new Map<number, ReturnType<typeof createCache>>()

  function read(id: number, dimensions: number) {
    const row = codes.get(id)
    // What is damaged is as good as missing: its vectors are compared.
    const isSound = row !== undefined && row.checksum === codesChecksum(row)
    return isSound ? decodeBlock(row.codes, dimensions) : undefined
  }

  /** `blocks` are in the order of the rows, undefined for those that are damaged; `sums` has their codes. */
  return (rows: readonly BlockRow[], dimensions: number) => {
    const cache = caches.get(dimensions) ?? createCache(dimensions)
    caches.set(dimensions, cache)
    const { sums, kept } = cache
    const used = new Set(rows.map(({ id }) => id))
    for (const [id, block] of kept) {
      if (used.has(id)) continue
      sums.drop(block)
      kept.delete(id)
    }
    for (const id of used) {
      const block = kept.has(id) ? undefined : read(id, dimensions)
      if (block) kept.set(id, sums.keep(block))
    }
    return { blocks: rows.map(({ id }) => kept.get(id)), sums }
  }
}
