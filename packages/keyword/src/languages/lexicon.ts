import { placeRuns } from '../script-runs.js'
import { isStopWord } from '../stop-words.js'
import { normalise, stemWord } from '../word-forms.js'
import { type IndexWord, type Word, wordsOf } from '../words.js'
import { isEnglishHomograph } from './language-of.js'
import type { Language, OtherLanguage } from './language.js'

/** How the words of one query are understood. */
export interface Lexicon {
  /** Whether a word is a content term, i.e. not a stop word. */
  readonly isContentTerm: (word: Word) => boolean
  /**
   * The stems that adjacent words can have in an index: the English ones first, then those of each other language, with and
   * without accents; without repeats.
   */
  readonly writingsOf: (words: readonly IndexWord[]) => readonly (readonly string[])[]
}

/**
 * Creates the lexicon of a query for a collection with texts in English and in these languages. Stop words are those of the
 * language of the query; if several are equally likely, the words that are stop words in all of them.
 */
export function createLexicon(text: string, languages: readonly OtherLanguage[]): Lexicon {
  const own = questionLanguages(text, languages)
  const stems = [inEnglish, ...languages.flatMap((language) => stemsIn(language, text))]
  return {
    isContentTerm: (word) => !own.every((language) => isStopWord(word.text, language)),
    writingsOf: (words) => {
      if (stems.length === 1) return [words.map(inEnglish)]
      const writings = stems.map((stem) => words.map(stem))
      return [...new Map(writings.map((writing) => [writing.join(' '), writing])).values()]
    },
  }
}

/**
 * The languages of which a query contains the most different function words, several in case of a tie; English unless another
 * language has more. Words that exist in English do not count for others: `die casting` is English, `was bedeutet das` is German.
 */
export function questionLanguages(text: string, languages: readonly OtherLanguage[]): readonly Language[] {
  if (languages.length === 0) return ['en']
  const words = new Set(placeRuns(normalise(text)).map((run) => run.text.toLowerCase()))
  const counts = languages.map((language) => [language, countFunctionWords(words, language)] as const)
  const english = [...words].filter((word) => isStopWord(word)).length
  const most = Math.max(...counts.map(([, count]) => count))
  return most > english ? counts.flatMap(([language, count]) => (count === most ? [language] : [])) : ['en']
}

type Stem = (word: IndexWord) => string

const inEnglish: Stem = ({ stem }) => stem

/** Two stemmers for a language: for words as the query spells them, and without accents. */
function stemsIn(language: OtherLanguage, text: string): Stem[] {
  const words = wordsOf(text, language).flatMap(({ units, parts }) => [...units, ...parts])
  const asSpelled = new Map(words.map(({ form, stem }) => [form, stem]))
  const plain: Stem = ({ form }) => stemWord(form, language)
  return [(word) => asSpelled.get(word.form) ?? plain(word), plain]
}

/** Single letters are variables in code, or what an apostrophe separates. */
function countFunctionWords(words: ReadonlySet<string>, language: OtherLanguage): number {
  return [...words].filter(
    (word) => isStopWord(word, language) && !isEnglishHomograph(word) && !/^[a-z]$/u.test(word),
  ).length
}
