import {
  assertVector,
  type Candidate,
  type Capability,
  type EmbeddingInput,
  scoreByNearest,
  type Space,
  StoreError,
  type VectorRequest,
  type VectorScore,
} from '@recallite/store'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import type { FilterReader } from '../documents/filter/chunks-within.js'
import { createNearest, type FoundVectors, type Nearest } from './nearest-vectors.js'
import type { createSpaces } from './spaces.js'
import { givenIds, type SqlDatabase } from '../connection/sql-database.js'
import { encodeVector, type NearVector } from './vector-row.js'

/** How far the vectors of chunks are, in the order of their inputs. */
function inputsSql(chunks: string): string {
  return `SELECT chunk.id AS chunk, chunk.public_id AS id, input.text_from AS "from", input.text_to AS "to",
  vec_distance_cosine(vector.value, ?) AS distance
FROM chunk
CROSS JOIN embedding_input AS input ON input.chunk_id = chunk.id
CROSS JOIN vector ON vector.space_id = ? AND vector.text_hash = input.text_hash
WHERE ${chunks}
ORDER BY chunk.id, input.position`
}

/** All vectors of the chunks of a kind that have any of the given ones. */
export const inputsOfVectorsSql = (kind: DocumentKind): string =>
  inputsSql(`chunk.id IN (
  SELECT found.chunk_id FROM vector AS near
  CROSS JOIN embedding_input AS found ON found.text_hash = near.text_hash
  WHERE near.id IN (${givenIds}) AND ${isOfKind('found.chunk_id', kind)})`)

/** All vectors of given chunks of a kind. */
export const inputsOfChunksSql = (kind: DocumentKind): string =>
  inputsSql(`chunk.public_id IN (${givenIds}) AND ${isOfKind('chunk.id', kind)}`)

/** Whether chunks have several texts, as far as a thousand inputs tell. */
const hasSeveralSql =
  'SELECT 1 FROM (SELECT position FROM embedding_input LIMIT 1000) WHERE position > 0 LIMIT 1'

interface InputRow extends Pick<EmbeddingInput, 'from' | 'to'> {
  /** The row of the chunk. */
  readonly chunk: number
  /** Of the chunk. */
  readonly id: string
  readonly distance: number
}

/** What knows a database's spaces, and the filters for chunks of a kind. */
interface VectorReaders {
  readonly kind: DocumentKind
  readonly spaces: ReturnType<typeof createSpaces>
  readonly filters: FilterReader
}

/** The vector retriever: cosine similarity within one space. */
export function createVectorSearch(
  database: SqlDatabase,
  { kind, spaces, filters }: VectorReaders,
  vectorSearch: () => Capability,
) {
  function encode(space: Space, vector: Float32Array): Buffer {
    const { available, reason } = vectorSearch()
    if (!available) throw new StoreError('STORE_NO_VECTOR_SEARCH', reason ?? 'vector search is not available')
    assertVector(vector, space.dimensions)
    return encodeVector(vector)
  }

  /** Records are mostly the few chunks among many of files: their vectors are compared, not what is nearest of all. */
  const chunksOfRecords = () => (kind === 'record' ? filters.allChunks() : undefined)
  const hasSeveral = database.prepare(hasSeveralSql)
  const nearest = createNearest(database)

  return {
    /** Vectors whose text is gone stay for a while: they are among the nearest vectors, and have no chunk. */
    find({ space, vector, limit, filter }: VectorRequest): Candidate[] {
      const query = encode(space, vector)
      const spaceId = spaces.idOf(space)
      const within = filters.chunksWithin(filter) ?? chunksOfRecords()
      const inputs = database.prepare<InputRow>(inputsOfVectorsSql(kind))
      const numbered = { id: spaceId, dimensions: space.dimensions }
      const found = nearest({ space: numbered, query, within })
      return bestCandidates(limit, {
        ...found,
        get hasSeveral() {
          return hasSeveral.get() !== undefined
        },
        scoresOf(vectors) {
          const ids = JSON.stringify(vectors.map(({ id }) => id))
          const rows = inputs.all(query, spaceId, ids)
          const { chunks } = found
          return scoreChunks(chunks ? rows.filter(({ chunk }) => chunks.has(chunk)) : rows)
        },
      })
    },

    score({ space, vector, ids }: Pick<VectorRequest, 'space' | 'vector'> & { ids: readonly string[] }) {
      const query = encode(space, vector)
      const inputs = database.prepare<InputRow>(inputsOfChunksSql(kind))
      return scoreChunks(inputs.all(query, spaces.idOf(space), JSON.stringify(ids)))
    },
  }
}

/** The similarities of chunks by the rows of their inputs, which are in order. */
function scoreChunks(rows: readonly InputRow[]): Map<string, VectorScore> {
  return scoreByNearest(
    rows.map(({ id, distance, from, to }) => ({ id, score: cosineOf(distance), from, to })),
  )
}

/** Rounding may move a cosine a little out of its range. */
function cosineOf(distance: number): number {
  return Math.max(-1, Math.min(1, 1 - distance))
}

/** How many vectors are read at first, and looked up at a time, for each wanted chunk. */
const vectorsAtOnce = 2
/** How many times as many are read where chunks have several texts, of which several may be near. */
const moreForSeveral = 4
/** How many times as many are read where those did not suffice. */
const growth = 8

/** What `bestCandidates` asks for. */
export interface VectorReads extends Pick<FoundVectors, 'nearest' | 'probable'> {
  /** Whether to expect chunks of several texts. */
  readonly hasSeveral: boolean
  /** The similarities of the chunks that have any of these vectors. */
  readonly scoresOf: (vectors: readonly NearVector[]) => ReadonlyMap<string, Pick<VectorScore, 'score'>>
}

/**
 * How many of the probably nearest vectors are looked up, at least and for each wanted chunk: with so many, .98 of the hundred nearest
 * of 1,500 chunks of several texts are found, and all of the ten nearest, by MiniLM and by e5.
 */
const leastProbable = 200
const probablePerChunk = 2.5
const probableFor = (limit: number): number => Math.max(leastProbable, probablePerChunk * limit)

/**
 * The best candidates, ties ordered by id. A chunk is as similar as the nearest of its vectors. So no chunk is
 * missing as soon as the last candidate is nearer than the last vector that was looked up; with ties, or too few chunks,
 * more vectors are looked up, in the end all. Where vectors are only probably the nearest, enough chunks suffice.
 */
export function bestCandidates(limit: number, reads: VectorReads): Candidate[] {
  if (reads.probable) return bestProbable(limit, reads.probable, reads.scoresOf)
  const atFirst = vectorsAtOnce * Math.max(1, limit)
  for (let reach = reads.hasSeveral ? moreForSeveral * atFirst : atFirst; ; reach *= growth) {
    const vectors = reads.nearest(reach)
    const best = bestAmong(vectors, limit, reads.scoresOf)
    if (best.isSure || vectors.length < reach) return best.candidates
  }
}

function bestProbable(limit: number, probable: Nearest, scoresOf: VectorReads['scoresOf']): Candidate[] {
  for (let reach = probableFor(limit); ; reach *= growth) {
    const vectors = probable(reach)
    const scores = scoresOf(vectors)
    if (scores.size < limit && vectors.length === reach) continue
    const found = new Map(Array.from(scores, ([id, { score }]) => [id, { id, score }]))
    return inOrder(found).slice(0, limit)
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
