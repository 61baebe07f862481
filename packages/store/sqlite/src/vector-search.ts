import { type Candidate, type Capability, type Space, StoreError, type VectorRequest } from '@recallite/store'
import { chunksWithin, givenIds } from './filter/chunks-within.js'
import type { createSpaces } from './spaces.js'
import type { SqlDatabase } from './sql-database.js'
import { assertVector, encodeVector, vectorIdsOf } from './vector-row.js'

const allOfSpace = 'id BETWEEN ? AND ?'

const ofChunks = `id IN (
    SELECT held.id FROM embedding_input
    CROSS JOIN vector AS held ON held.space_id = ? AND held.text_hash = embedding_input.text_hash
    WHERE embedding_input.chunk_id IN (${givenIds}))`

/**
 * The chunks of the nearest vectors. The search is exact: it compares every vector of the space, or every one of the
 * chunks within a filter, in the order of the file. A chunk with several vectors counts by its nearest one. The plus
 * keeps the query planner from starting with the filter's chunks a second time.
 */
export function vectorSearchSql(isFiltered: boolean): string {
  return `SELECT chunk.public_id AS id, 1 - min(near.distance) AS score
FROM (
  SELECT text_hash, vec_distance_cosine(value, ?) AS distance
  FROM vector WHERE ${isFiltered ? ofChunks : allOfSpace}
  ORDER BY distance LIMIT ?
) AS near
CROSS JOIN embedding_input ON embedding_input.text_hash = near.text_hash
CROSS JOIN chunk ON chunk.id = embedding_input.chunk_id${isFiltered ? `\nWHERE +chunk.id IN (${givenIds})` : ''}
GROUP BY chunk.id`
}

/** The cosine similarities of given chunks. */
export const vectorScoreSql = `
SELECT chunk.public_id AS id, 1 - min(vec_distance_cosine(vector.value, ?)) AS score
FROM chunk
CROSS JOIN embedding_input ON embedding_input.chunk_id = chunk.id
CROSS JOIN vector ON vector.text_hash = embedding_input.text_hash AND vector.space_id = ?
WHERE chunk.public_id IN (SELECT value FROM json_each(?))
GROUP BY chunk.id`

/** The vector retriever: cosine similarity within one space. */
export function createVectorSearch(
  database: SqlDatabase,
  spaces: ReturnType<typeof createSpaces>,
  vectorSearch: Capability,
) {
  function encode(space: Space, vector: Float32Array): Buffer {
    if (!vectorSearch.available) {
      throw new StoreError('STORE_NO_VECTOR_SEARCH', vectorSearch.reason ?? 'vector search is not available')
    }
    assertVector(vector, space.dimensions)
    return encodeVector(vector)
  }

  return {
    /** Vectors whose text is gone stay for a while: they are among the nearest vectors, and have no chunk. */
    search({ space, vector, limit, filter }: VectorRequest): Candidate[] {
      const query = encode(space, vector)
      const spaceId = spaces.idOf(space)
      const within = chunksWithin(database, filter)
      const { first, last } = vectorIdsOf(spaceId)
      const isFiltered = within !== undefined
      const values = isFiltered ? [spaceId, within] : [first, last]
      const search = database.prepare<Candidate>(vectorSearchSql(isFiltered))
      return bestCandidates(limit, (reach) =>
        search.all(query, ...values, reach, ...(isFiltered ? [within] : [])).map(toCandidate),
      )
    },

    score({ space, vector, ids }: Pick<VectorRequest, 'space' | 'vector'> & { ids: readonly string[] }) {
      const query = encode(space, vector)
      const rows = database
        .prepare<Candidate>(vectorScoreSql)
        .all(query, spaces.idOf(space), JSON.stringify(ids))
      return new Map(rows.map(toCandidate).map(({ id, score }) => [id, score]))
    },
  }
}

/** Rounding may move a cosine a little out of its range. */
function toCandidate({ id, score }: Candidate): Candidate {
  return { id, score: Math.max(-1, Math.min(1, score)) }
}

/**
 * The best candidates, ties ordered by id. `find` returns the candidates among the `reach` best rows, or among all rows (-1). All
 * rows are needed if the limit cuts among equal scores or too few rows are candidates: a smaller limit always gives the
 * beginning of what a larger one gives.
 */
export function bestCandidates(limit: number, find: (reach: number) => Candidate[]): Candidate[] {
  const near = find(2 * limit).toSorted(byScore)
  const last = near[limit - 1]
  const farthest = near.at(-1)
  if (last && farthest && last.score > farthest.score) return near.slice(0, limit)
  return find(-1).toSorted(byScore).slice(0, limit)
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}
