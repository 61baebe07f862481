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
import type { FilterReader } from '../documents/filter/filter.js'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { createCodeReader } from './codes/code-reader.js'
import { rangeOf, type IdRange, type NumberedSpace } from './codes/code-writer.js'
import type { createSpaces } from './spaces.js'
import { decodeNumbers, encodeVector, type NearVector } from './vector-row.js'

/** What knows a database's spaces, and the filters for chunks of a kind. */
interface VectorReaders {
  readonly kind: DocumentKind
  readonly spaces: ReturnType<typeof createSpaces>
  readonly filters: FilterReader
}

/** The vector retriever: cosine similarity within one space. A chunk is as similar as the nearest of its vectors. */
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

  /** Prepares the statement only now, because without sqlite-vec the SQL function in it does not exist. */
  function scoresOf(query: Buffer, spaceId: number, ids: string) {
    return database.prepare<ScoreRow>(scoresSql(sql.given)).all(query, spaceId, ids)
  }

  /** The row ids of the chunks that may be found, as JSON; undefined if all may. */
  function chunksWithin(filter: VectorRequest['filter']): string | undefined {
    // Records usually have few chunks compared with files, so only their vectors are compared, not those nearest of all.
    return filters.chunksWithin(filter) ?? (kind === 'record' ? filters.allChunks() : undefined)
  }

  function rank({ id, query, within, limit }: RankRequest, dimensions: number): readonly ScoreRow[] {
    const filter = within === undefined ? undefined : readFilter(within)
    const { count, nearest } = nearestIn({ id, dimensions }, query)
    for (let wanted = Math.max(fewestVectors, vectorsPerChunk * limit); ; wanted *= growth) {
      const reach = Math.ceil(filter ? (spare * wanted) / filter.share : wanted)
      if (filter && count * filter.share <= reach) return scoresOf(query, id, filter.within)
      const vectors = nearest(reach)
      const rows = scoresOf(query, id, chunksOf(vectors, wanted, filter?.chunks))
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
 * How many vectors are looked up: at least, and for each wanted chunk. When codes choose the vectors, these numbers find 98 of the
 * 100 nearest and all of the 10 nearest of 1,500 chunks of several texts (models MiniLM and e5). Vectors of deleted texts are kept
 * for a while: they may be among the nearest, but have no chunk.
 */
const fewestVectors = 200
const vectorsPerChunk = 2.5
/** Under a filter, the number of vectors is multiplied by this: fewer of the nearest may pass the filter than of all chunks. */
const spare = 1.25
/** If the vectors gave too few chunks, the search is repeated with this many times as many vectors. */
const growth = 8

/** Conditions for chunks of a kind. */
export const chunksSql = (kind: DocumentKind) => ({
  /** By their row ids. */
  given: `chunk.id IN (${givenIds})`,
  /** By their public ids. */
  named: `chunk.public_id IN (${givenIds}) AND ${isOfKind('chunk.id', kind)}`,
})

/** The chunks of each of the given vectors, in the order in which they are given. */
export const chunksOfVectorsSql = (
  kind: DocumentKind,
): string => `SELECT near.id AS vector, input.chunk_id AS chunk
FROM json_each(?) AS wanted
CROSS JOIN vector AS near INDEXED BY vector_by_id ON near.id = wanted.value
CROSS JOIN embedding_input AS input ON input.text_hash = near.text_hash
WHERE ${isOfKind('input.chunk_id', kind)}`

const vectorsOfChunks = `FROM chunk
CROSS JOIN embedding_input AS input ON input.chunk_id = chunk.id
CROSS JOIN vector ON vector.space_id = ? AND vector.text_hash = input.text_hash`

/** Rounding may move a cosine a little out of its range. */
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

/** The nearest vectors of a range by comparing all, in the order of the file. */
export const nearestSql = `SELECT id, vec_distance_cosine(value, ?) AS distance
FROM vector WHERE id BETWEEN ? AND ?
ORDER BY distance, id LIMIT ?`

interface ScoreRow extends Candidate {
  /** The row of the chunk. */
  readonly chunk: number
}

interface RankRequest {
  /** Of the space. */
  readonly id: number
  /** As `encodeVector` writes it. */
  readonly query: Buffer
  readonly within: string | undefined
  readonly limit: number
}

/** Finds the nearest vectors of a space: in a small space exactly, by comparing all; else approximately, by their codes. */
function createNearest(database: SqlDatabase) {
  const codes = createCodeReader(database)

  return (space: NumberedSpace, query: Buffer) => {
    const range = rangeOf(database, space)
    const compare = ({ first, last }: IdRange, reach: number) =>
      database.prepare<NearVector>(nearestSql).all(query, first, last, reach)
    const estimated = codes.estimate(space, range, decodeNumbers(query))
    return {
      /** An upper bound for the number of vectors. */
      count: range.last - range.first + 1,
      /** The nearest first: `reach` of them, fewer only if there are no more. */
      nearest(reach: number): readonly NearVector[] {
        if (!estimated) return compare(range, reach)
        const compared = estimated.uncoded.flatMap((gap) => compare(gap, reach))
        return [...estimated.best(reach), ...compared]
          .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
          .slice(0, reach)
      },
    }
  }
}

/** Returns, as JSON, the row ids of the allowed chunks of the nearest vectors: of the first `wanted` vectors that have any. */
function createChunkReader(database: SqlDatabase, kind: DocumentKind) {
  const held = database.prepare<{ readonly vector: number; readonly chunk: number }>(chunksOfVectorsSql(kind))
  return (
    vectors: readonly NearVector[],
    wanted: number,
    allowed: ReadonlySet<number> | undefined,
  ): string => {
    const rows = held.all(JSON.stringify(vectors.map((near) => near.id)))
    const ofAllowed = allowed ? rows.filter(({ chunk }) => allowed.has(chunk)) : rows
    const byVector = [...Map.groupBy(ofAllowed, ({ vector }) => vector).values()]
    return JSON.stringify(byVector.slice(0, wanted).flatMap((each) => each.map(({ chunk }) => chunk)))
  }
}

/** Parses the list of chunks that pass a filter, and keeps the last list, because searches in a row often have the same filter. */
function createFilterParser(database: SqlDatabase) {
  const all = database.prepare<{ count: number }>('SELECT count(*) AS count FROM chunk')
  let last = { within: '[]', chunks: new Set<number>(), share: 0 }
  return (within: string) => {
    if (last.within === within) return last
    const chunks = new Set<number>(JSON.parse(within))
    return (last = { within, chunks, share: chunks.size / Math.max(1, all.get()?.count ?? 1) })
  }
}
