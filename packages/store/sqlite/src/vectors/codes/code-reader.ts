import type { SqlDatabase } from '../../connection/sql-database.js'
import type { NearVector } from '../vector-row.js'
import { codesPerBlock, decodeBlock } from './code-block.js'
import { createCodeSums, type CodeSums, type KeptBlock } from './code-sums.js'
import {
  codesChecksum,
  gapsBetween,
  listBlocksSql,
  type BlockRow,
  type IdRange,
  type NumberedSpace,
  type PlacedCodes,
} from './code-ranges.js'

/** What the codes tell of a query. */
export interface EstimatedVectors {
  /** The vectors that are probably the nearest, `wanted` of them as far as so many have codes, with estimated distances and in no order. */
  best(wanted: number): NearVector[]
  /** The vectors that have no code. */
  readonly uncoded: readonly IdRange[]
}

/** Which vectors of a space are to be found. */
export interface VectorsToEstimate {
  readonly range: IdRange
  /** 1 for each that may be found, from the first id of the range on; without it all may. */
  readonly allowed?: Uint8Array | undefined
}

/** Reads the codes of vectors. */
export interface CodeReader {
  /**
   * Estimates the cosines of a query of length 1 to all vectors of a space. Undefined where there are so few blocks that to compare
   * all vectors is as fast.
   * @param among with `range`: the ids of its vectors, as `rangeOf` gives it
   */
  estimate(space: NumberedSpace, among: VectorsToEstimate, query: Float32Array): EstimatedVectors | undefined
}

/** With so many blocks the codes are used: below, every vector is compared. */
export const leastBlocks = 8

/** Makes the reader of a database's codes, which keeps the blocks that it has read. */
export function createCodeReader(database: SqlDatabase): CodeReader {
  const list = database.prepare<BlockRow>(listBlocksSql)
  const read = createBlockCache(database)
  return {
    estimate(space, { range, allowed }, query) {
      const rows = list.all(space.id)
      if (rows.length < leastBlocks) return undefined
      const estimates = new Float32Array(rows.length * codesPerBlock).fill(Number.NaN)
      const firstIds = rows.map(({ block }) => range.first + block * codesPerBlock)
      const coded: IdRange[] = []
      const { blocks, sums } = read(rows, space.dimensions)
      const estimateAll = sums.prepare(query)
      for (const [place, block] of blocks.entries()) {
        if (!block) continue
        const from = place * codesPerBlock
        const first = firstIds[place] ?? 0
        const ofBlock = estimates.subarray(from, from + codesPerBlock)
        estimateAll(block, ofBlock)
        if (allowed) leaveOut(ofBlock, allowed.subarray(first - range.first))
        coded.push({ first, last: first + codesPerBlock - 1 })
      }
      const vectorAt = (at: number): NearVector => ({
        id: (firstIds[Math.floor(at / codesPerBlock)] ?? 0) + (at % codesPerBlock),
        distance: 1 - (estimates[at] ?? 0),
      })
      return {
        best: (wanted) => placesOfBest(estimates, wanted).map(vectorAt),
        uncoded: gapsBetween(coded, range),
      }
    },
  }
}

/** Makes the estimates of vectors that are not allowed NaN, as those of vectors that are gone. */
function leaveOut(estimates: Float32Array, allowed: Uint8Array): void {
  for (let place = 0; place < estimates.length; place += 1) {
    if (allowed[place] !== 1) estimates[place] = Number.NaN
  }
}

/** How many times as many places are collected before the worse ones are dropped. */
const collectedPerWanted = 4

/** The places of the highest estimates, `wanted` of them as far as there are so many. */
function placesOfBest(estimates: Float32Array, wanted: number): number[] {
  let best: BestPlaces = { places: [], least: -Infinity }
  for (let place = 0; place < estimates.length; place += 1) {
    if (!((estimates[place] ?? Number.NaN) > best.least)) continue
    best.places.push(place)
    if (best.places.length >= collectedPerWanted * wanted) best = bestOf(best.places, estimates, wanted)
  }
  return bestOf(best.places, estimates, wanted).places
}

interface BestPlaces {
  readonly places: number[]
  /** The lowest of their estimates; −Infinity where there are fewer than wanted. */
  readonly least: number
}

function bestOf(places: number[], estimates: Float32Array, wanted: number): BestPlaces {
  if (places.length <= wanted) return { places, least: -Infinity }
  const sorted = Float32Array.from(places, (place) => estimates[place] ?? 0).toSorted()
  const least = sorted[places.length - wanted] ?? -Infinity
  const above = places.filter((place) => (estimates[place] ?? 0) > least)
  const equal = places.filter((place) => estimates[place] === least)
  return { places: [...above, ...equal].slice(0, wanted), least }
}

interface CodesRow extends PlacedCodes {
  readonly checksum: number
}

interface ReadBlocks {
  /** In the order of the rows; undefined for those that are damaged. */
  readonly blocks: readonly (KeptBlock | undefined)[]
  /** What has their codes. */
  readonly sums: CodeSums
}

/** A block never changes, so that what was read once stays right; blocks that are gone are forgotten. */
function createBlockCache(database: SqlDatabase) {
  const codes = database.prepare<CodesRow>(
    'SELECT space_id AS space, block, codes, checksum FROM vector_code WHERE id = ?',
  )
  const caches = new Map<number, { readonly sums: CodeSums; readonly kept: Map<number, KeptBlock> }>()

  function read(id: number, dimensions: number) {
    const row = codes.get(id)
    // What is damaged is as good as missing: its vectors are compared.
    const isSound = row !== undefined && row.checksum === codesChecksum(row)
    return isSound ? decodeBlock(row.codes, dimensions) : undefined
  }

  return (rows: readonly BlockRow[], dimensions: number): ReadBlocks => {
    const cache = caches.get(dimensions) ?? { sums: createCodeSums(dimensions), kept: new Map() }
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
