import { createCodeReader } from './codes/code-reader.js'
import { rangeOf, type NumberedSpace } from './codes/code-ranges.js'
import { givenIds } from './filter/chunks-within.js'
import type { SqlDatabase } from './sql-database.js'
import { decodeNumbers } from './vector-row.js'

/** A vector and its cosine distance. */
export interface NearVector {
  readonly id: number
  readonly distance: number
}

/** What the nearest vectors are asked for. */
export interface NearestRequest {
  readonly space: NumberedSpace
  /** As `encodeVector` writes it. */
  readonly query: Buffer
  /** The chunks that a filter lets through, as JSON; their vectors must be found, others may be among them. */
  readonly within: string | undefined
}

/** The so many nearest vectors, the nearest first; fewer only if there are no more. */
export type Nearest = (reach: number) => readonly NearVector[]

/** Conditions for which vectors are compared. */
const vectorConditions = {
  /** All in a range of ids. */
  range: 'id BETWEEN ? AND ?',
  ids: `id IN (${givenIds})`,
  chunks: `id IN (
  SELECT held.id FROM embedding_input
  CROSS JOIN vector AS held ON held.space_id = ? AND held.text_hash = embedding_input.text_hash
  WHERE embedding_input.chunk_id IN (${givenIds}))`,
} as const

/** The nearest vectors by comparing every one that the condition names, in the order of the file. */
export function nearestVectorsSql(condition: keyof typeof vectorConditions): string {
  return `SELECT id, vec_distance_cosine(value, ?) AS distance
FROM vector WHERE ${vectorConditions[condition]}
ORDER BY distance, id LIMIT ?`
}

/**
 * How many of the best estimates are compared, at least and for each vector that is looked for. With 400 of them all of the ten nearest
 * of 40,511 vectors of MiniLM are found, and .98 of the hundred nearest.
 */
const leastEstimated = 400
const estimatedPerVector = 2

/**
 * Finds nearest vectors: of small spaces, and of the few chunks of a filter, by comparing all; else by their codes, of which the
 * best are compared. Without sqlite-vec its function is unknown: statements are prepared only when they are used.
 */
export function createNearest(database: SqlDatabase) {
  const codes = createCodeReader(database)
  const counted = database.prepare<{ count: number }>('SELECT json_array_length(?) AS count')
  const prepare = (condition: keyof typeof vectorConditions) =>
    database.prepare<NearVector>(nearestVectorsSql(condition))

  function byCodes({ space, query }: NearestRequest, reach: number): readonly NearVector[] {
    const inRange = prepare('range')
    const wanted = Math.max(leastEstimated, estimatedPerVector * reach)
    const estimated = codes.estimate(space, decodeNumbers(query), wanted)
    if (!estimated) {
      const { first, last } = rangeOf(database, space)
      return inRange.all(query, first, last, reach)
    }
    const { ids, uncoded } = estimated
    const near = uncoded.flatMap(({ first, last }) => inRange.all(query, first, last, reach))
    near.push(...prepare('ids').all(query, JSON.stringify(ids), reach))
    return near.toSorted((a, b) => a.distance - b.distance || a.id - b.id).slice(0, reach)
  }

  return (request: NearestRequest): Nearest => {
    const { space, query, within } = request
    if (within === undefined) return (reach) => byCodes(request, reach)
    const chunks = counted.get(within)?.count ?? 0
    const { first, last } = rangeOf(database, space)
    return (reach) => {
      // As many of all vectors would have to be compared until so many of these chunks are among them.
      const others = (estimatedPerVector * reach * (last - first + 1)) / Math.max(1, chunks)
      if (chunks > others) return byCodes(request, reach)
      return prepare('chunks').all(query, space.id, within, reach)
    }
  }
}
