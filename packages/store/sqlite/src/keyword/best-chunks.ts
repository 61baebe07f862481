import {
  createKeywordScorer,
  createScoreBounds,
  decodeTermList,
  findBestChunks,
} from '@recallite/keyword-ranking'
import { toWordCandidates, type KeywordQuery, type WordCandidates, type WordRanking } from '@recallite/store'
import type { DocumentKind } from '../document-kind.js'
import type { SqlDatabase } from '../sql-database.js'
import { createAllowedChunks } from './allowed-chunks.js'
import { queryToken } from './index-writer.js'
import { createPostingReader } from './postings.js'
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

/** Finds the chunks with the highest BM25 scores by `findBestChunks`. */
export function createBestChunks(database: SqlDatabase, kind: DocumentKind, mostScored?: number) {
  const postings = createPostingReader(database, kind)
  const allowing = createAllowedChunks(postings)
  const readLists = createRowListReader(database)
  let room = new Float64Array()
  const idsOf = database.prepare<{ ids: string }>(idSql)

  return {
    /** @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply */
    find({ query, limit, within, ranking, isEstimate }: BestRequest): WordCandidates {
      const { rows, norms } = postings.begin(ranking.counts.meanLength)
      if (limit < 1) return { ids: [] }
      const scorer = createKeywordScorer(ranking.terms, ranking.counts)
      const { chunksWith } = scorer
      if (room.length !== norms.length) room = new Float64Array(norms.length)
      const bounds = createScoreBounds(scorer, isListed)
      const found = findBestChunks(({
	index: {
		...postings,
		norms
	},
	bounds,
	chunksWith,
	room,
	...allowing.of({
		query,
		within,
		lists: bounds.lists,
		chunksWith
	}, rows),
	...{
		limit,
		isEstimate,
		leastBatch,
		mostScored
	}
}))
      const rowOf = (position: number) => rows[position] ?? 0
      const termLists = new Map<number, Uint8Array>()
      for (const positions of found.batches()) {
        for (const [at, termList] of readLists(positions.map(rowOf)).entries()) {
          const position = positions[at] ?? 0
          termLists.set(position, termList)
          found.add(position, scorer.score(decodeTermList(termList)).bm25)
        }
      }
      const best = found.best()
      const { ids = '[]' } = idsOf.get(JSON.stringify(best.map(({ position }) => rowOf(position)))) ?? {}
      const candidates = JSON.parse(ids).map((id: string, at: number) => {
        const { position = 0, score = 0 } = best[at] ?? {}
        return { id, score, termList: termLists.get(position) }
      })
      return { ...toWordCandidates(candidates), ...(!isEstimate && { unscored: found.unscored() }) }
    },
  }
}

const isListed = (stem: string): boolean => queryToken(stem) !== ''

const idSql = `SELECT json_group_array(chunk.public_id ORDER BY wanted.key) AS ids FROM json_each(?) AS wanted
CROSS JOIN chunk INDEXED BY chunk_by_id ON chunk.id = wanted.value`
