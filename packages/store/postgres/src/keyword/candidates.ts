import { wantedCounts } from '@recallite/keyword-ranking'
import { assertQueryDepth, evenTerms } from '@recallite/store'
import type { KeywordQuery, WordCandidates, WordRanking, WordRequest } from '@recallite/store'
import type { Session } from '../connections.js'
import { isOfKind, type DocumentKind } from '../document-kind.js'
import type { FilterReader } from '../filter/chunks-within.js'
import { decodeText } from '../text-code.js'
import { createBinder, type Bind } from '../values.js'
import { createBestChunks } from './best-chunks.js'
import type { CountReader } from './collection-counts.js'

/** What is known of a store already. */
interface CandidateReaders {
  readonly kind: DocumentKind
  readonly counts: CountReader
  readonly filters: FilterReader
  /** How many bytes the lists of words take that are kept; default 64,000,000. */
  readonly mostBytes?: number | undefined
}

/** Finds the chunks of a kind that keyword ranking scores highest; `s` is the name of the schema. */
export function createCandidates(s: string, { kind, counts, filters, mostBytes }: CandidateReaders) {
  const best = createBestChunks(s, { kind, mostBytes })

  /** For a query that has no ranking: each of its parts counts alike. */
  async function rankingOf(session: Session, query: KeywordQuery): Promise<WordRanking> {
    const terms = evenTerms(query)
    return { terms, counts: await counts.read(session, wantedCounts(terms)) }
  }

  return {
    /**
     * The best chunks, equal ones by their ids, and those that are equal to the last; without a ranking the index alone decides,
     * without a query the first ids of all chunks are given.
     * @throws StoreError `STORE_INVALID_QUERY`
     */
    async find(session: Session, { query, limit, filter, ranking }: WordRequest): Promise<WordCandidates> {
      const within = await filters.chunksWithin(session, filter)
      if (query === undefined) return { ids: await firstIds(session, s, { kind, within, limit }) }
      // A query that is too deep is refused before anything else is asked of it.
      assertQueryDepth(query)
      return best.find(session, {
        query,
        limit,
        within,
        ranking: ranking ?? (await rankingOf(session, query)),
        isEstimate: ranking === undefined,
      })
    },
  }
}

interface FirstRequest {
  readonly kind: DocumentKind
  readonly within: ((bind: Bind) => string) | undefined
  readonly limit: number
}

async function firstIds(
  session: Session,
  s: string,
  { kind, within, limit }: FirstRequest,
): Promise<string[]> {
  const { bind, values } = createBinder()
  const where = within === undefined ? '' : `AND id IN (${within(bind)})`
  const { rows } = await session.query<{ id: string }>(
    `SELECT public_id AS id FROM ${s}.chunk WHERE ${isOfKind('id', kind)} ${where} ORDER BY public_id LIMIT ${bind(limit)}`,
    values,
  )
  return rows.map(({ id }) => decodeText(id))
}
