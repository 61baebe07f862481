import type { SqlDatabase } from '../sql-database.js'
import { inWriteTransaction } from '../transactions.js'
import { decodeNumbers, vectorIdsOf } from '../vector-row.js'
import { bestEstimates } from './best-estimates.js'
import { codesPerBlock, decodeBlock, encodeBlock, prepareEstimate, type CodeBlock } from './code-block.js'

/** A space with the number by which the database knows it. */
export interface NumberedSpace {
  readonly id: number
  readonly dimensions: number
}

/** A range of ids of vectors, both ends included. */
export interface IdRange {
  readonly first: number
  readonly last: number
}

/** What the codes tell of a query. */
export interface EstimatedVectors {
  /** The vectors that are probably the nearest, in no order. */
  readonly ids: readonly number[]
  /** The vectors that have no code. */
  readonly uncoded: readonly IdRange[]
}

/** The codes of the vectors of a database. */
export interface VectorCodes {
  /** Writes the blocks that are missing; the vectors behind the last whole block have none. */
  cover(space: NumberedSpace): void
  /** Undefined where there are so few blocks that to compare all vectors is as fast. */
  estimate(space: NumberedSpace, query: Float32Array, wanted: number): EstimatedVectors | undefined
}

/** With so many blocks the codes are used: below, every vector is compared. */
export const leastBlocks = 4

/**
 * Keeps codes of one bit for each dimension beside the vectors: a search estimates all cosines by the codes, a 32nd of the bytes, and
 * compares the vectors of the best. A block is written once its vectors are all there, and removed with the first of them.
 * Blocks that were read stay in memory.
 */
export function createVectorCodes(database: SqlDatabase): VectorCodes {
  const sql = {
    blocks: database.prepare<BlockRow>('SELECT id, block FROM vector_code WHERE space_id = ? ORDER BY block'),
    last: database.prepare<{ id: number | null }>('SELECT max(id) AS id FROM vector WHERE id BETWEEN ? AND ?'),
    vectors: database.prepare<VectorRow>('SELECT id, value FROM vector WHERE id BETWEEN ? AND ?'),
    codes: database.prepare<{ codes: Uint8Array }>('SELECT codes FROM vector_code WHERE id = ?'),
    insert: database.prepare(
      'INSERT INTO vector_code (space_id, block, codes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
  }
  const blocks = new Map<number, CodeBlock>()

  function idsOf(spaceId: number): IdRange {
    const range = vectorIdsOf(spaceId)
    return { first: range.first, last: sql.last.get(range.first, range.last)?.id ?? range.first - 1 }
  }

  function write({ id, dimensions }: NumberedSpace, { first, last }: IdRange): void {
    inWriteTransaction(database, () => {
      const vectors = new Map(
        sql.vectors.all(first, last).map((row) => [row.id - first, decodeNumbers(row.value)]),
      )
      const block = (first - vectorIdsOf(id).first) / codesPerBlock
      sql.insert.run(id, block, encodeBlock(vectors, dimensions))
    })
  }

  function read(row: BlockRow, dimensions: number): CodeBlock | undefined {
    const known = blocks.get(row.id)
    if (known) return known
    const codes = sql.codes.get(row.id)?.codes
    const block = codes && decodeBlock(codes, dimensions)
    if (block) blocks.set(row.id, block)
    return block
  }

  /** Blocks of another generation are forgotten. */
  function keep(rows: readonly BlockRow[]): void {
    if (blocks.size <= 2 * rows.length) return
    const used = new Set(rows.map(({ id }) => id))
    for (const id of blocks.keys()) if (!used.has(id)) blocks.delete(id)
  }

  return {
    cover(space) {
      const { first, last } = idsOf(space.id)
      const whole = Math.floor((last - first + 1) / codesPerBlock)
      const written = new Set(sql.blocks.all(space.id).map(({ block }) => block))
      for (let block = 0; block < whole; block += 1) {
        const from = first + block * codesPerBlock
        if (!written.has(block)) write(space, { first: from, last: from + codesPerBlock - 1 })
      }
    },

    estimate({ id, dimensions }, query, wanted) {
      const rows = sql.blocks.all(id)
      if (rows.length < leastBlocks) return undefined
      keep(rows)
      const { first, last } = idsOf(id)
      const best = bestEstimates(wanted)
      const estimateAll = prepareEstimate(query)
      const estimates = new Float32Array(codesPerBlock)
      const coded: IdRange[] = []
      for (const row of rows) {
        const block = read(row, dimensions)
        if (!block) continue
        const from = first + row.block * codesPerBlock
        estimateAll(block, estimates)
        best.add(estimates, from)
        coded.push({ first: from, last: from + codesPerBlock - 1 })
      }
      return { ids: best.ids(), uncoded: gapsBetween(coded, { first, last }) }
    },
  }
}

interface BlockRow {
  /** A block that is written anew has another id. */
  readonly id: number
  readonly block: number
}

interface VectorRow {
  readonly id: number
  readonly value: Uint8Array
}

/** What of a range is in none of the parts, which are in order. */
function gapsBetween(parts: readonly IdRange[], { first, last }: IdRange): IdRange[] {
  const gaps: IdRange[] = []
  let next = first
  for (const part of parts) {
    if (part.first > next) gaps.push({ first: next, last: part.first - 1 })
    next = part.last + 1
  }
  if (next <= last) gaps.push({ first: next, last })
  return gaps
}
