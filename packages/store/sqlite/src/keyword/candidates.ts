import { assertQueryDepth } from '@recallite/store'
import type { WordCandidates, WordRequest } from '@recallite/store'
import type { FilterReader } from '../documents/filter/filter.js'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { givenIds, type SqlDatabase } from '../connection/sql-database.js'
import { createBestChunks, type BestChunks } from './best-chunks.js'
import { matchExpression } from './match-expression.js'

/** What is known of a database already. */
interface CandidateReaders {
  readonly kind?: DocumentKind
  readonly filters: FilterReader
}

/** Finds the chunks of a kind that keyword ranking scores highest. */
export function createCandidates(
  database: SqlDatabase,
  { kind = 'file', filters }: CandidateReaders,
  best: BestChunks = createBestChunks(database, kind),
) {
  return {
    /**
     * The best chunks, equal ones by their ids, and those that are equal to the last; without a ranking the first ids of those that
     * match.
     * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
     */
    find({ query, limit, filter, ranking }: WordRequest): WordCandidates {
      const within = filters.chunksWithin(filter)
      if (query !== undefined) assertQueryDepth(query)
      if (query === undefined || ranking === undefined)
        return { ids: firstIds(database, { kind, within, query, limit }) }
      return best.find({ query, limit, within, ranking })
    },
  }
}

interface FirstRequest extends Pick<WordRequest, 'query' | 'limit'> {
  readonly kind: DocumentKind
  /** The rows that a filter lets through, as JSON. */
  readonly within: string | undefined
}

/** The first ids: ids are hashes, so that these are a sample. */
function firstIds(database: SqlDatabase, { kind, within, query, limit }: FirstRequest): string[] {
  const conditions = [within === undefined ? isOfKind('id', kind) : `id IN (${givenIds})`]
  if (query) conditions.push('id IN (SELECT rowid FROM chunk_words WHERE chunk_words MATCH ?)')
  const sql = `SELECT public_id AS id FROM chunk WHERE ${conditions.join(' AND ')} ORDER BY public_id LIMIT ?`
  const values = [
    ...(within === undefined ? [] : [within]),
    ...(query ? [matchExpression(query)] : []),
    limit,
  ]
  return database
    .prepare<{ id: string }>(sql)
    .all(...values)
    .map(({ id }) => id)
}
