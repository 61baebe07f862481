import { createKeywordScorer, decodeTermList } from '@recallite/keyword/ranking'
import { toWordCandidates, type WordCandidates, type WordRequest } from '@recallite/store'
import { search, type Session } from '../connection/session.js'
import { ofOneVersion } from '../documents/valid-versions.js'
import { filterQuery } from '../filter/filter-query.js'
import { estimate, everything, matchQuery } from './match-query.js'

/** The number of chunks that are scored for each requested one, and the minimum. */
const scoredPerResult = 3
const minScored = 100

/** The maximum number of results of the indexes. */
const maxResults = 100_000

interface Fields {
  readonly id: readonly [string]
  readonly doc: readonly [string]
  readonly version: readonly [string]
  /** As base64. */
  readonly termList?: readonly [string]
}

/** See `Store.findByWords`. OpenSearch's BM25 chooses which chunks are scored. */
export async function findByWords(
  session: Session,
  { query, limit, ranking, filter }: WordRequest,
): Promise<WordCandidates> {
  const filters = [await filterQuery(session, filter), query ? matchQuery(query) : everything]
  if (limit < 1) return { ids: [] }
  const isRanked = query !== undefined && ranking !== undefined
  const scored = Math.max(scoredPerResult * limit, minScored)
  const { hits } = await search<unknown, unknown, Fields>(session, 'chunks', {
    query: { bool: { filter: filters, ...(isRanked && { should: estimate(ranking.terms) }) } },
    size: Math.min(isRanked ? scored : limit, maxResults),
    _source: false,
    docvalue_fields: ['id', 'doc', 'version', ...(isRanked ? ['termList'] : [])],
    ...(!isRanked && { sort: [{ id: 'asc' }] }),
  })
  const chunks = hits.map(({ fields: { id, doc, version, termList } }) => {
    return {
      id: id[0],
      doc: doc[0],
      version: version[0],
      termList: Buffer.from(termList?.[0] ?? '', 'base64'),
    }
  })
  const found = await ofOneVersion(session, chunks)
  if (!isRanked) return { ids: found.map(({ id }) => id) }
  const scorer = createKeywordScorer(ranking.terms, ranking.counts)
  const best = found
    .map(({ id, termList }) => ({ id, termList, score: scorer.bm25(decodeTermList(termList)) }))
    .toSorted((a, b) => b.score - a.score)
  const min = best[limit - 1]?.score ?? -Infinity
  return toWordCandidates(best.filter(({ score }) => score >= min))
}
