import { assertQueryDepth, evenTerms } from '@recallite/store'
import type { KeywordQuery, WordCandidates, WordRanking, WordRequest } from '@recallite/store'
import { wantedCounts } from '@recallite/keyword-ranking'
import type { FilterReader } from '../documents/filter/filter.js'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { givenIds, type SqlDatabase } from '../connection/sql-database.js'
import { createBestChunks, type BestChunks } from './best-chunks.js'
import type { CountReader } from './collection-counts.js'

/** What is known of a database already. */
interface CandidateReaders {
  readonly kind?: DocumentKind
  readonly counts: CountReader
  readonly filters: FilterReader
}

/** Finds the chunks of a kind that keyword ranking scores highest. */
export function createCandidates(
  database: SqlDatabase,
  { kind = 'file', counts, filters }: CandidateReaders,
  best: BestChunks = createBestChunks(database, kind),
) {
  /** For a query that has no ranking: each of its parts counts alike. */
  function rankingOf(query: KeywordQuery): WordRanking {
    const terms = evenTerms(query)
    return { terms, counts: counts.read(wantedCounts(terms)) }
  }

  return {
    /**
     * The best chunks, equal ones by their ids, and those that are equal to the last; without a ranking the index alone decides,
     * without a query the first ids of all chunks are given.
     * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
     */
    find({ query, limit, filter, ranking }: WordRequest): WordCandidates {
      const within = filters.chunksWithin(filter)
      if (query === undefined) return { ids: firstIds(database, { within, kind }, limit) }
      assertQueryDepth(query)
      return best.find({
        query,
        limit,
        within,
        ranking: ranking ?? rankingOf(query),
        isEstimate: ranking === undefined,
      })
    },
  }
}

/** The first ids of the rows of a JSON list, or of all rows of a kind: ids are hashes, so that these are a sample. */
function firstIds(
  database: SqlDatabase,
  { within, kind }: { readonly within: string | undefined; readonly kind: DocumentKind },
  limit: number,
): string[] {
  const where = `WHERE ${within === undefined ? isOfKind('id', kind) : `id IN (${givenIds})`}`
  const sql = `SELECT public_id AS id FROM chunk ${where} ORDER BY public_id LIMIT ?`
  const values = within === undefined ? [limit] : [within, limit]
  return database
    .prepare<{ id: string }>(sql)
    .all(...values)
    .map(({ id }) => id)
}
