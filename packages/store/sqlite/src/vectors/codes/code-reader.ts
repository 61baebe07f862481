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
  /** The vectors that are probably the nearest, `wanted` of them as far as so many have codes, with estimated distances. */
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

/** The range of a cosine is divided into so many equal parts; only the estimates in the highest parts are sorted. */
const levels = 4096

const levelOf = (estimate: number) => Math.floor(((Math.max(-1, Math.min(1, estimate)) + 1) / 2) * levels)

/** The positions of the highest estimates, `wanted` of them as far as there are so many, the highest first. */
function positionsOfBest(estimates: Float32Array, wanted: number): number[] {
  const counts = new Uint32Array(levels + 1)
  for (const estimate of estimates) {
    if (!Number.isNaN(estimate)) counts[levelOf(estimate)] = (counts[levelOf(estimate)] ?? 0) + 1
  }
  let lowest = levels
  for (let count = counts[lowest] ?? 0; count < wanted && lowest > 0; count += counts[lowest] ?? 0)
    lowest -= 1
  const positions: number[] = []
  for (const [position, estimate] of estimates.entries()) {
    if (levelOf(estimate) >= lowest) positions.push(position)
  }
  const estimateAt = (position: number) => estimates[position] ?? 0
  return positions.toSorted((a, b) => estimateAt(b) - estimateAt(a)).slice(0, wanted)
}

const createCache = (dimensions: number) => ({
  sums: createCodeSums(dimensions),
  kept: new Map<number, KeptBlock>(),
})

/** A block never changes, so that what was read once stays right; blocks that are gone are forgotten. */
function createBlockCache(database: SqlDatabase) {
  const codes = database.prepare<PlacedCodes & { readonly checksum: number }>(
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
