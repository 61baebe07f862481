import { createKeywordScorer, createUpperBounds, decodeTermList } from '@recallite/keyword/ranking'
import { isCovered, toWordCandidates, type WordCandidates, type WordRequest } from '@recallite/store'
import type { Session } from '../connection/session.js'
import { findChunks } from '../documents/stored-documents.js'
import { filterQuery } from '../filter/filter-query.js'
import { allOf, estimate, everything, matchQuery } from './match-query.js'

/** The number of chunks that are scored for each requested one, and the minimum and the maximum. */
const scoredPerResult = 3
const minScored = 100
const maxResults = 100_000

/** OpenSearch's BM25 chooses which chunks are scored. */
export async function findByWords(session: Session, request: WordRequest): Promise<WordCandidates> {
  const { query, limit, ranking, filter } = request
  const within = await filterQuery(session, filter)
  const matching = query ? matchQuery(query) : everything
  if (limit < 1) return { ids: [] }
  if (!query || !ranking) {
    const body = { query: allOf(within, matching), sort: [{ id: 'asc' }], size: Math.min(limit, maxResults) }
    return { ids: (await findChunks(session, 'id', body)).map(({ id }) => id) }
  }
  const scorer = createKeywordScorer(ranking.terms, ranking.counts)
  const { lists } = createUpperBounds(scorer)
  const covered = isCovered(query, lists, { isEmpty: () => false, expand: () => undefined })
  const should = { should: estimate(ranking.terms), minimum_should_match: covered ? 1 : 0 }
  const bool = { filter: covered ? [within] : [within, matching], ...should }
  const size = Math.min(Math.max(scoredPerResult * limit, minScored), maxResults)
  const best = (await findChunks(session, 'termList', { query: { bool }, size }))
    .map(({ id, values: [base64 = ''] }) => {
      const termList = Buffer.from(base64, 'base64')
      return { id, termList, score: scorer.bm25(decodeTermList(termList)) }
    })
    .toSorted((a, b) => b.score - a.score)
  const min = best[limit - 1]?.score ?? -Infinity
  return toWordCandidates(best.filter(({ score }) => score >= min))
}
