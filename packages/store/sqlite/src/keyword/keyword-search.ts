import type {
  KeywordHit,
  KeywordRequest,
  KeywordScore,
  KeywordScoreRequest,
  KeywordTerm,
} from '@recallite/store'
import { chunksWithin } from '../filter/chunks-within.js'
import type { SqlDatabase } from '../sql-database.js'
import { createCandidates } from './candidates.js'
import { createFrequencies } from './frequencies.js'
import { createListReader } from './list-reader.js'
import { createScorer } from './scorer.js'

/** So many more chunks are scored than are asked for: the order of candidates is not that of scores. */
const spareCandidates = 20

/** As if so many were asked for: small limits are to give the beginning of what larger ones give. */
const leastReach = 50

function compareHits(a: KeywordHit, b: KeywordHit): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}

/** Scores batch after batch, until one of them has nothing that is better than the `reach` best ones. */
function takeBest(
  batches: Iterable<readonly number[]>,
  reach: number,
  score: (rows: readonly number[]) => KeywordHit[],
): KeywordHit[] {
  let best: KeywordHit[] = []
  for (const batch of batches) {
    const last = best[reach - 1]
    const better = score(batch).filter((hit) => !last || compareHits(hit, last) < 0)
    if (better.length === 0) break
    best = [...best, ...better].toSorted(compareHits).slice(0, reach)
  }
  return best
}

/** The keyword retriever: FTS5 finds candidates, BM25 over their words ranks them. */
export function createKeywordSearch(database: SqlDatabase) {
  const lists = createListReader(database)
  const frequencies = createFrequencies(database)
  const candidates = createCandidates(database, frequencies)

  const totalsFor = (terms: readonly KeywordTerm[]) => frequencies.totals(terms.map(({ feature }) => feature))

  return {
    search({ query, terms, limit, filter }: KeywordRequest): KeywordHit[] {
      const totals = totalsFor(terms)
      const reach = Math.max(limit, leastReach)
      const within = chunksWithin(database, filter)
      const batches = candidates.find({ query, most: reach + spareCandidates, within, totals })
      const score = createScorer(terms, frequencies, totals)
      return takeBest(batches, reach, (rows) =>
        lists.byRow(rows).map((chunk) => {
          const { bm25, matched } = score(chunk)
          return { id: chunk.id, score: bm25, matched }
        }),
      ).slice(0, limit)
    },

    score({ terms, ids }: KeywordScoreRequest): Map<string, KeywordScore> {
      const score = createScorer(terms, frequencies, totalsFor(terms))
      return new Map(lists.byId(ids).map((chunk) => [chunk.id, score(chunk)]))
    },
  }
}
