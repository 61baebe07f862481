import { inverseDocumentFrequency } from '@recallite/keyword-ranking'
import type { KeywordQuery, WordCandidates, WordRequest } from '@recallite/store'
import { givenIds, type FilterReader } from '../filter/chunks-within.js'
import type { SqlDatabase } from '../sql-database.js'
import type { CountReader, KeywordTotals } from './collection-counts.js'
import { matchExpression } from './match-expression.js'
import { createRowReader } from './row-reader.js'
import { addUp, highest, keepRows, scoreAtLength, scoreAtMean, type RowNumbers } from './row-numbers.js'

/** What a search looks through. */
export interface CandidateRequest {
  readonly query: KeywordQuery
  /** How many candidates are wanted. */
  readonly most: number
  /** The rows that a filter lets through, as JSON. */
  readonly within: string | undefined
  readonly totals: KeywordTotals
}

/** What is known of a database already. */
interface CandidateReaders {
  readonly counts: CountReader
  readonly filters: FilterReader
}

/** How much is looked at for one question. */
export const candidateLimits = {
  /** Rows of the index, in collections that are not small. */
  rows: 2_500,
  /** Collections of up to so many chunks are always looked through as a whole. */
  smallCollection: 2_000,
}

/** A part of a question that a match may have, and in how many chunks it is at most. */
interface CountedPart {
  readonly query: KeywordQuery
  readonly chunks: number
}

/** The parts of which a match has at least one; undefined where a match must be more than that. */
function alternativesOf(query: KeywordQuery): readonly KeywordQuery[] | undefined {
  if (query.kind === 'all' || query.kind === 'without') return undefined
  if (query.kind !== 'any') return [query]
  const parts = query.parts.map(alternativesOf)
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/** The rarest parts, as many as have `mostRows` rows together but never fewer than two; and the others, rarest first. */
function divideByRarity(parts: readonly CountedPart[], mostRows: number) {
  const sorted = parts.toSorted((a, b) => a.chunks - b.chunks)
  let rows = 0
  const full = sorted.findIndex(({ chunks }, index) => {
    rows += chunks
    return index >= 2 && rows > mostRows
  })
  return full < 0 ? { rare: sorted, common: [] } : { rare: sorted.slice(0, full), common: sorted.slice(full) }
}

/** A phrase is in no more chunks than its rarest word. */
function countChunks(query: KeywordQuery, counts: CountReader): number {
  switch (query.kind) {
    case 'word':
      return counts.chunksWithStem(query.stem)
    case 'phrase':
    case 'place':
      return Math.min(...query.stems.map(counts.chunksWithStem))
    case 'prefix':
      return counts.chunksMatching(matchExpression(query))
    default:
      return 0
  }
}

interface ListedPart {
  readonly idf: number
  readonly counts: RowNumbers
}

/** The rows of each part that a filter lets through; its rarity is that among all rows. */
function listParts(
  read: ReturnType<typeof createRowReader>,
  parts: readonly KeywordQuery[],
  { within, totals }: CandidateRequest,
): ListedPart[] {
  const allowed = within === undefined ? undefined : new Set<number>(JSON.parse(within))
  return parts.map((part) => {
    const rows = read.count(part)
    const idf = inverseDocumentFrequency(totals.chunks, rows.rows.length)
    return { idf, counts: allowed ? keepRows(rows, allowed) : rows }
  })
}

/** What the parts make up together, lengths considered. */
function score(parts: readonly ListedPart[], lengths: RowNumbers, { totals }: CandidateRequest): RowNumbers {
  const mean = totals.meanLength
  return addUp(parts.map(({ idf, counts }) => scoreAtLength(counts, idf, { lengths, mean })))
}

/**
 * Finds the chunks worth scoring: those that have the rarest of a question's words, by the BM25 of all the words that
 * they have.
 */
export function createCandidates(
  database: SqlDatabase,
  { counts, filters }: CandidateReaders,
  limits = candidateLimits,
) {
  const read = createRowReader(database)
  const idsOf = database.prepare<{ ids: string }>(idSql)

  function all(queries: readonly KeywordQuery[], request: CandidateRequest): number[] {
    return highest(score(listParts(read, queries, request), read.lengths(), request), request.most)
  }

  /** The most promising rows, first as if all were of mean length, then of these by their length. */
  function best(queries: readonly KeywordQuery[], request: CandidateRequest): number[] {
    const parts = listParts(read, queries, request)
    const { most } = request
    const ofMeanLength = addUp(parts.map(({ idf, counts: ofPart }) => scoreAtMean(ofPart, idf)))
    const promising = highest(ofMeanLength, 2 * most).slice(0, 2 * most)
    return highest(score(parts, read.lengthsOf(promising), request), most).slice(0, most)
  }

  /** Common parts are looked for alone only where rare ones are in too few rows. */
  function rarestFirst(queries: readonly KeywordQuery[], request: CandidateRequest): number[] {
    const counted = queries.map((query) => ({ query, chunks: countChunks(query, counts) }))
    const { rare, common } = divideByRarity(counted, limits.rows)
    const rarest = rare.map(({ query }) => query)
    const found = new Set(best(rarest, request))
    for (const { query } of common) {
      if (found.size >= request.most) break
      for (const row of read.best(matchExpression(query), request.most, request.within)) found.add(row)
    }
    return [...found]
  }

  function findRows(request: CandidateRequest): number[] {
    const { query, most, within, totals } = request
    const match = matchExpression(query)
    const parts = alternativesOf(query)
    if (!parts) return read.best(match, most, within)
    return totals.chunks <= limits.smallCollection ? all(parts, request) : rarestFirst(parts, request)
  }

  return {
    /** Rows, the most promising first: as many as are wanted, and those that are as promising as the last of these. */
    findRows,

    /**
     * The same as ids of chunks; without a query the first ids of all chunks.
     * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
     */
    find({ query, limit, filter }: WordRequest): WordCandidates {
      const within = filters.chunksWithin(filter)
      if (query === undefined) return { ids: firstIds(database, within, limit) }
      const rows = findRows({ query, most: limit, within, totals: counts.totals([query]) })
      return { ids: JSON.parse(idsOf.get(JSON.stringify(rows))?.ids ?? '[]') }
    },
  }
}

const idSql = `SELECT json_group_array(chunk.public_id ORDER BY wanted.key) AS ids FROM json_each(?) AS wanted
CROSS JOIN chunk INDEXED BY chunk_by_id ON chunk.id = wanted.value`

/** The first ids of the rows of a JSON list, or of all rows: ids are hashes, so that these are a sample. */
function firstIds(database: SqlDatabase, within: string | undefined, limit: number): string[] {
  const where = within === undefined ? '' : `WHERE id IN (${givenIds})`
  const sql = `SELECT public_id AS id FROM chunk ${where} ORDER BY public_id LIMIT ?`
  const values = within === undefined ? [limit] : [within, limit]
  return database
    .prepare<{ id: string }>(sql)
    .all(...values)
    .map(({ id }) => id)
}
