import {
  createKeywordScorer,
  createScoreBounds,
  decodeTermList,
  type KeywordScorer,
} from '@recallite/keyword-ranking'
import type { KeywordQuery, WordCandidates, WordRanking } from '@recallite/store'
import type { DocumentKind } from '../document-kind.js'
import type { SqlDatabase } from '../sql-database.js'
import { createAllowedChunks } from './allowed-chunks.js'
import { queryToken } from './index-writer.js'
import { createPostingReader, type ChunkLengths, type PostingReader } from './postings.js'
import { createScoringOrder, type ScoredChunk } from './scoring-order.js'
import { createRowListReader } from './term-lists.js'
import { createUpperBounds, type UpperBounds } from './upper-bounds.js'

/** What is looked for. */
export interface BestRequest {
  readonly query: KeywordQuery
  readonly limit: number
  /** The rows that a filter lets through, as JSON. */
  readonly within: string | undefined
  readonly ranking: WordRanking
  /** Whether the chunks are ordered by the bounds of their scores, without reading their term lists. */
  readonly isEstimate: boolean
}

/** Finds the chunks with the highest scores. */
export type BestChunks = ReturnType<typeof createBestChunks>

/** The most term lists that are read for one query; only where thousands of chunks have nearly the same words. */
const mostLists = 20_000

/** More stems than these begin with a prefix, perhaps: `Store.readCounts` gives no more. */
const mostExpansions = 256

/**
 * Finds the chunks with the highest BM25 scores, as if every chunk were scored. The inverted index gives a bound of each
 * chunk's score; chunks are scored in the order of their bounds until no bound is higher than the lowest score wanted
 * (the threshold algorithm of Fagin, Lotem and Naor, with one source for the bounds and one for the scores).
 */
export function createBestChunks(database: SqlDatabase, kind: DocumentKind, most = mostLists) {
  const postings = createPostingReader(database, kind)
  const boundChunks = createChunkBounds(postings)
  const readLists = createRowListReader(database)
  const idsOf = database.prepare<{ ids: string }>(idSql)

  function toCandidates(best: readonly ScoredChunk[]): Omit<WordCandidates, 'unscored'> {
    const rows = best.map(({ row }) => row)
    const ids: string[] = JSON.parse(idsOf.get(JSON.stringify(rows))?.ids ?? '[]')
    const found = best.map(({ score, termList }, index) => ({ id: ids[index] ?? '', score, termList }))
    const sorted = found.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    const termLists = found.flatMap(({ id, termList }) => (termList ? [{ id, termList }] : []))
    return { ids: sorted.map(({ id }) => id), ...(termLists.length > 0 && { termLists }) }
  }

  return {
    /** @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply */
    find(request: BestRequest): WordCandidates {
      const chunks = postings.begin(request.ranking.counts.meanLength)
      if (request.limit < 1) return { ids: [] }
      const { scorer, ...bounded } = boundChunks(request, chunks)
      const order = createScoringOrder(bounded, request.limit)
      const score = request.isEstimate
        ? createEstimate(chunks, bounded.upper)
        : createScoring({ chunks, scorer, readLists })
      let left = most
      for (let next = order.next(left); next.length > 0; next = order.next(left)) {
        left -= next.length
        order.add(score(next))
      }
      const candidates = toCandidates(order.best())
      return request.isEstimate ? candidates : { ...candidates, unscored: order.unscored() }
    },
  }
}

/** Bounds the scores of the chunks that a request may give. */
function createChunkBounds(postings: PostingReader) {
  const allowing = createAllowedChunks(postings)
  const boundsOf = createUpperBounds(postings)
  return (request: BestRequest, chunks: ChunkLengths) => {
    const { query, within, ranking, isEstimate } = request
    const { terms, counts } = ranking
    const scorer = createKeywordScorer(terms, counts)
    const expand = (prefix: string) => scorer.expansions.get(prefix) ?? []
    const bounds = createScoreBounds(scorer.terms, { expand, isListed })
    const listed = bounds.lists.map((feature) => ({
      feature,
      isEmpty: () => postings.list(feature).found.numbers.length === 0,
    }))
    const expandAll = (prefix: string) => {
      const stems = scorer.expansions.get(prefix)
      return stems && stems.length < mostExpansions ? stems : undefined
    }
    const { allowed, matched } = allowing.of({ query, within, listed, expand: expandAll }, chunks)
    const upper = boundsOf({
      bounds,
      chunksWith: scorer.chunksWith,
      norms: chunks.norms,
      isWhole: isEstimate,
    })
    return { scorer, allowed, matched, upper }
  }
}

const isListed = (stem: string): boolean => queryToken(stem) !== ''

interface Scoring {
  readonly chunks: ChunkLengths
  readonly scorer: KeywordScorer
  readonly readLists: (rows: readonly number[]) => readonly Uint8Array[]
}

/** Scores chunks by their term lists. */
function createScoring({ chunks, scorer, readLists }: Scoring) {
  return (positions: readonly number[]): ScoredChunk[] => {
    const rows = positions.map((position) => chunks.rows[position] ?? 0)
    return readLists(rows).map((termList, index) => ({
      row: rows[index] ?? 0,
      score: scorer.score(decodeTermList(termList)).bm25,
      termList,
    }))
  }
}

/** Takes the bounds for the scores. */
function createEstimate({ rows }: ChunkLengths, upper: UpperBounds) {
  return (positions: readonly number[]): ScoredChunk[] => {
    const sorted = positions.toSorted((a, b) => a - b)
    return upper
      .boundsOf(sorted, -Infinity)
      .map(({ position, bound }) => ({ row: rows[position] ?? 0, score: bound, termList: undefined }))
  }
}

const idSql = `SELECT json_group_array(chunk.public_id ORDER BY wanted.key) AS ids FROM json_each(?) AS wanted
CROSS JOIN chunk INDEXED BY chunk_by_id ON chunk.id = wanted.value`
