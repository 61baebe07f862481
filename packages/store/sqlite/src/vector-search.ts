import {
  type Candidate,
  type Capability,
  type EmbeddingInput,
  type Space,
  StoreError,
  type VectorRequest,
  type VectorScore,
} from '@recallite/store'
import { givenIds, type FilterReader } from './filter/chunks-within.js'
import type { createSpaces } from './spaces.js'
import type { SqlDatabase } from './sql-database.js'
import { assertVector, encodeVector, vectorIdsOf } from './vector-row.js'

const allOfSpace = 'id BETWEEN ? AND ?'

const ofChunks = `id IN (
  SELECT held.id FROM embedding_input
  CROSS JOIN vector AS held ON held.space_id = ? AND held.text_hash = embedding_input.text_hash
  WHERE embedding_input.chunk_id IN (${givenIds}))`

/**
 * The nearest vectors. The search is exact: it compares every vector of the space, or every one of the chunks within a
 * filter, in the order of the file.
 */
export function nearestVectorsSql(isFiltered: boolean): string {
  return `SELECT id, vec_distance_cosine(value, ?) AS distance
FROM vector WHERE ${isFiltered ? ofChunks : allOfSpace}
ORDER BY distance, id LIMIT ?`
}

/** How far the vectors of chunks are, in the order of their inputs. */
function inputsSql(chunks: string): string {
  return `SELECT chunk.public_id AS id, input.position, input.text_from AS "from", input.text_to AS "to",
  vec_distance_cosine(vector.value, ?) AS distance
FROM chunk
CROSS JOIN embedding_input AS input ON input.chunk_id = chunk.id
CROSS JOIN vector ON vector.space_id = ? AND vector.text_hash = input.text_hash
WHERE ${chunks}
ORDER BY chunk.id, input.position`
}

const ofVectors = `chunk.id IN (
  SELECT found.chunk_id FROM vector AS near
  CROSS JOIN embedding_input AS found ON found.text_hash = near.text_hash
  WHERE near.id IN (${givenIds}))`

/** All vectors of the chunks that have any of the given ones. The plus keeps the query planner from starting with the filter. */
export const inputsOfVectorsSql = (isFiltered: boolean): string =>
  inputsSql(isFiltered ? `${ofVectors} AND +chunk.id IN (${givenIds})` : ofVectors)

/** All vectors of given chunks. */
export const inputsOfChunksSql = inputsSql(`chunk.public_id IN (${givenIds})`)

/** Whether chunks have pieces, as far as a thousand inputs tell. */
const hasPiecesSql =
  'SELECT 1 FROM (SELECT position FROM embedding_input LIMIT 1000) WHERE position > 0 LIMIT 1'

/** A vector and its cosine distance. */
export interface NearVector {
  readonly id: number
  readonly distance: number
}

interface InputRow extends Pick<EmbeddingInput, 'from' | 'to'> {
  /** Of the chunk. */
  readonly id: string
  readonly position: number
  readonly distance: number
}

/** The vector retriever: cosine similarity within one space. */
export function createVectorSearch(
  database: SqlDatabase,
  { spaces, filters }: { readonly spaces: ReturnType<typeof createSpaces>; readonly filters: FilterReader },
  vectorSearch: () => Capability,
) {
  function encode(space: Space, vector: Float32Array): Buffer {
    const { available, reason } = vectorSearch()
    if (!available) throw new StoreError('STORE_NO_VECTOR_SEARCH', reason ?? 'vector search is not available')
    assertVector(vector, space.dimensions)
    return encodeVector(vector)
  }

  const hasPieces = database.prepare(hasPiecesSql)

  return {
    /** Vectors whose text is gone stay for a while: they are among the nearest vectors, and have no chunk. */
    search({ space, vector, limit, filter }: VectorRequest): Candidate[] {
      const query = encode(space, vector)
      const spaceId = spaces.idOf(space)
      const within = filters.chunksWithin(filter)
      const { first, last } = vectorIdsOf(spaceId)
      const isFiltered = within !== undefined
      const values = isFiltered ? [spaceId, within] : [first, last]
      const nearest = database.prepare<NearVector>(nearestVectorsSql(isFiltered))
      const inputs = database.prepare<InputRow>(inputsOfVectorsSql(isFiltered))
      return bestCandidates(limit, {
        hasPieces: hasPieces.get() !== undefined,
        nearest: (reach) => nearest.all(query, ...values, reach),
        scoresOf(vectors) {
          const ids = JSON.stringify(vectors.map(({ id }) => id))
          return scoreChunks(inputs.all(query, spaceId, ids, ...(isFiltered ? [within] : [])))
        },
      })
    },

    score({ space, vector, ids }: Pick<VectorRequest, 'space' | 'vector'> & { ids: readonly string[] }) {
      const query = encode(space, vector)
      const inputs = database.prepare<InputRow>(inputsOfChunksSql)
      return scoreChunks(inputs.all(query, spaces.idOf(space), JSON.stringify(ids)))
    },
  }
}

interface ChunkVectors {
  own?: number
  nearest?: InputRow
}

/** The similarities of chunks by the rows of their inputs, which are in order. */
function scoreChunks(rows: readonly InputRow[]): Map<string, VectorScore> {
  const chunks = new Map<string, ChunkVectors>()
  for (const row of rows) {
    const chunk = chunks.get(row.id) ?? {}
    if (row.position === 0) chunk.own = row.distance
    else if (!chunk.nearest || row.distance < chunk.nearest.distance) chunk.nearest = row
    chunks.set(row.id, chunk)
  }
  return new Map(Array.from(chunks, ([id, chunk]) => [id, toScore(chunk)]))
}

function toScore({ own, nearest }: ChunkVectors): VectorScore {
  const piece = nearest?.distance
  const distance = ((own ?? piece ?? Number.NaN) + (piece ?? own ?? Number.NaN)) / 2
  const score = cosineOf(distance)
  return nearest ? { score, piece: { from: nearest.from, to: nearest.to } } : { score }
}

/** Rounding may move a cosine a little out of its range. */
function cosineOf(distance: number): number {
  return Math.max(-1, Math.min(1, 1 - distance))
}

/** How many vectors are read at first, and looked up at a time, for each wanted chunk. */
const vectorsAtOnce = 2
/** How many times as many are read where chunks have pieces, of which several may be near. */
const moreForPieces = 4
/** How many times as many are read where those did not suffice. */
const growth = 8

/** What `bestCandidates` asks for. */
export interface VectorReads {
  /** Whether to expect chunks with pieces. */
  readonly hasPieces: boolean
  /** The so many nearest vectors of a space, the nearest first; fewer only if there are no more. */
  readonly nearest: (reach: number) => readonly NearVector[]
  /** The similarities of the chunks that have any of these vectors. */
  readonly scoresOf: (vectors: readonly NearVector[]) => ReadonlyMap<string, Pick<VectorScore, 'score'>>
}

/**
 * The best candidates, ties ordered by id. A chunk is never more similar than the nearest of its vectors. So no chunk is
 * missing as soon as the last candidate is nearer than the last vector that was looked up; with ties, or too few chunks,
 * more vectors are looked up, in the end all.
 */
export function bestCandidates(limit: number, reads: VectorReads): Candidate[] {
  const atFirst = vectorsAtOnce * Math.max(1, limit)
  for (let reach = reads.hasPieces ? moreForPieces * atFirst : atFirst; ; reach *= growth) {
    const vectors = reads.nearest(reach)
    const best = bestAmong(vectors, limit, reads.scoresOf)
    if (best.isSure || vectors.length < reach) return best.candidates
  }
}

/** The best candidates among the chunks of these vectors, and whether no others can be better. */
function bestAmong(vectors: readonly NearVector[], limit: number, scoresOf: VectorReads['scoresOf']) {
  const found = new Map<string, Candidate>()
  const atOnce = vectorsAtOnce * Math.max(1, limit)
  for (let from = 0; from < vectors.length; from += atOnce) {
    const next = vectors.slice(from, from + atOnce)
    for (const [id, { score }] of scoresOf(next)) found.set(id, { id, score })
    if (found.size < limit) continue
    const candidates = inOrder(found).slice(0, limit)
    const [last, farthest] = [candidates.at(-1), next.at(-1)]
    if (last && farthest && last.score > cosineOf(farthest.distance)) return { candidates, isSure: true }
  }
  return { candidates: inOrder(found).slice(0, limit), isSure: false }
}

function inOrder(found: ReadonlyMap<string, Candidate>): Candidate[] {
  return [...found.values()].toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
