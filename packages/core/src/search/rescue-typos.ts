import { respell, stemsOf, stemWord, suggestSpellings } from '@recallite/analysis'
import type { KeywordHit, Store } from '@recallite/store'
import type { Question } from './question.js'
import { searchDefaults } from './search-defaults.js'

/** Whether something was found that would be shown by itself where nobody sets a threshold. */
export function isAnswered(hits: readonly KeywordHit[]): boolean {
  return hits.some(({ matched }) => matched >= searchDefaults.minScore)
}

/** The question with words that no chunk has read as what they may be misspellings of; undefined if there are none. */
export async function rescueTypos(store: Store, question: Question): Promise<Question | undefined> {
  const { terms, languages } = question
  const words = terms.flatMap(({ words: own, isPrefix }) => (isPrefix ? [] : own))
  const spelled = words.map(({ form }) => ({ form, stems: stemsOf(form, languages) }))
  const suggestions = await suggestSpellings(spelled, { vocabulary: store, stemWord })
  if (suggestions.size === 0) return undefined
  const respelled = Array.from(suggestions, ([typed, read]) => ({
    typed,
    read: read.map(({ form }) => form),
  }))
  return { ...question, ...respell(question, suggestions), respelled }
}

/** Which of some chunks have a word that was read in place of one that nothing has. */
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
  const scores = await store.scoreKeyword({ terms, ids })
  return new Set(Array.from(scores).flatMap(([id, { bm25 }]) => (bm25 > 0 ? [id] : [])))
}
