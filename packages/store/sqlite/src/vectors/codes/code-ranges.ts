import { checksumOfBytes } from '../../documents/checksum.js'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { vectorIdsOf } from '../vector-row.js'

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

/** A block of codes; one that is written anew has another id. */
export interface BlockRow {
  readonly id: number
  /** Counted from 0. */
  readonly block: number
}

/** The codes of a block and where they belong. */
export interface PlacedCodes {
  readonly space: number
  readonly block: number
  readonly codes: Uint8Array
}

/** The checksum of a block: of its space, its number and its codes. */
export function codesChecksum({ space, block, codes }: PlacedCodes): number {
  return checksumOfBytes(Buffer.from(`${space}:${block}:`), codes)
}

/** The blocks of a space, in order. */
export const listBlocksSql = 'SELECT id, block FROM vector_code WHERE space_id = ? ORDER BY block'

/** The ids of a space's vectors, from the first that it may have to the last that it has. */
export function rangeOf(database: SqlDatabase, { id }: NumberedSpace): IdRange {
  const { first, last } = vectorIdsOf(id)
  const found = database
    .prepare<{ id: number | null }>('SELECT max(id) AS id FROM vector WHERE id BETWEEN ? AND ?')
    .get(first, last)
  return { first, last: found?.id ?? first - 1 }
}

/** What of a range is in none of the parts, which are in order. */
export function gapsBetween(parts: readonly IdRange[], { first, last }: IdRange): IdRange[] {
  const gaps: IdRange[] = []
  let next = first
  for (const part of parts) {
    if (part.first > next) gaps.push({ first: next, last: part.first - 1 })
    next = part.last + 1
  }
  if (next <= last) gaps.push({ first: next, last })
  return gaps
}
