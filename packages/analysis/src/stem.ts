import { stemmer } from 'stemmer'
import { foldWord } from './fold.js'
import { type Language, type OtherLanguage, stemmerOf } from './languages/language.js'
import { lazyPattern } from './lazy-pattern.js'

const letters = /^[a-z]{3,64}$/u

/**
 * What forms of a word have in common: in English by Porter's algorithm for words of the letters a to z, the folded word
 * itself for all others. Words with digits in them are names, which have one form.
 *
 * In other languages by the language's Snowball algorithm for words of its script, with the language's code behind the
 * stem: `Häuser` in German is `hausːde`. Stems of different languages thus never meet: else `notes` of an English
 * question, which in French is `not`, would find every English text that has `not`.
 * @throws LanguageNotLoadedError in a language that was not loaded
 * @param word folded if the language is English; else in normal form, best with its accents
 */
export function stemWord(word: string, language: Language = 'en'): string {
  if (language !== 'en') return stemOther(word, language)
  return letters.test(word) ? stemmer(word) : word
}

/** The stems of a word in English first, then in these languages, as `stemWord` has each. */
export function stemsOf(word: string, languages: readonly OtherLanguage[]): string[] {
  return [stemWord(word), ...languages.map((language) => stemWord(word, language))]
}

const cyrillicLetters = lazyPattern(String.raw`^\p{sc=Cyrl}{2,64}$`, 'u')

/** In some languages words of two letters have endings: `ev`, `evler`. */
const lettersElsewhere = /^[a-z]{2,64}$/u

/** Stands between a stem and its language: a letter, so that the whole is a word, of no language's spelling. */
const languageMark = 'ː'

/** Accents tell endings apart (`décidé`), so they go when the ending is gone. */
function stemOther(word: string, language: OtherLanguage): string {
  const form = foldWord(word)
  const isStemmed = language === 'ru' ? cyrillicLetters().test(form) : lettersElsewhere.test(form)
  if (!isStemmed) return form
  return `${foldWord(stemmerOf(language)(word.toLowerCase()))}${languageMark}${language}`
}
