import { StoreError, type Capability, type Hit, type Space, type VectorRequest } from '@recallite/store'
import { chunksWithin } from './search-filter.js'
import type { createSpaces } from './spaces.js'
import type { SqlDatabase } from './sql-database.js'
import { assertVector, encodeVector } from './vector-codec.js'

/**
 * The nearest chunks, exactly: every vector of the space is compared, those of filtered chunks only where there is
 * a filter. A chunk with several vectors counts by its nearest.
 */
export function vectorSearchSql(within: string | undefined): string {
  return `SELECT chunk.public_id AS id, 1 - min(near.distance) AS score
FROM (
  SELECT text_hash, vec_distance_cosine(value, ?) AS distance
  FROM vector
  WHERE space_id = ?${
    within ? ` AND text_hash IN (SELECT text_hash FROM embedding_input WHERE chunk_id IN (${within}))` : ''
  }
  ORDER BY distance LIMIT ?
) AS near
JOIN embedding_input ON embedding_input.text_hash = near.text_hash
JOIN chunk ON chunk.id = embedding_input.chunk_id${within ? `\nWHERE chunk.id IN (${within})` : ''}
GROUP BY chunk.id
ORDER BY score DESC, chunk.public_id
LIMIT ?`
}

const scoreSql = `
SELECT chunk.public_id AS id, 1 - min(vec_distance_cosine(vector.value, ?)) AS score
FROM chunk
JOIN embedding_input ON embedding_input.chunk_id = chunk.id
JOIN vector ON vector.text_hash = embedding_input.text_hash AND vector.space_id = ?
WHERE chunk.public_id IN (SELECT value FROM json_each(?))
GROUP BY chunk.id`

/** The vector retriever: cosine over one space. */
export function createVectorSearch(
  database: SqlDatabase,
  spaces: ReturnType<typeof createSpaces>,
  vectorSearch: Capability,
) {
  const count = database.prepare<{ vectors: number }>(
    'SELECT count(*) AS vectors FROM vector WHERE space_id = ?',
  )

  function encode(space: Space, vector: Float32Array): Buffer {
    if (!vectorSearch.available) {
      throw new StoreError('STORE_NO_VECTOR_SEARCH', vectorSearch.reason ?? 'vector search is not available')
    }
    assertVector(vector, space.dimensions)
    return encodeVector(vector)
  }

  return {
    /**
     * Vectors whose text is gone stay as a cache and have no chunk: when too many of them are among the nearest,
     * more vectors are looked at.
     */
    search({ space, vector, limit, filter }: VectorRequest): Hit[] {
      const query = encode(space, vector)
      const spaceId = spaces.idOf(space)
      const within = chunksWithin(filter)
      const values = within?.values ?? []
      const search = database.prepare<Hit>(vectorSearchSql(within?.sql))
      const total = count.get(spaceId)?.vectors ?? 0
      for (let reach = 2 * limit; ; reach *= 4) {
        const hits = search.all(query, spaceId, ...values, reach, ...values, limit)
        if (hits.length >= limit || reach >= total) return hits
      }
    },

    score({ space, vector, ids }: Pick<VectorRequest, 'space' | 'vector'> & { ids: readonly string[] }) {
      const rows = database
        .prepare<Hit>(scoreSql)
        .all(encode(space, vector), spaces.idOf(space), JSON.stringify(ids))
      return new Map(rows.map(({ id, score }) => [id, score]))
    },
  }
}
