/** A stemmed language other than English, as an ISO 639-1 code. */
export type OtherLanguage = keyof typeof stemmers

/** A stemmed language, as an ISO 639-1 code. Texts in other languages are treated as English. */
export type Language = 'en' | OtherLanguage

/** Stems a word in lower case with its accents. */
type Stemmer = (word: string) => string

/** The Romanian algorithm knows ş and ţ with a cedilla, not the newer letters with a comma below. */
const asOfOld =
  (stemmer: Stemmer): Stemmer =>
  (word) =>
    stemmer(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ'))

/** The Snowball algorithms, loaded on demand: loading all takes longer than answering most queries. */
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

/** All stemmed languages except English, ordered by code. */
export const otherLanguages = Object.keys(stemmers) as readonly OtherLanguage[]

/** The codes of stemmed languages other than English, without repeats. */
export function stemmedLanguages(codes: readonly string[]): OtherLanguage[] {
  return [...new Set(codes)].filter((code) => Object.hasOwn(stemmers, code)) as OtherLanguage[]
}

/** A language tag (BCP 47) such as `de-AT` or `de_AT`. */
const tag = /^([a-z]{2,3})(?:[-_][a-z0-9]{1,8})*$/u

/** Other names: codes of three letters, names, the two written forms of Norwegian. */
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

/** The language of a tag or a name: `en` for well-formed tags of languages that are not stemmed, else undefined. */
export function languageNamed(name: string): Language | undefined {
  const folded = name.trim().normalize('NFC').toLowerCase()
  const code = tag.exec(folded)?.[1]
  return byName.get(folded) ?? (code === undefined ? undefined : (byName.get(code) ?? 'en'))
}

const loaded = new Map<OtherLanguage, (word: string) => string>()

/** Loads the stemmers of languages (ISO 639-1), ignoring unknown codes. Await it before reading words in them. */
export async function loadLanguages(languages: readonly string[]): Promise<void> {
  const missing = stemmedLanguages(languages).filter((language) => !loaded.has(language))
  await Promise.all(missing.map(async (language) => loaded.set(language, await stemmers[language]())))
}

/** The stemmer of a language. @throws TypeError if the language was not loaded */
export function stemmerOf(language: OtherLanguage): (word: string) => string {
  const stemmer = loaded.get(language)
  if (stemmer) return stemmer
  throw new TypeError(`The language ${language} is not loaded. Await loadLanguages(['${language}']) first.`)
}
