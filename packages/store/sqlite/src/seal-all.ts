import { readSealed, sealedTables, sealRow, vectorChecksum, type SealedTable } from './seal.js'
import type { SqlDatabase } from './sql-database.js'

/** How many vectors are sealed at once. */
const atOnce = 20_000

interface UnsealedVector {
  readonly id: number
  readonly hash: Uint8Array
  readonly value: Uint8Array
}

/**
 * Gives what was written before there were checksums the one of what is there now; to be called inside a transaction.
 * Of vectors only so many that it does not take long: the rest follows another time.
 */
export function sealAll(database: SqlDatabase): void {
  for (const table of Object.keys(sealedTables) as SealedTable[]) {
    for (const { key, checksum } of readSealed(database, table)) {
      if (checksum === null) sealRow(database, table, key)
    }
  }
  const seal = database.prepare('UPDATE vector SET checksum = ? WHERE id = ?')
  const unsealed = database.prepare<UnsealedVector>(
    'SELECT id, text_hash AS hash, value FROM vector INDEXED BY vector_unsealed WHERE checksum IS NULL LIMIT ?',
  )
  for (const { id, hash, value } of unsealed.all(atOnce)) seal.run(vectorChecksum(hash, value), id)
}
