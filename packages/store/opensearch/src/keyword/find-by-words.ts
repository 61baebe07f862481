import { toWordCandidates, type WordCandidates, type WordRequest } from '@recallite/store'
import { createKeywordScorer, decodeTermList } from '@recallite/keyword/ranking'
import { search, type Hit, type Session } from '../connection/session.js'
import { ofOneVersion } from '../documents/valid-versions.js'
import { filterQuery } from '../filter/filter-query.js'
import { allOf, estimate, everything, matchQuery, type Query } from './match-query.js'

/** The number of chunks that are scored for each requested one, and the minimum. */
const scoredPerResult = 3
const minScored = 100

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
  if (!query || !ranking) {
    const found = await findChunks(session, { query: allOf(filters), size: limit, sort: [{ id: 'asc' }] })
    return { ids: found.map(({ id }) => id) }
  }
  const found = await findChunks(session, {
    query: { bool: { filter: filters, should: estimate(ranking.terms) } },
    size: Math.max(scoredPerResult * limit, minScored),
    stored_fields: ['termList'],
  })
  const scorer = createKeywordScorer(ranking.terms, ranking.counts)
  const best = found
    .map(({ id, termList }) => ({ id, termList, score: scorer.bm25(decodeTermList(termList)) }))
    .toSorted((a, b) => b.score - a.score)
  const min = best[limit - 1]?.score ?? -Infinity
  return toWordCandidates(best.filter(({ score }) => score >= min))
}

interface ChunkSearch {
  readonly query: Query
  readonly size: number
  readonly sort?: readonly object[]
  readonly stored_fields?: readonly string[]
}

async function findChunks(session: Session, body: ChunkSearch) {
  const { hits } = await search<unknown, unknown, Fields>(session, session.index('chunks'), {
    ...body,
    size: Math.min(body.size, 100_000),
    _source: false,
    docvalue_fields: ['id', 'doc', 'version'],
  })
  return ofOneVersion(session, hits.hits.map(chunkOf))
}

function chunkOf({ fields: { id, doc, version, termList } }: Hit<unknown, Fields>) {
  return {
    id: id[0],
    doc: doc[0],
    version: version[0],
    termList: new Uint8Array(Buffer.from(termList?.[0] ?? '', 'base64')),
  }
}
