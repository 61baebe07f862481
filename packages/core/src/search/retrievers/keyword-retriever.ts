import {
  createKeywordScorer,
  decodeTermList,
  wantedCounts,
  type KeywordScorer,
} from '@recallite/keyword-ranking'
import type { SearchFilter, Store } from '@recallite/store'
import { filterFor, type Question } from '../question.js'
import { searchDefaults } from '../search-options.js'
import type { Candidate, Found, Retriever, RetrieverScore } from './retriever.js'

/** Finds the chunks whose words answer best, by BM25. Where none answers well, words that no chunk has are corrected. */
export function createKeywordRetriever(store: Store): Retriever {
  return {
    name: 'keyword',
    minimum: 0,
    readsWords: true,
    async find({ question, filter, settings }) {
      const { candidates: limit, correctSpelling: mayCorrect } = settings
      const found = await findByWords(store, question, { limit, filter })
      if (!mayCorrect || isAnswered(found.candidates)) return found
      const { correctSpelling } = await import('../correct-spelling.js')
      const corrected = await correctSpelling(store, question)
      return corrected ? findByWords(store, corrected, { limit, filter }) : found
    },
    scoreOthers:
      ({ question }) =>
      async (ids) =>
        question.tree === null ? new Map() : scoreByWords(store, await createScorer(store, question), ids),
  }
}

/** So many more chunks are scored than are asked for: the store's order of candidates is not that of scores. */
const spareCandidates = 20

/** As if so many were asked for: small limits are to give the beginning of what larger ones give. */
const leastReach = 50

interface WordSearch {
  readonly limit: number
  /** What options and fields narrow the search to. */
  readonly filter: SearchFilter
}

async function findByWords(store: Store, question: Question, { limit, filter }: WordSearch): Promise<Found> {
  const { tree: query } = question
  if (query === null) return { candidates: [], score: async () => new Map(), question }
  const reach = Math.max(limit, leastReach)
  const [scorer, { ids }] = await Promise.all([
    createScorer(store, question),
    store.findByWords({ query, limit: reach + spareCandidates, filter: filterFor(question, filter) }),
  ])
  const scores = await scoreByWords(store, scorer, ids)
  const candidates = Array.from(scores, ([id, score]) => ({ id, ...score })).toSorted(bestFirst)
  return {
    candidates: candidates.slice(0, limit),
    score: (wanted) => scoreByWords(store, scorer, wanted),
    question: { ...question, weighed: scorer.terms },
  }
}

async function createScorer(store: Store, { scoring }: Question): Promise<KeywordScorer> {
  return createKeywordScorer(scoring, await store.readCounts(wantedCounts(scoring)))
}

async function scoreByWords(
  store: Store,
  scorer: KeywordScorer,
  ids: readonly string[],
): Promise<Map<string, RetrieverScore>> {
  if (ids.length === 0) return new Map()
  const lists = await store.readTermLists(ids)
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

/** Whether something was found that would be shown by itself where no threshold is set. */
function isAnswered(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ coverage = 0 }) => coverage >= searchDefaults.minScore)
}
