import type { SqlDatabase } from '../sql-database.js'
import { codesPerBlock, decodeBlock, prepareEstimate, type CodeBlock } from './code-block.js'
import {
  codesChecksum,
  gapsBetween,
  listBlocksSql,
  rangeOf,
  type BlockRow,
  type IdRange,
  type NumberedSpace,
  type PlacedCodes,
} from './code-ranges.js'

/** What the codes tell of a query. */
export interface EstimatedVectors {
  /** The vectors that are probably the nearest, in no order. */
  readonly ids: readonly number[]
  /** The vectors that have no code. */
  readonly uncoded: readonly IdRange[]
}

/** Reads the codes of vectors. */
export interface CodeReader {
  /**
   * Estimates the cosines of a query of length 1 to all vectors of a space, and gives the `wanted` best. Undefined where there are so
   * few blocks that to compare all vectors is as fast.
   */
  estimate(space: NumberedSpace, query: Float32Array, wanted: number): EstimatedVectors | undefined
}

/** With so many blocks the codes are used: below, every vector is compared. */
export const leastBlocks = 4

/** Makes the reader of a database's codes, which keeps the blocks that it has read. */
export function createCodeReader(database: SqlDatabase): CodeReader {
  const list = database.prepare<BlockRow>(listBlocksSql)
  const read = createBlockCache(database)
  return {
    estimate(space, query, wanted) {
      const rows = list.all(space.id)
      if (rows.length < leastBlocks) return undefined
      const range = rangeOf(database, space)
      const estimateAll = prepareEstimate(query)
      const estimates = new Float32Array(rows.length * codesPerBlock).fill(Number.NaN)
      const coded: IdRange[] = []
      for (const [place, block] of read(rows, space.dimensions).entries()) {
        const first = range.first + (rows[place]?.block ?? 0) * codesPerBlock
        const from = place * codesPerBlock
        if (!block) continue
        estimateAll(block, estimates.subarray(from, from + codesPerBlock))
        coded.push({ first, last: first + codesPerBlock - 1 })
      }
      const idAt = (at: number) =>
        range.first +
        (rows[Math.floor(at / codesPerBlock)]?.block ?? 0) * codesPerBlock +
        (at % codesPerBlock)
      return { ids: placesOfBest(estimates, wanted).map(idAt), uncoded: gapsBetween(coded, range) }
    },
  }
}

/** How many steps the estimates are divided into: of a million, some dozens of the best fall into one. */
const steps = 8192

/** Of -1, the lowest cosine, and of what is no number, 0; estimates may be a little beyond cosines. */
const stepOf = (estimate: number): number =>
  Math.min(steps - 1, Math.max(0, ((estimate + 1) * steps) / 2.5)) | 0

/** The places of the highest estimates, `wanted` of them as far as there are so many. */
function placesOfBest(estimates: Float32Array, wanted: number): number[] {
  const least = leastStep(estimates, wanted)
  const above: number[] = []
  const within: number[] = []
  for (let place = 0; place < estimates.length; place += 1) {
    const estimate = estimates[place] ?? Number.NaN
    const step = stepOf(estimate)
    if (step > least) above.push(place)
    else if (step === least && !Number.isNaN(estimate)) within.push(place)
  }
  return [...above, ...within.slice(0, wanted - above.length)]
}

/** The step above which there are fewer than `wanted` estimates, while with it there are enough; 0 if there are not. */
function leastStep(estimates: Float32Array, wanted: number): number {
  const counts = new Uint32Array(steps)
  for (const estimate of estimates) {
    const step = stepOf(estimate)
    counts[step] = (counts[step] ?? 0) + 1
  }
  let least = steps
  for (let count = 0; count < wanted && least > 0; count += counts[least] ?? 0) least -= 1
  return least
}

interface CodesRow extends PlacedCodes {
  readonly checksum: number
}

type ReadBlocks = (rows: readonly BlockRow[], dimensions: number) => (CodeBlock | undefined)[]

/** A block never changes, so that what was read once stays right; blocks that are gone are forgotten. */
function createBlockCache(database: SqlDatabase): ReadBlocks {
  const codes = database.prepare<CodesRow>(
    'SELECT space_id AS space, block, codes, checksum FROM vector_code WHERE id = ?',
  )
  const kept = new Map<number, CodeBlock>()

  function read(id: number, dimensions: number): CodeBlock | undefined {
    const known = kept.get(id)
    if (known) return known
    const row = codes.get(id)
    // What is damaged is as good as missing: its vectors are compared.
    const isSound = row !== undefined && row.checksum === codesChecksum(row)
    const block = isSound ? decodeBlock(row.codes, dimensions) : undefined
    if (block) kept.set(id, block)
    return block
  }

  return (rows, dimensions) => {
    const blocks = rows.map(({ id }) => read(id, dimensions))
    if (kept.size > 2 * rows.length) {
      const used = new Set(rows.map(({ id }) => id))
      for (const id of kept.keys()) if (!used.has(id)) kept.delete(id)
    }
    return blocks
  }
}
