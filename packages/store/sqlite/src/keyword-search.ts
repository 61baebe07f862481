import type { Hit, KeywordQuery, KeywordRequest, KeywordScore, KeywordScoreRequest } from '@recallite/store'
import { bestHits } from './best-hits.js'
import { keywordMatch } from './keyword-match.js'
import { chunksWithin } from './search-filter.js'
import type { SqlDatabase } from './sql-database.js'

/** FTS5's BM25 is the better the more negative it is. */
function toHit({ id, rank }: { id: string; rank: number }): Hit {
  return { id, score: -rank }
}

/**
 * The chunks of the best rows, as text. The plus keeps the planner from walking the ids one by one, CROSS JOIN from
 * walking the chunks: statistics of a young index would have it believe there are none to speak of.
 */
export function keywordSearchSql(within: string | undefined): string {
  return `SELECT chunk.public_id AS id, found.rank AS rank
FROM (
  SELECT rowid, rank FROM chunk_words
  WHERE chunk_words MATCH ?${within ? ` AND +rowid IN (${within})` : ''}
  ORDER BY rank LIMIT ?
) AS found
CROSS JOIN chunk ON chunk.id = found.rowid`
}

const given = 'SELECT chunk.id FROM chunk WHERE chunk.public_id IN (SELECT value FROM json_each(?))'

/** idf as BM25 has it, with 1 added inside so that it is never negative. */
function inverseDocumentFrequency(chunks: number, chunksWithTerm: number): number {
  return Math.log(1 + (chunks - chunksWithTerm + 0.5) / (chunksWithTerm + 0.5))
}

function prepareScores(database: SqlDatabase) {
  return {
    ranks: database.prepare<{ id: string; rank: number }>(
      `SELECT chunk.public_id AS id, scored.rank AS rank
       FROM (SELECT rowid, rank FROM chunk_words WHERE chunk_words MATCH ? AND +rowid IN (${given})) AS scored
       CROSS JOIN chunk ON chunk.id = scored.rowid`,
    ),
    matches: database.prepare<{ id: string }>(
      `SELECT chunk.public_id AS id FROM chunk
       WHERE chunk.id IN (SELECT rowid FROM chunk_words WHERE chunk_words MATCH ? AND +rowid IN (${given}))`,
    ),
    frequency: database.prepare<{ chunks: number }>(
      'SELECT count(*) AS chunks FROM chunk_words WHERE chunk_words MATCH ?',
    ),
    chunks: database.prepare<{ chunks: number }>('SELECT count(*) AS chunks FROM chunk'),
  }
}

/** The keyword retriever: BM25 over FTS5. */
export function createKeywordSearch(database: SqlDatabase) {
  const sql = prepareScores(database)

  function sharesMatched(terms: readonly KeywordQuery[], ids: string): Map<string, number> {
    const chunks = sql.chunks.get()?.chunks ?? 0
    const sums = new Map<string, number>()
    let total = 0
    for (const term of terms) {
      const match = keywordMatch(term)
      const weight = inverseDocumentFrequency(chunks, sql.frequency.get(match)?.chunks ?? 0)
      total += weight
      for (const { id } of sql.matches.all(match, ids)) sums.set(id, (sums.get(id) ?? 0) + weight)
    }
    return new Map([...sums].map(([id, sum]) => [id, sum / total]))
  }

  return {
    search({ query, limit, filter }: KeywordRequest): Hit[] {
      const within = chunksWithin(filter)
      const match = keywordMatch(query)
      const search = database.prepare<{ id: string; rank: number }>(keywordSearchSql(within?.sql))
      return bestHits(limit, (reach) => search.all(match, ...(within?.values ?? []), reach).map(toHit))
    },

    score({ query, terms, ids }: KeywordScoreRequest): Map<string, KeywordScore> {
      const idList = JSON.stringify(ids)
      const matched = sharesMatched(terms, idList)
      const bm25 = new Map(sql.ranks.all(keywordMatch(query), idList).map(({ id, rank }) => [id, -rank]))
      const existing = database
        .prepare<{ id: string }>(
          'SELECT public_id AS id FROM chunk WHERE public_id IN (SELECT value FROM json_each(?))',
        )
        .all(idList)
      return new Map(
        existing.map(({ id }) => [id, { bm25: bm25.get(id) ?? 0, matched: matched.get(id) ?? 0 }]),
      )
    },
  }
}
