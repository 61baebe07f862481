import { respell, stemWord, suggestSpellings, type SpelledWord } from '@recallite/analysis'
import type { KeywordHit, Store } from '@recallite/store'
import type { Question } from './question.js'
import { searchDefaults } from './search-defaults.js'

/** Whether something was found that would be shown by itself where nobody sets a threshold. */
export function isAnswered(hits: readonly KeywordHit[]): boolean {
  return hits.some(({ matched }) => matched >= searchDefaults.minScore)
}

/** The words that no chunk has in any form, in no language. */
async function unknownWords(store: Store, { terms, languages }: Question): Promise<SpelledWord[]> {
  const words = terms.flatMap(({ words: own, isPrefix }) => (isPrefix ? [] : own))
  const stemsOf = ({ form, stem }: SpelledWord) => [
    stem,
    ...languages.map((language) => stemWord(form, language)),
  ]
  const held = await store.chunksWithStems([...new Set(words.flatMap(stemsOf))])
  return words.filter((word) => stemsOf(word).every((stem) => !held.has(stem)))
}

/** The question with words that no chunk has read as what they may be misspellings of; undefined if there are none. */
export async function rescueTypos(store: Store, question: Question): Promise<Question | undefined> {
  const suggestions = await suggestSpellings(await unknownWords(store, question), {
    vocabulary: store,
    stemWord,
  })
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
  const stems = new Set(
    respelled.flatMap(({ read }) =>
      read.flatMap((form) => (['en', ...languages] as const).map((language) => stemWord(form, language))),
    ),
  )
  const terms = Array.from(stems, (stem) => ({
    feature: { kind: 'word', stem } as const,
    weight: 1,
    isTelling: true,
  }))
  const scores = await store.scoreKeyword({ terms, ids })
  return new Set(Array.from(scores).flatMap(([id, { bm25 }]) => (bm25 > 0 ? [id] : [])))
}
