import { stemmers } from './stemmers.js'

/** A language other than English whose words are stemmed, as an ISO 639-1 code. */
export type OtherLanguage = keyof typeof stemmers

/** A language whose words are stemmed, as an ISO 639-1 code. Texts in any other are read as English ones. */
export type Language = 'en' | OtherLanguage

/** Every language but English, in the order of their codes. */
export const otherLanguages = Object.keys(stemmers) as readonly OtherLanguage[]

function isOtherLanguage(code: string): code is OtherLanguage {
  return Object.hasOwn(stemmers, code)
}

/** Of these codes the ones that name a language other than English whose words are stemmed, each once. */
export function knownLanguages(codes: readonly string[]): OtherLanguage[] {
  return [...new Set(codes)].filter(isOtherLanguage)
}

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

/** A language tag (BCP 47), of which the first part tells the language: `de-AT`, also `de_AT`. */
const tag = /^([a-z]{2,3})(?:[-_][a-z0-9]{1,8})*$/u

/**
 * The language that a language tag or a name means; `en` for well-formed tags of languages that are not stemmed, and
 * undefined for what names no language.
 */
export function languageNamed(name: string): Language | undefined {
  const wanted = name.trim().normalize('NFC').toLowerCase()
  const code = tag.exec(wanted)?.[1]
  return byName.get(wanted) ?? (code === undefined ? undefined : (byName.get(code) ?? 'en'))
}
