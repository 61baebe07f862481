import { normalise } from '../fold.js'
import { scriptRuns } from '../script-runs.js'
import { stemWord } from '../stem.js'
import { isStopWord } from '../stop-words/stop-words.js'
import { type IndexWord, type Word, wordsOf } from '../words.js'
import { isEnglishHomograph } from './language-of.js'
import type { Language, OtherLanguage } from './language.js'

/** How the words of one question are understood. */
export interface Lexicon {
  /** Whether a word says something about what is looked for. */
  readonly isTelling: (word: Word) => boolean
  /**
   * How words that stand side by side may stand in an index: their stems in English first, then in each other language,
   * with and without accents; each way once.
   */
  readonly writingsOf: (words: readonly IndexWord[]) => readonly (readonly string[])[]
}

/**
 * Reads the words of a question for a collection that has texts in English and in these languages. Stop words are those
 * of the question's own language; where several are as likely, those that all of them have.
 */
export function createLexicon(text: string, languages: readonly OtherLanguage[]): Lexicon {
  const own = questionLanguages(text, languages)
  const stems = [inEnglish, ...languages.flatMap((language) => stemsIn(language, text))]
  return {
    isTelling: (word) => !own.every((language) => isStopWord(word.text, language)),
    writingsOf: (words) => {
      if (stems.length === 1) return [words.map(inEnglish)]
      const writings = stems.map((stem) => words.map(stem))
      return [...new Map(writings.map((writing) => [writing.join(' '), writing])).values()]
    },
  }
}

/**
 * The languages whose function words a question has the most different ones of, several if equally many; English unless
 * another has more than it. Words that may be English ones do not count for others: `die casting` is English,
 * `was bedeutet die Meldung` no more so, `was bedeutet das` German.
 */
export function questionLanguages(text: string, languages: readonly OtherLanguage[]): readonly Language[] {
  if (languages.length === 0) return ['en']
  const words = new Set(scriptRuns(normalise(text)).map((word) => word.toLowerCase()))
  const counts = languages.map((language) => [language, countTelling(words, language)] as const)
  const english = [...words].filter((word) => isStopWord(word)).length
  const most = Math.max(...counts.map(([, count]) => count))
  return most > english ? counts.flatMap(([language, count]) => (count === most ? [language] : [])) : ['en']
}

type Stem = (word: IndexWord) => string

const inEnglish: Stem = ({ stem }) => stem

/** Two ways to stem in a language: as the question spells a word, and without accents. */
function stemsIn(language: OtherLanguage, text: string): Stem[] {
  const words = wordsOf(text, language).flatMap(({ units, parts }) => [...units, ...parts])
  const asSpelled = new Map(words.map(({ form, stem }) => [form, stem]))
  const plain: Stem = ({ form }) => stemWord(form, language)
  return [(word) => asSpelled.get(word.form) ?? plain(word), plain]
}

/** Variables in code, and what an apostrophe leaves. */
const singleLetter = /^[a-z]$/u

function countTelling(words: ReadonlySet<string>, language: OtherLanguage): number {
  return [...words].filter(
    (word) => isStopWord(word, language) && !isEnglishHomograph(word) && !singleLetter.test(word),
  ).length
}
