import { stemmer } from 'stemmer'
import { foldWord } from './fold.js'
import { type Language, type OtherLanguage, stemmerOf } from './languages/language.js'

const letters = /^[a-z]{3,64}$/u

/**
 * What the forms of a word have in common. In English the Porter stem of words of the letters a to z; all others, and
 * words with digits, are their own stem. In other languages the Snowball stem of words of the script, followed by the
 * code of the language: `Häuser` in German is `hausːde`. Stems of different languages therefore never meet; otherwise
 * `notes`, which is `not` in French, would find every English text with `not`.
 * @throws LanguageNotLoadedError
 * @param word folded if the language is English; else normalised, preferably with its accents
 */
export function stemWord(word: string, language: Language = 'en'): string {
  if (language !== 'en') return stemOther(word, language)
  return letters.test(word) ? stemmer(word) : word
}

/** The English stem of a word, then those in these languages. */
export function stemsOf(word: string, languages: readonly OtherLanguage[]): string[] {
  return [stemWord(word), ...languages.map((language) => stemWord(word, language))]
}

/** In some languages words of two letters have endings: `ev`, `evler`. */
const lettersElsewhere = /^[a-z]{2,64}$/u
/** Separates a stem from its language. It is a letter, so that the result is one word, but no language uses it. */
const languageMark = 'ː'

/** Accents distinguish endings (`décidé`), so they are removed after the ending. */
function stemOther(word: string, language: OtherLanguage): string {
  const form = foldWord(word)
  const isStemmed = language === 'ru' ? /^\p{sc=Cyrl}{2,64}$/u.test(form) : lettersElsewhere.test(form)
  if (!isStemmed) return form
  return `${foldWord(stemmerOf(language)(word.toLowerCase()))}${languageMark}${language}`
}
