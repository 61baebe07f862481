import { stemsOf, stemWord } from '@recallite/analysis'
import { respell, suggestSpellings } from '@recallite/analysis/spelling'
import { createKeywordScorer, decodeTermList } from '@recallite/keyword-ranking'
import type { Store } from '@recallite/store'
import type { Question } from './question.js'

/** Reads words that no chunk has as what they may be misspellings of; undefined if there are none, or the store has no vocabulary. */
export async function correctSpelling(store: Store, question: Question): Promise<Question | undefined> {
  const { vocabulary } = store
  if (!vocabulary) return undefined
  const { terms, languages } = question
  const words = terms.flatMap(({ words: own, isPrefix }) => (isPrefix ? [] : own))
  const spelled = words.map(({ form }) => ({ form, stems: stemsOf(form, languages) }))
  const suggestions = await suggestSpellings(spelled, { vocabulary, stemWord })
  if (suggestions.size === 0) return undefined
  const respelled = Array.from(suggestions, ([typed, read]) => ({
    typed,
    read: read.map(({ form }) => form),
  }))
  return { ...question, ...respell(question, suggestions), respelled }
}

/** Finds which of some chunks have a word that was read in place of one that no chunk has. */
export async function findRespelled(
  store: Store,
  { respelled, languages }: Question,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (respelled.length === 0 || ids.length === 0) return new Set()
  const stems = new Set(respelled.flatMap(({ read }) => read.flatMap((form) => stemsOf(form, languages))))
  const terms = Array.from(stems, (stem) => ({
    feature: { kind: 'word', stem } as const,
    weight: 1,
    isTelling: true,
  }))
  // Only whether they occur matters: any counts do.
  const scorer = createKeywordScorer(terms, {
    chunks: 1,
    meanLength: 1,
    counts: [],
    formCounts: [],
    expansions: [],
  })
  const lists = await store.readTermLists(ids)
  return new Set(
    lists.flatMap(({ id, termList }) => (scorer.score(decodeTermList(termList)).bm25 > 0 ? [id] : [])),
  )
}
