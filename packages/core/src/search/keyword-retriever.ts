import type { KeywordHit, SearchFilter, Store } from '@recallite/store'
import { filterFor, type Question } from './question.js'
import { isAnswered, rescueTypos } from './rescue-typos.js'
import { notAsked, retrieve, type Retrieval } from './retrieval.js'
import type { SearchSettings } from './search-options.js'

/** What the keyword retriever brought, and how it read the question in the end. */
export interface KeywordRetrieval extends Retrieval {
  readonly hits: readonly KeywordHit[]
  readonly question: Question
}

/** What the keyword retriever is asked. */
export interface KeywordAsk {
  readonly store: Store
  readonly question: Question
  /** What options and fields narrow the search to. */
  readonly filter: SearchFilter
}

async function findHits(
  { store, question, filter }: KeywordAsk,
  { candidates }: SearchSettings,
): Promise<readonly KeywordHit[]> {
  if (question.tree === null) return []
  const { tree: query, scoring: terms } = question
  return store.searchKeyword({ query, terms, limit: candidates, filter: filterFor(question, filter) })
}

/** Finds the chunks whose words answer best; where none answers well, words that no chunk has are read anew. */
export async function retrieveByKeyword(
  ask: KeywordAsk,
  settings: SearchSettings,
): Promise<KeywordRetrieval> {
  if (settings.weights.keyword === 0) return { ...notAsked(), hits: [], question: ask.question }
  let { question } = ask
  let hits: readonly KeywordHit[] = []
  const retrieval = await retrieve(async () => {
    hits = await findHits(ask, settings)
    if (!settings.rescueTypos || isAnswered(hits)) return { hits }
    const rescued = await rescueTypos(ask.store, question)
    if (!rescued) return { hits }
    hits = await findHits({ ...ask, question: rescued }, settings)
    question = rescued
    return { hits }
  })
  return { ...retrieval, hits: retrieval.state === 'failed' ? [] : hits, question }
}
