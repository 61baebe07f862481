import type { SqlDatabase } from '../../connection/sql-database.js'
import type { NearVector } from '../vector-row.js'
import { codesPerBlock, decodeBlock } from './code-block.js'
import { createCodeSums, type LoadedBlock } from './code-sums.js'
import {
  codesChecksum,
  listBlocks,
  type BlockRow,
  type IdRange,
  type NumberedSpace,
  type PlacedCodes,
} from './code-writer.js'

/** The number of blocks from which codes are used. */
export const minBlocks = 8

/** Creates a reader of codes, which caches blocks. */
export function createCodeReader(database: SqlDatabase) {
  const read = createBlockCache(database)
  return {
    /**
     * Estimates the cosines of a query of length 1 to all vectors of a space. Undefined for small spaces, where an exact scan is
     * as fast.
     * @param range the ids of the space's vectors, from `rangeOf`
     */
    estimate(space: NumberedSpace, range: IdRange, query: Float32Array) {
      const rows = listBlocks(database, space)
      if (rows.length < minBlocks) return undefined
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
        /** The vectors that are probably nearest, with estimated distances; fewer than `limit` if fewer have codes. */
        best: (limit: number) => positionsOfBest(estimates, limit).map(vectorAt),
        /** The vectors without a code. */
        uncoded: gapsBetween(coded, range),
      }
    },
  }
}

/** The parts of a range outside of the blocks with these first ids, in order. */
function gapsBetween(firstIds: readonly number[], { first, last }: IdRange): IdRange[] {
  const begins = [first, ...firstIds.map((id) => id + codesPerBlock)]
  return begins
    .map((begin, index) => ({ first: begin, last: (firstIds[index] ?? last + 1) - 1 }))
    .filter((gap) => gap.first <= gap.last)
}

/** The number of equal parts into which the range of a cosine is divided; only estimates in the highest parts are sorted. */
const levels = 4096

const levelOf = (estimate: number) => Math.floor(((Math.max(-1, Math.min(1, estimate)) + 1) / 2) * levels)

/** The positions of the `limit` highest estimates, or of all, the highest first. */
function positionsOfBest(estimates: Float32Array, limit: number): number[] {
  const counts = new Uint32Array(levels + 1)
  // An iterator would take as long as the sums.
  for (let position = 0; position < estimates.length; position += 1) {
    const level = levelOf(estimates[position] as number)
    if (level >= 0) counts[level] = (counts[level] ?? 0) + 1
  }
  let lowest = levels
  for (let count = counts[lowest] ?? 0; count < limit && lowest > 0; count += counts[lowest] ?? 0) lowest -= 1
  const positions: number[] = []
  for (let position = 0; position < estimates.length; position += 1) {
    if (levelOf(estimates[position] as number) >= lowest) positions.push(position)
  }
  const estimateAt = (position: number) => estimates[position] ?? 0
  return positions.toSorted((a, b) => estimateAt(b) - estimateAt(a)).slice(0, limit)
}

const createCache = (dimensions: number) => ({
  sums: createCodeSums(dimensions),
  blocksById: new Map<number, LoadedBlock>(),
})

/** Blocks never change, so cached ones stay valid; blocks that no longer exist are dropped. */
function createBlockCache(database: SqlDatabase) {
  const codes = database.prepare<PlacedCodes & { readonly checksum: number }>(
    'SELECT space_id AS space, block, codes, checksum FROM vector_code WHERE id = ?',
  )
  const caches = new Map<number, ReturnType<typeof createCache>>()

  function read(id: number, dimensions: number) {
    const row = codes.get(id)
    // Vectors of a damaged block are compared exactly.
    const isSound = row !== undefined && row.checksum === codesChecksum(row)
    return isSound ? decodeBlock(row.codes, dimensions) : undefined
  }

  /** `blocks` are in the order of the rows, undefined if damaged; `sums` has their codes. */
  return (rows: readonly BlockRow[], dimensions: number) => {
    const cache = caches.get(dimensions) ?? createCache(dimensions)
    caches.set(dimensions, cache)
    const { sums, blocksById } = cache
    const used = new Set(rows.map(({ id }) => id))
    for (const [id, block] of blocksById) {
      if (used.has(id)) continue
      sums.drop(block)
      blocksById.delete(id)
    }
    for (const id of used) {
      const block = blocksById.has(id) ? undefined : read(id, dimensions)
      if (block) blocksById.set(id, sums.keep(block))
    }
    return { blocks: rows.map(({ id }) => blocksById.get(id)), sums }
  }
}
