/** A language other than English whose words are stemmed, as an ISO 639-1 code. */
export type OtherLanguage = keyof typeof stemmers

/** A language whose words are stemmed, as an ISO 639-1 code. Texts in any other are read as English ones. */
export type Language = 'en' | OtherLanguage

/** Takes a word in lower case with its accents. */
type Stemmer = (word: string) => string

/** The algorithm is older than the letters with a comma below, and knows those with a cedilla. */
const asOfOld =
  (stemmer: Stemmer): Stemmer =>
  (word) =>
    stemmer(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'))

/**
 * The Snowball algorithm of each language but English, by ISO 639-1 code; loaded when a text or a question needs it:
 * all together take longer to load than most questions to answer.
 */
const stemmers = {
  da: async () => (await import('@orama/stemmers/danish')).stemmer,
  de: async () => (await import('@orama/stemmers/german')).stemmer,
  es: async () => (await import('@orama/stemmers/spanish')).stemmer,
  fi: async () => (await import('@orama/stemmers/finnish')).stemmer,
  fr: async () => (await import('@orama/stemmers/french')).stemmer,
  hu: async () => (await import('@orama/stemmers/hungarian')).stemmer,
  it: async () => (await import('@orama/stemmers/italian')).stemmer,
  nl: async () => (await import('@orama/stemmers/dutch')).stemmer,
  no: async () => (await import('@orama/stemmers/norwegian')).stemmer,
  pt: async () => (await import('@orama/stemmers/portuguese')).stemmer,
  ro: async () => asOfOld((await import('@orama/stemmers/romanian')).stemmer),
  ru: async () => (await import('@orama/stemmers/russian')).stemmer,
  sv: async () => (await import('@orama/stemmers/swedish')).stemmer,
  tr: async () => (await import('@orama/stemmers/turkish')).stemmer,
} as const satisfies Record<string, () => Promise<Stemmer>>

/** Every language but English, in the order of their codes. */
export const otherLanguages = Object.keys(stemmers) as readonly OtherLanguage[]

/** Of these codes the ones that name a language other than English whose words are stemmed, each once. */
export function knownLanguages(codes: readonly string[]): OtherLanguage[] {
  return [...new Set(codes)].filter(isOtherLanguage)
}

/** A language tag (BCP 47), of which the first part tells the language: `de-AT`, also `de_AT`. */
const tag = /^([a-z]{2,3})(?:[-_][a-z0-9]{1,8})*$/u

/** What people write for a code of two letters: codes of three letters, names, the two written forms of Norwegian. */
const aliases: Readonly<Record<Language, string>> = {
  da: 'dan danish dansk',
  de: 'deu ger german deutsch',
  en: 'eng english',
  es: 'spa spanish español castellano',
  fi: 'fin finnish suomi',
  fr: 'fra fre french français',
  hu: 'hun hungarian magyar',
  it: 'ita italian italiano',
  nl: 'nld dut dutch nederlands',
  no: 'nor nb nob nn nno norwegian norsk bokmål nynorsk',
  pt: 'por portuguese português',
  ro: 'ron rum romanian română',
  ru: 'rus russian русский',
  sv: 'swe swedish svenska',
  tr: 'tur turkish türkçe',
}

const byName: ReadonlyMap<string, Language> = new Map(
  (Object.entries(aliases) as [Language, string][]).flatMap(([code, names]) =>
    [code, ...names.split(' ')].map((name) => [name, code] as const),
  ),
)

/**
 * The language that a language tag or a name means; `en` for well-formed tags of languages that are not stemmed, and
 * undefined for what names no language.
 */
export function languageNamed(name: string): Language | undefined {
  const wanted = name.trim().normalize('NFC').toLowerCase()
  const code = tag.exec(wanted)?.[1]
  return byName.get(wanted) ?? (code === undefined ? undefined : (byName.get(code) ?? 'en'))
}

const loaded = new Map<OtherLanguage, (word: string) => string>()

/**
 * Loads what it takes to stem words in these languages, as ISO 639-1 codes; English needs nothing, unknown codes have
 * nothing. To be awaited before anything is read in a language.
 */
export async function loadLanguages(languages: readonly string[]): Promise<void> {
  const missing = knownLanguages(languages).filter((language) => !loaded.has(language))
  await Promise.all(missing.map(async (language) => loaded.set(language, await stemmers[language]())))
}

const marker = Symbol.for('recallite.LanguageNotLoadedError')

/** Words of a language were to be stemmed before `loadLanguages` had been awaited for it. */
export class LanguageNotLoadedError extends Error {
  readonly code = 'LANGUAGE_NOT_LOADED'
  readonly isRetryable = false
  /** As an ISO 639-1 code. */
  readonly language: string

  constructor(language: string) {
    super(`The language ${language} is not loaded. Await loadLanguages(['${language}']) first.`)
    this.name = 'LanguageNotLoadedError'
    this.language = language
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for such an error of any copy of this package. */
  static isInstance(value: unknown): value is LanguageNotLoadedError {
    return typeof value === 'object' && value !== null && marker in value
  }
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

function isOtherLanguage(code: string): code is OtherLanguage {
  return Object.hasOwn(stemmers, code)
}
