import { parseNumberList } from '../../keyword/number-list.js'
import type { SqlDatabase } from '../../connection/sql-database.js'
import { createGeneration } from '../../documents/status.js'

/** What a filter lets through. */
export interface AllowedVectors {
  /** The row ids of the chunks. */
  readonly chunks: ReadonlySet<number>
  /** For each vector of the space, counted from the first id that it may have: 1 if one of these chunks has it, else 0. */
  readonly vectors: Uint8Array
}

/** The vectors of a space and the chunks that have them. Both indexes are in the order of the hashes, so that neither is searched at random. */
export const vectorsOfChunksSql = `SELECT CAST(group_concat(vector.id & ${2 ** 40 - 1}) AS BLOB) AS vectors,
CAST(group_concat(input.chunk_id) AS BLOB) AS chunks
FROM vector CROSS JOIN embedding_input AS input ON input.text_hash = vector.text_hash
WHERE vector.space_id = ?`

/**
 * Tells which vectors of a space have chunks that pass a filter. What chunk has what vector is read once until something is written,
 * and the last filter is kept.
 */
export function createAllowedVectors(database: SqlDatabase) {
  const generation = createGeneration(database)
  const list = database.prepare<{ vectors: Uint8Array | null; chunks: Uint8Array | null }>(vectorsOfChunksSql)
  let pairs: Pairs | undefined
  let last: { readonly within: string; readonly pairs: Pairs; readonly allowed: AllowedVectors } | undefined

  function readPairs(space: number): Pairs {
    const key = `${generation()} ${space}`
    if (pairs?.key === key) return pairs
    const row = list.get(space)
    // The lists are parsed into more room than they need.
    const [vectors, chunks] = [parseNumberList(row?.vectors).slice(), parseNumberList(row?.chunks).slice()]
    return (pairs = { key, vectors, chunks })
  }

  /** @param within as `FilterReader.chunksWithin` gives it */
  return (space: number, within: string): AllowedVectors => {
    const known = readPairs(space)
    if (last?.within === within && last.pairs === known) return last.allowed
    const chunks = chunksOf(within)
    const allowed = { chunks, vectors: vectorsOf(known, chunks) }
    last = { within, pairs: known, allowed }
    return allowed
  }
}

/** The chunks that a filter lets through. @param within as `FilterReader.chunksWithin` gives it */
export function chunksOf(within: string): ReadonlySet<number> {
  return new Set<number>(JSON.parse(within))
}

/** Vectors and chunks of the same place belong together. */
interface Pairs {
  /** Changes with the space, and with whatever is written. */
  readonly key: string
  readonly vectors: Float64Array
  readonly chunks: Float64Array
}

function vectorsOf({ vectors, chunks }: Pairs, within: ReadonlySet<number>): Uint8Array {
  const allowed = new Uint8Array(vectors.reduce((last, vector) => Math.max(last, vector), -1) + 1)
  for (const [place, chunk] of chunks.entries()) {
    if (within.has(chunk)) allowed[vectors[place] ?? 0] = 1
  }
  return allowed
}
