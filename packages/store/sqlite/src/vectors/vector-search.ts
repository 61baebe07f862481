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
import { givenIds, type SqlDatabase } from '../connection/sql-database.js'
import { createDataCache } from '../documents/data-cache.js'
import type { FilterReader } from '../documents/filter/filter.js'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { createCodeReader } from './codes/code-reader.js'
import { rangeOf, type IdRange, type NumberedSpace } from './codes/code-writer.js'
import type { createSpaces } from './spaces.js'
import { decodeNumbers, encodeVector, type NearVector } from './vector-row.js'

interface VectorReaders {
  readonly kind: DocumentKind
  readonly spaces: ReturnType<typeof createSpaces>
  readonly filters: FilterReader
}

/** The vector retriever: cosine similarity within one space. A chunk has the similarity of its nearest vector. */
export function createVectorSearch(
  database: SqlDatabase,
  { kind, spaces, filters }: VectorReaders,
  vectorSearch: () => Capability,
) {
  const sql = chunksSql(kind)
  const nearestIn = createNearest(database)
  const chunksOf = createChunkReader(database, kind)
  const readFilter = createFilterParser(database)

  function encode(space: Space, vector: Float32Array): Buffer {
    const { available, reason } = vectorSearch()
    if (!available) throw new StoreError('STORE_NO_VECTOR_SEARCH', reason ?? 'vector search is not available')
    assertVector(vector, space.dimensions)
    return encodeVector(vector)
  }

  /** Prepared only now, because its SQL function does not exist without sqlite-vec. */
  function scoresOf(query: Buffer, spaceId: number, ids: string) {
    return database.prepare<ScoreRow>(scoresSql(sql.given)).all(query, spaceId, ids)
  }

  /** The row ids of the allowed chunks, as JSON; undefined if all are. */
  function chunksWithin(filter: VectorRequest['filter']): string | undefined {
    // There are usually far fewer records than files, so all their vectors are compared.
    return filters.chunksWithin(filter) ?? (kind === 'record' ? filters.allChunks() : undefined)
  }

  function rank({ id, query, within, limit }: RankRequest, dimensions: number): readonly ScoreRow[] {
    const filter = within === undefined ? undefined : readFilter(within)
    const { count, nearest } = nearestIn({ id, dimensions }, query)
    for (let target = Math.max(minVectors, vectorsPerChunk * limit); ; target *= growth) {
      const reach = Math.ceil(filter ? (spare * target) / filter.share : target)
      if (filter && count * filter.share <= reach) return scoresOf(query, id, filter.within)
      const vectors = nearest(reach)
      const rows = scoresOf(query, id, chunksOf(vectors, target, filter?.chunks))
      if (rows.length >= limit || vectors.length < reach) return rows
    }
  }

  return {
    find({ space, vector, limit, filter }: VectorRequest): Candidate[] {
      const query = encode(space, vector)
      const id = spaces.idOf(space)
      const rows = rank({ id, query, within: chunksWithin(filter), limit }, space.dimensions)
      return rows.slice(0, limit).map(({ id: chunk, score }) => ({ id: chunk, score }))
    },

    score({ space, vector, ids }: Pick<VectorRequest, 'space' | 'vector'> & { ids: readonly string[] }) {
      const query = encode(space, vector)
      const inputs = database.prepare<Candidate & Pick<EmbeddingInput, 'from' | 'to'>>(inputsSql(sql.named))
      const rows = inputs.all(query, spaces.idOf(space), JSON.stringify(ids))
      return scoreByNearest(rows) satisfies Map<string, VectorScore>
    },
  }
}

/**
 * The number of vectors to look up: a minimum, and per requested chunk. If codes choose the vectors, this finds 98 of the 100
 * nearest and all of the 10 nearest of 1,500 chunks of several texts (MiniLM, e5). Vectors of deleted texts stay for a while and
 * may be among the nearest, but have no chunk.
 */
const minVectors = 200
const vectorsPerChunk = 2.5
/** Multiplies the number of vectors under a filter, which fewer of the nearest may pass than of all chunks. */
const spare = 1.25
/** Multiplies the number of vectors if they belong to too few chunks. */
const growth = 8

/** Conditions on chunks of a kind, by row ids or by public ids. */
export const chunksSql = (kind: DocumentKind) => ({
  given: `chunk.id IN (${givenIds})`,
  named: `chunk.public_id IN (${givenIds}) AND ${isOfKind('chunk.id', kind)}`,
})

/** The chunks of each of the given vectors, in the given order. */
export const chunksOfVectorsSql = (
  kind: DocumentKind,
): string => `SELECT near.id AS vector, input.chunk_id AS chunk
FROM json_each(?) AS given
CROSS JOIN vector AS near INDEXED BY vector_by_id ON near.id = given.value
CROSS JOIN embedding_input AS input ON input.text_hash = near.text_hash
WHERE ${isOfKind('input.chunk_id', kind)}`

const vectorsOfChunks = `FROM chunk
CROSS JOIN embedding_input AS input ON input.chunk_id = chunk.id
CROSS JOIN vector ON vector.space_id = ? AND vector.text_hash = input.text_hash`

/** Rounding may move a cosine slightly out of its range. */
const cosineSql = (distance: string) => `max(-1.0, min(1.0, 1 - ${distance}))`

const distanceSql = 'vec_distance_cosine(vector.value, ?)'

/** Chunks with their similarities, the nearest first. */
export const scoresSql = (chunks: string): string => `SELECT chunk.id AS chunk, chunk.public_id AS id,
  ${cosineSql(`min(${distanceSql})`)} AS score
${vectorsOfChunks}
WHERE ${chunks}
GROUP BY chunk.id ORDER BY score DESC, chunk.public_id`

/** The similarity of each vector of chunks, in the order of their inputs. */
export const inputsSql = (chunks: string): string => `SELECT chunk.public_id AS id, input.text_from AS "from",
  input.text_to AS "to", ${cosineSql(distanceSql)} AS score
${vectorsOfChunks}
WHERE ${chunks}
ORDER BY chunk.id, input.position`

/** The nearest vectors of a range, by an exact scan in file order. */
export const nearestSql = `SELECT id, vec_distance_cosine(value, ?) AS distance
FROM vector WHERE id BETWEEN ? AND ?
ORDER BY distance, id LIMIT ?`

interface ScoreRow extends Candidate {
  /** The row id of the chunk. */
  readonly chunk: number
}

interface RankRequest {
  /** The id of the space. */
  readonly id: number
  /** From `encodeVector`. */
  readonly query: Buffer
  readonly within: string | undefined
  readonly limit: number
}

/** Finds the nearest vectors of a space: exactly in a small space, else approximately by their codes. */
function createNearest(database: SqlDatabase) {
  const codes = createCodeReader(database)

  return (space: NumberedSpace, query: Buffer) => {
    const range = rangeOf(database, space)
    const compare = ({ first, last }: IdRange, reach: number) =>
      database.prepare<NearVector>(nearestSql).all(query, first, last, reach)
    let estimated: ReturnType<typeof codes.estimate>
    return {
      /** An upper bound of the number of vectors. */
      count: range.last - range.first + 1,
      /** The `reach` nearest, in order; fewer only if there are no more. */
      nearest(reach: number): readonly NearVector[] {
        estimated ??= codes.estimate(space, range, decodeNumbers(query))
        if (!estimated) return compare(range, reach)
        const compared = estimated.uncoded.flatMap((gap) => compare(gap, reach))
        return [...estimated.best(reach), ...compared]
          .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
          .slice(0, reach)
      },
    }
  }
}

/** The maximum number of vectors whose chunks are cached. A filter that few chunks pass requires the chunks of thousands. */
const maxCached = 100_000

/** Returns, as JSON, the row ids of the allowed chunks of the first `limit` vectors that have any. */
function createChunkReader(database: SqlDatabase, kind: DocumentKind) {
  const chunksOf = database.prepare<{ readonly vector: number; readonly chunk: number }>(
    chunksOfVectorsSql(kind),
  )
  const cache = createDataCache<number, readonly number[]>(database, { maxSize: maxCached, sizeOf: () => 1 })
  function read(vectors: readonly number[]) {
    const byVector = Map.groupBy(chunksOf.all(JSON.stringify(vectors)), ({ vector }) => vector)
    return vectors.map((vector) => byVector.get(vector)?.map(({ chunk }) => chunk) ?? [])
  }

  return (vectors: readonly NearVector[], limit: number, allowed?: ReadonlySet<number>): string => {
    cache.begin()
    const ids = vectors.map(({ id }) => id)
    const chunks = cache.getAll(ids, read).map((of = []) => of.filter((chunk) => allowed?.has(chunk) ?? true))
    const held = chunks.filter(({ length }) => length > 0)
    return JSON.stringify(held.slice(0, limit).flat())
  }
}

/** Parses the list of chunks that pass a filter. Caches the last one, since consecutive searches often have the same filter. */
function createFilterParser(database: SqlDatabase) {
  const all = database.prepare<{ count: number }>('SELECT count(*) AS count FROM chunk')
  let last = { within: '[]', chunks: new Set<number>(), share: 0 }
  return (within: string) => {
    if (last.within === within) return last
    const chunks = new Set<number>(JSON.parse(within))
    return (last = { within, chunks, share: chunks.size / Math.max(1, all.get()?.count ?? 1) })
  }
}
