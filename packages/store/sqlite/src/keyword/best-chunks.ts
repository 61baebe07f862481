import {
  createKeywordScorer,
  createScoreBounds,
  decodeTermList,
  findBestChunks,
} from '@recallite/keyword-ranking'
import { toWordCandidates, type KeywordQuery, type WordCandidates, type WordRanking } from '@recallite/store'
import type { DocumentKind } from '../documents/document-kind.js'
import type { SqlDatabase } from '../connection/sql-database.js'
import { createAllowedChunks } from './allowed-chunks.js'
import { queryToken } from './index-writer.js'
import { createPostingReader, type ChunkLengths } from './postings.js'
import { createRowListReader } from './term-lists.js'

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

/** A statement for a few chunks takes longer than to score some too many. */
const leastBatch = 8

const boundedPerWanted = 2

/** Finds the chunks with the highest BM25 scores by `findBestChunks`. */
export function createBestChunks(database: SqlDatabase, kind: DocumentKind, mostScored?: number) {
  const postings = createPostingReader(database, kind)
  const allowing = createAllowedChunks(postings)
  const readLists = createRowListReader(database)
  const idsOf = database.prepare<{ ids: string }>(idSql)

  function search({ query, limit, within, ranking, isEstimate }: BestRequest, chunks: ChunkLengths) {
    const { rows, norms } = chunks
    const scorer = createKeywordScorer(ranking.terms, ranking.counts)
    const { chunksWith } = scorer
    const bounds = createScoreBounds(scorer, isListed)
    const allowed = allowing.of({ query, within, lists: bounds.lists, scorer }, rows)
    const index = { ...postings, norms }
    const boundedFirst = limit * boundedPerWanted
    const sought = { limit, isEstimate, leastBatch, boundedFirst, mostScored }
    return { scorer, ...findBestChunks({ index, bounds, chunksWith, ...allowed, ...sought }) }
  }

  return {
    /** @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply */
    find(request: BestRequest): WordCandidates {
      const chunks = postings.begin(request.ranking.counts.meanLength)
      if (request.limit < 1) return { ids: [] }
      const { scorer, batches, add, best, unscored } = search(request, chunks)
      const rowOf = (position: number) => chunks.rows[position] ?? 0
      const termLists = new Map<number, Uint8Array>()
      for (const positions of batches()) {
        for (const [at, termList] of readLists(positions.map(rowOf)).entries()) {
          const position = positions[at] ?? 0
          termLists.set(position, termList)
          add(position, scorer.bm25(decodeTermList(termList)))
        }
      }
      const found = best()
      const rows = found.map(({ position }) => rowOf(position))
      const ids: string[] = JSON.parse(idsOf.get(JSON.stringify(rows))?.ids ?? '[]')
      const candidates = found.map(({ position, score }, at) => {
        return { id: ids[at] ?? '', score, termList: termLists.get(position) }
      })
      return {
        ...toWordCandidates(candidates),
        ...(!request.isEstimate && { unscored: unscored() }),
      }
    },
  }
}

const isListed = (stem: string): boolean => queryToken(stem) !== ''

const idSql = `SELECT json_group_array(chunk.public_id ORDER BY wanted.key) AS ids FROM json_each(?) AS wanted
CROSS JOIN chunk INDEXED BY chunk_by_id ON chunk.id = wanted.value`
