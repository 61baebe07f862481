import {
  createKeywordScorer,
  decodeTermList,
  wantedCounts,
  type KeywordScorer,
} from '@recallite/keyword-ranking'
import type { Store } from '@recallite/store'
import { withRequiredTerms, type Query } from '../query.js'
import type { Parsed } from '../stages/parse.js'
import type { Candidate, Found, Retriever } from './retriever.js'

/** How many more chunks are scored than are asked for, as the store orders candidates otherwise than by score. */
const spareCandidates = 20

/** Query coverage from which on no spelling is corrected; it does not depend on the threshold of a search. */
const enoughCoverage = 0.35

/** The least number of chunks that is scored, so that a small limit returns the beginning of what a larger one returns. */
const leastReach = 50

/** Finds the chunks with the best BM25 scores. If none of them answers well, terms that no chunk contains are corrected. */
export function createKeywordRetriever(store: Store): Retriever {
  return {
    name: 'keyword',
    minimum: 0,
    readsTerms: true,
    async find(parsed) {
      const found = await findByTerms(store, parsed)
      if (!parsed.settings.correctSpelling || isAnswered(found.candidates)) return found
      const { correctSpelling } = await import('../correct-spelling.js')
      const corrected = await correctSpelling(store, parsed.query)
      return corrected ? findByTerms(store, { ...parsed, query: corrected }) : found
    },
  }
}

async function findByTerms(store: Store, { query, filter: narrowed, settings }: Parsed): Promise<Found> {
  const { tree } = query
  if (tree === null) return { candidates: [], score: async () => new Map(), query }
  const limit = Math.max(settings.candidates, leastReach) + spareCandidates
  const [scorer, { ids }] = await Promise.all([
    createScorer(store, query),
    store.findByWords({ query: tree, limit, filter: withRequiredTerms(narrowed, query) }),
  ])
  const scores = await scoreByTerms(store, scorer, ids)
  const candidates = Array.from(scores, ([id, score]) => ({ id, ...score })).toSorted(bestFirst)
  return {
    candidates: candidates.slice(0, settings.candidates),
    score: (others) => scoreByTerms(store, scorer, others),
    query: { ...query, weighed: scorer.terms },
  }
}

async function createScorer(store: Store, { scoring }: Query): Promise<KeywordScorer> {
  return createKeywordScorer(scoring, await store.readCounts(wantedCounts(scoring)))
}

async function scoreByTerms(store: Store, scorer: KeywordScorer, ids: readonly string[]) {
  const lists = ids.length > 0 ? await store.readTermLists(ids) : []
  return new Map(
    lists.map(({ id, termList }) => {
      const { bm25, coverage } = scorer.score(decodeTermList(termList))
      return [id, { score: bm25, coverage }]
    }),
  )
}

function bestFirst(a: Candidate, b: Candidate): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1)
}

/** Whether some candidate contains enough of the query that its words are likely to be spelled right. */
function isAnswered(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ coverage = 0 }) => coverage >= enoughCoverage)
}
