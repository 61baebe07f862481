import { foldWord } from '../fold.js'
import type { Language } from '../languages/language.js'
import {
  chinese,
  danish,
  dutch,
  english,
  finnish,
  french,
  german,
  hungarian,
  italian,
  japanese,
  norwegian,
  portuguese,
  romanian,
  russian,
  spanish,
  swedish,
  turkish,
} from './lists.js'

const lists: Readonly<Record<Language, string>> = {
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
}

/** The function words of a language, with their accents. */
export function functionWords(language: Language): readonly string[] {
  return lists[language].trim().split(/\s+/)
}

/** Whether a word is a stop word of a language, in any letter case, with or without accents. */
export function isStopWord(word: string, language: Language = 'en'): boolean {
  return stopWordsOf(language).has(word.toLowerCase())
}

const known = new Map<Language, ReadonlySet<string>>()
const unspaced = [chinese, japanese].flatMap((list) => list.trim().split(/\s+/))

/** With and without accents. The Chinese and Japanese words belong to the set of every language. */
function stopWordsOf(language: Language): ReadonlySet<string> {
  const present = known.get(language)
  if (present) return present
  const words = functionWords(language)
  const stopWords = new Set([...words, ...words.map(foldWord), ...unspaced])
  known.set(language, stopWords)
  return stopWords
}
