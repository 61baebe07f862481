import { LanguageNotLoadedError } from '../errors.js'
import { knownLanguages, type OtherLanguage } from './language.js'
import { stemmers } from './stemmers.js'

const loaded = new Map<OtherLanguage, (word: string) => string>()

/**
 * Loads what it takes to stem words in these languages, as ISO 639-1 codes; English needs nothing, unknown codes have
 * nothing. To be awaited before anything is read in a language.
 */
export async function loadLanguages(languages: readonly string[]): Promise<void> {
  const missing = knownLanguages(languages).filter((language) => !loaded.has(language))
  await Promise.all(missing.map(async (language) => loaded.set(language, await stemmers[language]())))
}

/**
 * The stemmer of a language.
 * @throws LanguageNotLoadedError
 */
export function stemmerOf(language: OtherLanguage): (word: string) => string {
  const stemmer = loaded.get(language)
  if (!stemmer) throw new LanguageNotLoadedError(language)
  return stemmer
}
