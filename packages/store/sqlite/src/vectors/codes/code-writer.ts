import type { SqlDatabase } from '../../connection/sql-database.js'
import { inWriteTransaction } from '../../connection/transactions.js'
import { decodeNumbers, vectorIdsOf } from '../vector-row.js'
import { codesPerBlock, encodeBlock } from './code-block.js'
import { codesChecksum, listBlocksSql, rangeOf, type BlockRow, type NumberedSpace } from './code-ranges.js'

/** Writes the codes of vectors. */
export interface CodeWriter {
  /** Writes the blocks of a space that are missing; the vectors behind the last whole block have none. */
  cover(space: NumberedSpace): void
}

/**
 * Makes the writer of a database's codes. A block is written once its last vector is there. It goes with the first of its vectors
 * that is removed, and is then written anew.
 */
export function createCodeWriter(database: SqlDatabase): CodeWriter {
  const list = database.prepare<BlockRow>(listBlocksSql)
  const read = database.prepare<VectorRow>('SELECT id, value FROM vector WHERE id BETWEEN ? AND ?')
  const insert = database.prepare(
    'INSERT INTO vector_code (space_id, block, codes, checksum) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )

  function write(space: NumberedSpace, block: number, numbers: Float32Array): void {
    inWriteTransaction(database, () => {
      const first = vectorIdsOf(space.id).first + block * codesPerBlock
      const places: number[] = []
      for (const row of read.iterate(first, first + codesPerBlock - 1)) {
        places.push(row.id - first)
        numbers.set(decodeNumbers(row.value), (row.id - first) * space.dimensions)
      }
      const codes = encodeBlock({ places, numbers })
      insert.run(space.id, block, codes, codesChecksum({ space: space.id, block, codes }))
    })
  }

  return {
    cover(space) {
      const { first, last } = rangeOf(database, space)
      const whole = Math.floor((last - first + 1) / codesPerBlock)
      const written = new Set(list.all(space.id).map(({ block }) => block))
      const missing = Array.from({ length: whole }, (_, block) => block).filter(
        (block) => !written.has(block),
      )
      if (missing.length === 0) return
      // One for all blocks: each takes a few megabytes.
      const numbers = new Float32Array(codesPerBlock * space.dimensions)
      for (const block of missing) write(space, block, numbers)
    },
  }
}

interface VectorRow {
  readonly id: number
  readonly value: Uint8Array
}
