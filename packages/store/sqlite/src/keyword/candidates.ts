import { inverseDocumentFrequency, type KeywordQuery } from '@recallite/store'
import type { SqlDatabase } from '../sql-database.js'
import type { Frequencies, KeywordTotals } from './frequencies.js'
import { matchExpression } from './match-expression.js'
import { createRowReader } from './row-reader.js'
import { addUp, highestFirst, keepRows, scoreAtLength, scoreAtMean, type RowNumbers } from './row-numbers.js'

/** What a search looks through. */
export interface CandidateRequest {
  readonly query: KeywordQuery
  /** How many candidates are wanted at first. */
  readonly most: number
  /** The rows that a filter lets through, as JSON. */
  readonly within: string | undefined
  readonly totals: KeywordTotals
}

/** How much is looked at for one question. */
export const candidateLimits = {
  /** Rows of the index, in collections that are not small. */
  rows: 2_500,
  /** Collections of up to so many chunks are always looked through as a whole. */
  smallCollection: 2_000,
  /** How many further candidates are given at a time. */
  batch: 50,
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

/** The rarest parts, as many as there is room for, but never fewer than two; and the others, rarest first. */
function divideByRarity(
  parts: readonly CountedPart[],
  mostRows: number,
): { rare: CountedPart[]; common: CountedPart[] } {
  const sorted = parts.toSorted((a, b) => a.chunks - b.chunks)
  let rows = 0
  const full = sorted.findIndex(({ chunks }, index) => {
    rows += chunks
    return index >= 2 && rows > mostRows
  })
  return full < 0 ? { rare: sorted, common: [] } : { rare: sorted.slice(0, full), common: sorted.slice(full) }
}

/** A phrase is in no more chunks than its rarest word. */
function countChunks(query: KeywordQuery, frequencies: Frequencies): number {
  switch (query.kind) {
    case 'word':
      return frequencies.chunksWithStem(query.stem)
    case 'phrase':
    case 'place':
      return Math.min(...query.stems.map(frequencies.chunksWithStem))
    case 'prefix':
      return frequencies.chunksMatching(matchExpression(query))
    default:
      return 0
  }
}

/** A first batch of `first` rows, and further ones of `next`. */
function* inBatches(
  pieces: Iterable<readonly number[]>,
  { first, next }: { first: number; next: number },
): Generator<number[]> {
  let batch: number[] = []
  let wanted = first
  for (const piece of pieces) {
    for (const row of piece) {
      batch.push(row)
      if (batch.length < wanted) continue
      yield batch
      batch = []
      wanted = next
    }
  }
  if (batch.length > 0) yield batch
}

/** A first batch as a whole, and of further ones as many rows as are wanted. */
function takePromising(batches: Iterable<readonly number[]>, wanted: number): readonly number[] {
  let rows: readonly number[] = []
  for (const batch of batches) {
    rows = rows.length === 0 ? batch : [...rows, ...batch.slice(0, wanted - rows.length)]
    if (rows.length >= wanted) break
  }
  return rows
}

/** A part, and how often it is in each row. */
interface ListedPart {
  readonly idf: number
  readonly counts: RowNumbers
}

/** What the parts make up together, lengths considered. */
function score(parts: readonly ListedPart[], lengths: RowNumbers, { totals }: CandidateRequest): RowNumbers {
  const mean = totals.meanLength
  return addUp(parts.map(({ idf, counts }) => scoreAtLength(counts, idf, { lengths, mean })))
}

/** The same for chunks of mean length. */
function scoreRoughly(parts: readonly ListedPart[]): RowNumbers {
  return addUp(parts.map(({ idf, counts }) => scoreAtMean(counts, idf)))
}

/**
 * Finds the chunks worth scoring: those that have the rarest of a question's words, by the BM25 of all the words that
 * they have.
 */
export function createCandidates(database: SqlDatabase, frequencies: Frequencies, limits = candidateLimits) {
  const read = createRowReader(database)

  function list(parts: readonly KeywordQuery[], { within, totals }: CandidateRequest): ListedPart[] {
    const allowed = within === undefined ? undefined : new Set<number>(JSON.parse(within))
    return parts.map((part) => {
      const counts = read.count(part)
      const idf = inverseDocumentFrequency(totals.chunks, counts.rows.length)
      return { idf, counts: allowed ? keepRows(counts, allowed) : counts }
    })
  }

  /** Every row that has a part, the most promising first. */
  function* all(queries: readonly KeywordQuery[], request: CandidateRequest): Generator<number[]> {
    const range = { first: request.most, next: limits.batch }
    const parts = list(queries, request)
    yield* inBatches(highestFirst(score(parts, read.lengths(), request), range), range)
  }

  /** The most promising rows, first as if all were of mean length, then of these by their length. */
  function best(queries: readonly KeywordQuery[], request: CandidateRequest): number[] {
    const parts = list(queries, request)
    const { most } = request
    const promising = takePromising(highestFirst(scoreRoughly(parts), { first: most, next: most }), 2 * most)
    const sums = score(parts, read.lengthsOf(promising), request)
    const [found = []] = highestFirst(sums, { first: most, next: most })
    return found.slice(0, most)
  }

  /** Common parts are looked for alone only where rare ones are in too few rows. */
  function rarestFirst(queries: readonly KeywordQuery[], request: CandidateRequest): number[] {
    const counted = queries.map((query) => ({ query, chunks: countChunks(query, frequencies) }))
    const { rare, common } = divideByRarity(counted, limits.rows)
    const rarest = rare.map(({ query }) => query)
    const found = new Set(best(rarest, request))
    for (const { query } of common) {
      if (found.size >= request.most) break
      for (const row of read.best(matchExpression(query), request.most, request.within)) found.add(row)
    }
    return [...found]
  }

  return {
    /**
     * Row ids in batches, the most promising first; the first batch has at least `most` of them where so many match,
     * and not many more.
     * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
     */
    *find(request: CandidateRequest): Generator<number[]> {
      const { query, most, within, totals } = request
      const match = matchExpression(query)
      const parts = alternativesOf(query)
      if (!parts) yield read.best(match, most, within)
      else if (totals.chunks <= limits.smallCollection) yield* all(parts, request)
      else yield rarestFirst(parts, request)
    },
  }
}
