import type { SqlDatabase } from '../sql-database.js'
import { inWriteTransaction } from '../transactions.js'
import { decodeNumbers } from '../vector-row.js'
import { codesPerBlock, encodeBlock } from './code-block.js'
import {
  codesChecksum,
  listBlocksSql,
  rangeOf,
  type BlockRow,
  type IdRange,
  type NumberedSpace,
} from './code-ranges.js'

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

  function write({ id, dimensions }: NumberedSpace, block: number, { first, last }: IdRange): void {
    inWriteTransaction(database, () => {
      const rows = read.all(first, last)
      const vectors = new Map(rows.map((row) => [row.id - first, decodeNumbers(row.value)]))
      const codes = encodeBlock(vectors, dimensions)
      insert.run(id, block, codes, codesChecksum({ space: id, block, codes }))
    })
  }

  return {
    cover(space) {
      const { first, last } = rangeOf(database, space)
      const whole = Math.floor((last - first + 1) / codesPerBlock)
      const written = new Set(list.all(space.id).map(({ block }) => block))
      for (let block = 0; block < whole; block += 1) {
        const from = first + block * codesPerBlock
        if (!written.has(block)) write(space, block, { first: from, last: from + codesPerBlock - 1 })
      }
    },
  }
}

interface VectorRow {
  readonly id: number
  readonly value: Uint8Array
}
