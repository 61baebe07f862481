import { createKeywordScorer, createUpperBounds, decodeTermList } from '@recallite/keyword/ranking'
import {
  isCovered,
  toWordCandidates,
  type WordCandidates,
  type WordRanking,
  type WordRequest,
} from '@recallite/store'
import type { QueryTree } from '@recallite/store/query'
import { search, type Session } from '../connection/session.js'
import { ofOneVersion } from '../documents/valid-versions.js'
import { filterQuery } from '../filter/filter-query.js'
import { allOf, estimate, everything, matchQuery, type Query } from './match-query.js'

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

interface RankedRequest {
  readonly query: QueryTree
  readonly limit: number
  readonly ranking: WordRanking
}

/** See `Store.findByWords`. OpenSearch's BM25 chooses which chunks are scored. */
export async function findByWords(
  session: Session,
  { query, limit, ranking, filter }: WordRequest,
): Promise<WordCandidates> {
  const within = await filterQuery(session, filter)
  const matching = query ? matchQuery(query) : everything
  if (limit < 1) return { ids: [] }
  if (query && ranking) return findBest(session, { query, limit, ranking }, [within, matching])
  const found = await findChunks(session, {
    query: allOf(within, matching),
    size: limit,
    sort: [{ id: 'asc' }],
  })
  return { ids: found.map(({ id }) => id) }
}

async function findBest(
  session: Session,
  { query, limit, ranking }: RankedRequest,
  [within, matching]: readonly [Query, Query],
): Promise<WordCandidates> {
  const scorer = createKeywordScorer(ranking.terms, ranking.counts)
  const { lists } = createUpperBounds(scorer)
  const covered = isCovered(query, lists, { isEmpty: () => false, expand: () => undefined })
  const should = { should: estimate(ranking.terms), minimum_should_match: covered ? 1 : 0 }
  const found = await findChunks(session, {
    query: { bool: { filter: covered ? [within] : [within, matching], ...should } },
    size: Math.max(scoredPerResult * limit, minScored),
    docvalue_fields: [...chunkFields, 'termList'],
  })
  const best = found
    .map(({ id, termList }) => ({ id, termList, score: scorer.bm25(decodeTermList(termList)) }))
    .toSorted((a, b) => b.score - a.score)
  const min = best[limit - 1]?.score ?? -Infinity
  return toWordCandidates(best.filter(({ score }) => score >= min))
}

const chunkFields = ['id', 'doc', 'version']

async function findChunks(session: Session, body: { readonly size: number } & Record<string, unknown>) {
  const { hits } = await search<unknown, unknown, Fields>(session, 'chunks', {
    _source: false,
    docvalue_fields: chunkFields,
    ...body,
    size: Math.min(body.size, maxResults),
  })
  const chunks = hits.map(({ fields: { id, doc, version, termList } }) => {
    return {
      id: id[0],
      doc: doc[0],
      version: version[0],
      termList: Buffer.from(termList?.[0] ?? '', 'base64'),
    }
  })
  return ofOneVersion(session, chunks)
}
