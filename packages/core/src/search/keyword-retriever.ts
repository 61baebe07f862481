import { parseOpenClawQuery, parseQuery } from '@recallite/analysis'
import type { KeywordQuery, Store } from '@recallite/store'
import { notAsked, retrieve, type Retrieval } from './retrieval.js'
import type { SearchSettings } from './search-options.js'

/** A question as the keyword retriever understands it. */
export interface KeywordReading {
  /** Null where the question has no words to search for. */
  readonly query: KeywordQuery | null
  /** The words by which evidence is measured and matches are marked. */
  readonly terms: ReturnType<typeof parseQuery>['terms']
}

/** Reads a question in the way the settings name. */
export function readQuestion(question: string, { reading }: SearchSettings): KeywordReading {
  const { tree, terms } = parseQuery(question)
  return { query: reading === 'openclaw-2026.2' ? parseOpenClawQuery(question) : tree, terms }
}

/** Finds the chunks whose words answer best. */
export async function retrieveByKeyword(
  store: Store,
  { query }: KeywordReading,
  settings: SearchSettings,
): Promise<Retrieval> {
  if (settings.weights.keyword === 0) return notAsked()
  const { candidates, roots } = settings
  return retrieve(async () => ({
    hits: query === null ? [] : await store.searchKeyword({ query, limit: candidates, filter: { roots } }),
  }))
}
