import {
  createKeywordScorer,
  createUpperBounds,
  decodeTermList,
  findBestChunks,
  type KeywordScorer,
} from '@recallite/keyword/ranking'
import {
  alternativesOf,
  assertQueryDepth,
  isCovered,
  toWordCandidates,
  type ChunkTerms,
  type WordCandidates,
  type WordRanking,
  type WordRequest,
} from '@recallite/store'
import type { ListedFeature, QueryTree } from '@recallite/store/query'
import { type DocumentKind, isOfKind } from '../documents/document-kind.js'
import { createDataCache } from '../documents/data-cache.js'
import type { FilterReader } from '../documents/filter/filter.js'
import { givenIds, type SqlDatabase } from '../connection/sql-database.js'
import { matchExpression } from './match-expression.js'
import { createPostingReader, numbersOf, type ChunkLengths, type PostingReader } from './postings.js'
import { createTermListReader, rowListSql } from './term-lists.js'

interface CandidateOptions {
  readonly kind?: DocumentKind
  readonly filters: FilterReader
  /** The maximum number of chunks that are scored for one query; default that of `findBestChunks`. */
  readonly maxScored?: number | undefined
}

/** Finds the chunks of a kind that keyword ranking scores highest. */
export function createCandidates(
  database: SqlDatabase,
  { kind = 'file', filters, maxScored }: CandidateOptions,
) {
  const findBest = createBestChunks(database, kind, maxScored)
  return {
    /**
     * Finds the best chunks, equal ones sorted by id, including ties with the last one; without a ranking, the first ids that
     * match.
     * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
     */
    find({ query, limit, filter, ranking }: WordRequest): WordCandidates {
      const within = filters.chunksWithin(filter)
      if (query !== undefined) assertQueryDepth(query)
      if (query === undefined || ranking === undefined)
        return { ids: firstIds(database, { kind, within, query, limit }) }
      return findBest({ query, limit, within, ranking })
    },
  }
}

interface FirstRequest extends Pick<WordRequest, 'query' | 'limit'> {
  readonly kind: DocumentKind
  /** The rows that pass the filter, as JSON. */
  readonly within: string | undefined
}

/** The first ids in order. Because ids are hashes, the first ones are a random sample. */
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

interface BestRequest extends Pick<FirstRequest, 'limit' | 'within'> {
  readonly query: QueryTree
  readonly ranking: WordRanking
}

/** One statement costs more than scoring a few extra chunks. */
const batchSize = 8

/** The maximum size of cached term lists with their ids, in bytes. */
const maxCached = 16_000_000

const sizeOf = ({ id, termList }: ChunkTerms): number => id.length + termList.length

/** Finds the chunks with the highest BM25 scores by `findBestChunks`. */
function createBestChunks(database: SqlDatabase, kind: DocumentKind, maxScored?: number) {
  const postings = createPostingReader(database, kind)
  const allowing = createAllowedChunks(postings)
  const readLists = createTermListReader<number>(database, rowListSql)
  const lists = createDataCache<number, ChunkTerms>(database, { maxSize: maxCached, sizeOf })

  function search({ query, limit, within, ranking }: BestRequest, chunks: ChunkLengths) {
    const { rows, norms } = chunks
    const scorer = createKeywordScorer(ranking.terms, ranking.counts)
    const bounds = createUpperBounds(scorer)
    const allowed = allowing.of({ query, within, lists: bounds.lists, scorer }, rows)
    const index = { list: postings.list, norms }
    return { scorer, ...findBestChunks({ index, bounds, limit, batchSize, maxScored, ...allowed }) }
  }

  return (request: BestRequest): WordCandidates => {
    const chunks = postings.begin(request.ranking.counts.meanLength)
    lists.begin()
    if (request.limit < 1) return { ids: [] }
    const { scorer, batches, add, best, unscored } = search(request, chunks)
    const found = new Map<number, ChunkTerms>()
    for (const batch of batches()) {
      const rows = batch.map((chunk) => chunks.rows[chunk] ?? 0)
      for (const [at, terms] of lists.getAll(rows, readLists).entries()) {
        const chunk = batch[at]
        if (chunk === undefined || !terms) continue
        found.set(chunk, terms)
        add(chunk, scorer.bm25(decodeTermList(terms.termList)))
      }
    }
    const candidates = best().map(({ chunk, score }) => ({ id: '', ...found.get(chunk), score }))
    return { ...toWordCandidates(candidates), unscored: unscored() }
  }
}

/** Which chunks may be results of a search. */
interface AllowedRequest extends Pick<BestRequest, 'query' | 'within'> {
  /** The features whose chunks are listed. */
  readonly lists: readonly ListedFeature[]
  readonly scorer: Pick<KeywordScorer, 'allOf'>
}

/** Marks the chunks that match a query and pass a filter by 1; caches the last filter. `rows`: of all chunks. */
function createAllowedChunks(postings: PostingReader) {
  const isEmpty = (list: ListedFeature) => postings.list(list).chunks.length === 0
  let last: { readonly within: string; readonly rows: Float64Array; readonly allowed: Uint8Array } | undefined

  function passing(within: string, rows: Float64Array): Uint8Array {
    if (last?.within === within && last.rows === rows) return last.allowed
    const allowed = new Uint8Array(rows.length)
    for (const chunk of numbersOf(new Float64Array(JSON.parse(within)).toSorted(), rows))
      if (chunk >= 0) allowed[chunk] = 1
    last = { within, rows, allowed }
    return allowed
  }

  function matching(query: QueryTree, length: number): Uint8Array {
    const allowed = new Uint8Array(length)
    for (const part of alternativesOf(query) ?? [query]) {
      const isListed = part.kind === 'word' || part.kind === 'place' || part.kind === 'phrase'
      const chunks = isListed ? postings.list(part).chunks : postings.matching(part)
      for (const chunk of chunks) allowed[chunk] = 1
    }
    return allowed
  }

  return {
    /** The chunks that pass the filter and match. If `isCovered`, exactly the chunks in the lists match, and `allowed` is the filter. */
    of({ query, within, lists, scorer }: AllowedRequest, rows: Float64Array) {
      const passed = within === undefined ? undefined : passing(within, rows)
      if (isCovered(query, lists, { expand: scorer.allOf, isEmpty }))
        return { allowed: passed, isCovered: true }
      const matched = matching(query, rows.length)
      return { allowed: passed ? matched.map((is, at) => is & (passed[at] ?? 0)) : matched, isCovered: false }
    },
  }
}
