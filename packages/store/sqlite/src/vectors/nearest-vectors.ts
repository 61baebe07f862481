import { chunksOf, createAllowedVectors } from './codes/allowed-vectors.js'
import { createCodeReader, type VectorsToEstimate } from './codes/code-reader.js'
import { rangeOf, type NumberedSpace } from './codes/code-ranges.js'
import { givenIds, type SqlDatabase, type SqlValue } from '../connection/sql-database.js'
import { decodeNumbers, type NearVector } from './vector-row.js'

/** What the nearest vectors are asked for. */
export interface NearestRequest {
  readonly space: NumberedSpace
  /** As `encodeVector` writes it. */
  readonly query: Buffer
  /** The chunks that a filter lets through, as JSON; their vectors must be found, others may be among them. */
  readonly within: string | undefined
}

/** Finds nearest vectors, the nearest first: `reach` of them, fewer only if there are no more. */
export type Nearest = (reach: number) => readonly NearVector[]

/** How the nearest vectors of a request are found. */
export interface FoundVectors {
  /** Compares every vector, or every one of the chunks that a filter lets through. */
  readonly nearest: Nearest
  /** Goes by the codes of many vectors: these are probably the nearest. Undefined where to compare is as fast. */
  readonly probable: Nearest | undefined
  /** The row ids of the chunks that a filter lets through; undefined if all do. */
  readonly chunks: ReadonlySet<number> | undefined
}

/** Conditions for which vectors are compared. */
const vectorConditions = {
  /** All in a range of ids. */
  range: 'id BETWEEN ? AND ?',
  chunks: `id IN (
  SELECT held.id FROM embedding_input
  CROSS JOIN vector AS held ON held.space_id = ? AND held.text_hash = embedding_input.text_hash
  WHERE embedding_input.chunk_id IN (${givenIds}))`,
} as const

type Condition = keyof typeof vectorConditions

/** The nearest vectors by comparing every one that the condition names, in the order of the file. */
export function nearestVectorsSql(condition: Condition): string {
  return `SELECT id, vec_distance_cosine(value, ?) AS distance
FROM vector WHERE ${vectorConditions[condition]}
ORDER BY distance, id LIMIT ?`
}

/** Of so many chunks all vectors are compared, and of a share of a space that takes no longer than to go by its codes. */
const fewChunks = 1000
const fewOfVectors = 1 / 40

/**
 * Finds nearest vectors: of small spaces, and of the few chunks of a filter, by comparing all; else by their codes. Without sqlite-vec
 * its function is unknown: statements are prepared only when they are used.
 */
export function createNearest(database: SqlDatabase) {
  const codes = createCodeReader(database)
  const readAllowed = createAllowedVectors(database)
  const compare = (condition: Condition, reach: number, values: SqlValue[]) =>
    database.prepare<NearVector>(nearestVectorsSql(condition)).all(...values, reach)

  function byCodes({ space, query }: NearestRequest, among: VectorsToEstimate): Nearest | undefined {
    const estimated = codes.estimate(space, among, decodeNumbers(query))
    if (!estimated) return undefined
    const { allowed, range } = among
    const isAllowed = ({ id }: NearVector) => allowed === undefined || allowed[id - range.first] === 1
    return (reach) => {
      const compared = estimated.uncoded.flatMap(({ first, last }) =>
        compare('range', allowed ? everyVector : reach, [query, first, last]).filter(isAllowed),
      )
      return [...estimated.best(reach), ...compared]
        .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
        .slice(0, reach)
    }
  }

  return (request: NearestRequest): FoundVectors => {
    const { space, query, within } = request
    const range = rangeOf(database, space)
    const { first, last } = range
    if (within === undefined) {
      return {
        nearest: (wanted) => compare('range', wanted, [query, first, last]),
        probable: byCodes(request, { range }),
        chunks: undefined,
      }
    }
    const nearest: Nearest = (wanted) => compare('chunks', wanted, [query, space.id, within])
    const chunks = chunksOf(within)
    if (chunks.size <= Math.max(fewChunks, (last - first + 1) * fewOfVectors)) {
      return { nearest, probable: undefined, chunks }
    }
    const allowed = readAllowed(space.id, within)
    return {
      nearest,
      probable: byCodes(request, { range, allowed: allowed.vectors }),
      chunks: allowed.chunks,
    }
  }
}

/** A limit that SQL takes for none. */
const everyVector = -1
