import { stemsOf, stemWord } from '@recallite/analysis'
import { addCorrections, suggestSpellings } from '@recallite/analysis/spelling'
import { createKeywordScorer, decodeTermList } from '@recallite/keyword-ranking'
import type { Store } from '@recallite/store'
import type { Query } from './query.js'

/** Corrects the query's terms that no chunk contains; undefined if there are none, or nothing similar is known. */
export async function correctSpelling(store: Store, query: Query): Promise<Query | undefined> {
  const { vocabulary } = store
  if (!vocabulary) return undefined
  const { terms, languages } = query
  const words = terms.flatMap(({ words: own, isPrefix }) => (isPrefix ? [] : own))
  const spelled = words.map(({ form }) => ({ form, stems: stemsOf(form, languages) }))
  const suggestions = await suggestSpellings(spelled, { vocabulary, stemWord })
  if (suggestions.size === 0) return undefined
  const corrections = Array.from(suggestions, ([typed, list]) => ({
    typed,
    corrected: list.map(({ form }) => form),
  }))
  return { ...query, ...addCorrections(query, suggestions), corrections }
}

/** Of some chunks, the ids of those that contain a corrected term. */
export async function findCorrected(store: Store, { corrections, languages }: Query, ids: readonly string[]) {
  const forms = corrections.flatMap(({ corrected }) => corrected)
  const stems = new Set(forms.flatMap((form) => stemsOf(form, languages)))
  const terms = Array.from(stems, (stem) => ({
    feature: { kind: 'word', stem } as const,
    weight: 1,
    isContentTerm: true,
  }))
  // A score above 0 means that a term occurs, whatever the counts: they only decide how high it is.
  const scorer = createKeywordScorer(terms, {
    chunks: 1,
    meanLength: 1,
    counts: [],
    formCounts: [],
    expansions: [],
  })
  const lists = await store.readTermLists(ids)
  const found = lists.filter(({ termList }) => scorer.bm25(decodeTermList(termList)) > 0)
  return new Set(found.map(({ id }) => id))
}
