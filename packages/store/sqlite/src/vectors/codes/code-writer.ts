import type { SqlDatabase } from '../../connection/sql-database.js'
import { inWriteTransaction } from '../../connection/transactions.js'
import { checksumOfBytes } from '../../documents/checksum.js'
import { decodeNumbers, vectorIdsOf } from '../vector-row.js'
import { codesPerBlock, encodeBlock } from './code-block.js'

/** A space with its id in the database. */
export interface NumberedSpace {
  readonly id: number
  readonly dimensions: number
}

/**
 * Writes the missing code blocks of a space. A block is written when its last vector exists; the vectors after the last whole
 * block have no codes. Deleting a vector deletes its block, which is then rewritten.
 */
export function writeMissingCodes(database: SqlDatabase, space: NumberedSpace): void {
  const { first, last } = rangeOf(database, space)
  const blocks = Math.floor((last - first + 1) / codesPerBlock)
  const written = new Set(listBlocks(database, space).map(({ block }) => block))
  const missing = Array.from({ length: blocks }, (_, block) => block).filter((block) => !written.has(block))
  if (missing.length === 0) return
  const read = database.prepare<{ readonly id: number; readonly value: Uint8Array }>(
    'SELECT id, value FROM vector WHERE id BETWEEN ? AND ?',
  )
  const insert = database.prepare(
    'INSERT INTO vector_code (space_id, block, codes, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  // One array for all blocks, since it takes a few megabytes.
  const numbers = new Float32Array(codesPerBlock * space.dimensions)
  for (const block of missing) {
    inWriteTransaction(database, () => {
      const begin = first + block * codesPerBlock
      const positions: number[] = []
      for (const { id, value } of read.iterate(begin, begin + codesPerBlock - 1)) {
        positions.push(id - begin)
        numbers.set(decodeNumbers(value), (id - begin) * space.dimensions)
      }
      const codes = encodeBlock({ positions, numbers })
      insert.run(space.id, block, codes, codesChecksum({ space: space.id, block, codes }))
    })
  }
}

/** A range of vector ids, both ends included. */
export type IdRange = ReturnType<typeof rangeOf>

/** From the first id that a space may use to the last that it uses. */
export function rangeOf(database: SqlDatabase, { id }: NumberedSpace) {
  const { first, last } = vectorIdsOf(id)
  const highest = database
    .prepare<{ id: number | null }>('SELECT max(id) AS id FROM vector WHERE id BETWEEN ? AND ?')
    .get(first, last)
  return { first, last: highest?.id ?? first - 1 }
}

/** A block of codes; a rewritten one has another id. */
export interface BlockRow {
  readonly id: number
  /** From 0. */
  readonly block: number
}

/** The blocks of a space, in order. */
export function listBlocks(database: SqlDatabase, { id }: NumberedSpace): BlockRow[] {
  return database
    .prepare<BlockRow>('SELECT id, block FROM vector_code WHERE space_id = ? ORDER BY block')
    .all(id)
}

export interface PlacedCodes {
  readonly space: number
  readonly block: number
  readonly codes: Uint8Array
}

/** The checksum of a block: of its space, its number and its codes. */
export function codesChecksum({ space, block, codes }: PlacedCodes): number {
  return checksumOfBytes(Buffer.from(`${space}:${block}:`), codes)
}
