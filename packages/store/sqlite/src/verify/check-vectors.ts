import { vectorChecksum } from '../seal.js'
import type { SqlDatabase } from '../sql-database.js'
import { decodeNumbers } from '../vector-codec.js'
import { distinctAddresses, type AddressRow, type Check } from './finding.js'

interface VectorRow {
  readonly id: number
  readonly hash: Uint8Array
  readonly value: Uint8Array
  readonly checksum: number | null
  readonly dimensions: number | null
}

const vectorsSql = `
SELECT vector.id AS id, text_hash AS hash, value, vector.checksum AS checksum, space.dimensions AS dimensions
FROM vector LEFT JOIN space ON space.id = vector.space_id`

const holdersSql = `
SELECT DISTINCT root.name AS root, document.path AS path
FROM embedding_input
CROSS JOIN chunk ON chunk.id = embedding_input.chunk_id
CROSS JOIN document ON document.id = chunk.document_id
CROSS JOIN root ON root.id = document.root_id
WHERE embedding_input.text_hash = ?`

const bytesPerNumber = 4
const tolerance = 1e-3

/** Whether it can be a vector as they are kept: of length 1. */
function isPossible({ value, dimensions }: VectorRow): boolean {
  if (value.length !== (dimensions ?? 0) * bytesPerNumber) return false
  const squares = decodeNumbers(value).reduce((sum, number) => sum + number * number, 0)
  return Math.abs(Math.sqrt(squares) - 1) < tolerance
}

/** One from before there were checksums is only looked at. */
function isSound(row: VectorRow): boolean {
  return row.checksum === null ? isPossible(row) : row.checksum === vectorChecksum(row.hash, row.value)
}

function removeVectors(database: SqlDatabase, rows: readonly { readonly id: number }[]): void {
  const remove = database.prepare('DELETE FROM vector WHERE id = ?')
  for (const { id } of rows) remove.run(id)
}

/** Vectors against their checksums. */
export const checkVectors: Check = (database) => {
  const damaged: Pick<VectorRow, 'id' | 'hash'>[] = []
  for (const row of database.prepare<VectorRow>(vectorsSql).iterate()) {
    if (!isSound(row)) damaged.push({ id: row.id, hash: row.hash })
  }
  if (damaged.length === 0) return []
  const holders = database.prepare<AddressRow>(holdersSql)
  const documents = distinctAddresses(damaged.flatMap(({ hash }) => holders.all(hash)))
  const reason = 'the numbers of vectors have changed'
  return [
    {
      damage: { part: 'vectors', count: damaged.length, reason, isRestorable: false, documents },
      mend: () => removeVectors(database, damaged),
    },
  ]
}
