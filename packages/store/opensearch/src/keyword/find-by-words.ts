import { createKeywordScorer, createUpperBounds, decodeTermList } from '@recallite/keyword/ranking'
import { isCovered, toWordCandidates, type WordCandidates, type WordRequest } from '@recallite/store'
import { search, type Session } from '../connection/session.js'
import { ofOneVersion } from '../documents/entries.js'
import { filterQuery } from '../filter/filter-query.js'
import { allOf, estimate, everything, matchQuery } from './match-query.js'

/** The number of chunks that are scored for each requested one, and the minimum. */
const scoredPerResult = 3
const minScored = 100

/** OpenSearch's BM25 chooses which chunks are scored. */
export async function findByWords(session: Session, request: WordRequest): Promise<WordCandidates> {
  const { query, limit, ranking, filter } = request
  const within = await filterQuery(session, filter)
  const matching = query ? matchQuery(query) : everything
  if (limit < 1) return { ids: [] }
  if (!query || !ranking) {
    const body = { query: allOf(within, matching), sort: [{ id: 'asc' }] }
    return { ids: (await findChunks(session, limit, body)).map(({ id }) => id) }
  }
  const scorer = createKeywordScorer(ranking.terms, ranking.counts)
  const { lists } = createUpperBounds(scorer)
  const covered = isCovered(query, lists, { isEmpty: () => false, expand: () => undefined })
  const should = { should: estimate(ranking.terms), minimum_should_match: covered ? 1 : 0 }
  const chunks = await findChunks(session, Math.max(scoredPerResult * limit, minScored), {
    query: { bool: { filter: covered ? [within] : [within, matching], ...should } },
    docvalue_fields: [...chunkFields, 'termList'],
  })
  const best = chunks
    .map(({ id, termList }) => ({ id, termList, score: scorer.bm25(decodeTermList(termList)) }))
    .toSorted((a, b) => b.score - a.score)
  const min = best[limit - 1]?.score ?? -Infinity
  return toWordCandidates(best.filter(({ score }) => score >= min))
}

/** The maximum number of results of the indexes. */
const maxResults = 100_000

const chunkFields = ['id', 'doc', 'version']

async function findChunks(session: Session, size: number, body: object) {
  type Fields = Readonly<Record<string, readonly [string] | undefined>>
  const defaults = { size: Math.min(size, maxResults), _source: false, docvalue_fields: chunkFields }
  const hits = await search<unknown, Fields>(session, 'chunks', { ...defaults, ...body })
  const chunks = hits.map(({ fields: { id = [''], doc = [''], version = [''], termList = [''] } }) => {
    return { id: id[0], doc: doc[0], version: version[0], termList: Buffer.from(termList[0], 'base64') }
  })
  return ofOneVersion(session, chunks)
}
