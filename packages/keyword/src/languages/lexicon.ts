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
  /** The distinct stems of adjacent words in an index: English ones first, then others with and without accents. */
  readonly writingsOf: (words: readonly IndexWord[]) => readonly (readonly string[])[]
}

/** Creates the lexicon of a query. Stop words are those of its language; in a tie, those of all tied languages. */
export function createLexicon(text: string, languages: readonly OtherLanguage[]): Lexicon {
  const queryLanguages = questionLanguages(text, languages)
  const stems = [inEnglish, ...languages.flatMap((language) => stemsIn(language, text))]
  return {
    isContentTerm: (word) => !queryLanguages.every((language) => isStopWord(word.text, language)),
    writingsOf: (words) => {
      if (stems.length === 1) return [words.map(inEnglish)]
      const writings = stems.map((stem) => words.map(stem))
      return [...new Map(writings.map((writing) => [writing.join(' '), writing])).values()]
    },
  }
}

/**
 * The languages with the most different function words in a query, several in a tie; English unless another has more. Words that
 * exist in English do not count for others: `die casting` is English, `was bedeutet das` is German.
 */
export function questionLanguages(text: string, languages: readonly OtherLanguage[]): readonly Language[] {
  if (languages.length === 0) return ['en']
  const words = new Set(placeRuns(normalise(text)).map((run) => run.text.toLowerCase()))
  const counts = languages.map((language) => [language, countFunctionWords(words, language)] as const)
  const english = [...words].filter((word) => isStopWord(word)).length
  const max = Math.max(...counts.map(([, count]) => count))
  return max > english ? counts.flatMap(([language, count]) => (count === max ? [language] : [])) : ['en']
}

type Stem = (word: IndexWord) => string

const inEnglish: Stem = ({ stem }) => stem

/** Two stemmers for a language: for words as spelled in the query, and without accents. */
function stemsIn(language: OtherLanguage, text: string): Stem[] {
  const words = wordsOf(text, language).flatMap(({ units, parts }) => [...units, ...parts])
  const asSpelled = new Map(words.map(({ form, stem }) => [form, stem]))
  const plain: Stem = ({ form }) => stemWord(form, language)
  return [(word) => asSpelled.get(word.form) ?? plain(word), plain]
}

/** Single letters are variables in code, or split off by an apostrophe. */
function countFunctionWords(words: ReadonlySet<string>, language: OtherLanguage): number {
  return [...words].filter(
    (word) => isStopWord(word, language) && !isEnglishHomograph(word) && !/^[a-z]$/u.test(word),
  ).length
}
