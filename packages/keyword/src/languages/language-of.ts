import { lazyPattern, lazyWords } from '../lazy-pattern.js'
import { functionWords } from '../stop-words.js'
import { type Language, languageNamed, otherLanguages } from './language.js'

/**
 * The language of a text: from its metadata (`lang` or `language`), else from its function words. These must make up a tenth of
 * the words and occur 1.5 times as often as English ones, and at least three different ones must not be English words; otherwise
 * the result is English, as for texts with more code or other scripts than Latin or Cyrillic words. Ignores code, addresses,
 * words with capitals (`Los Angeles`) and everything after 20,000 characters.
 */
export function languageOf(text: string, metadata: Readonly<Record<string, unknown>> = {}): Language {
  for (const stated of [metadata['lang'], metadata['language']]) {
    const language = typeof stated === 'string' ? languageNamed(stated) : undefined
    if (language) return language
  }
  return detectLanguage(text)
}

const homographs = lazyWords(
  `ad ai al ale alle allen alt asa ate bar bare ben bent bin car care cat co col com come comment con deg den die dig
  din dir dog dont door due em end era et face far fog font fore fur ham hat hay hem hen ill im ins io kim man med men
  mere met min mine mis mit mod mu multi nan non num op os pa par per plus pour quest sale sans sea sig sin sine sit
  size solo son state sub sul tale tan tau ten ter till ton tot tout van var vars vi via vid want war word`,
)

/** Whether a function word of another language also occurs in English, names or code (`die`, `var`) and so indicates none. */
export function isEnglishHomograph(word: string): boolean {
  return homographs().has(word)
}

/** The length of the examined beginning of a text, in UTF-16 units. */
const sampleLength = 20_000

/** Texts of only these characters have only ASCII words, which a cheaper pattern finds. */
const fewLetters =
  /^[\0-\x7f\u00b7\u2013\u2014\u2018-\u201e\u2022\u2026\u3000-\u3002\u3008-\u3011\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff20]*$/
const asciiWords = /[A-Za-z]{2,}/g
const codeSign = /[_={};]|(?<=\w)\(/gu
/** Max code signs per word; Markdown prose has a few because of its links. */
const maxSigns = 0.2

function detectLanguage(text: string): Language {
  const sample = withoutCode(text.slice(0, sampleLength)).normalize('NFC')
  const words =
    sample.match(
      fewLetters.test(sample) ? asciiWords : /[\p{sc=Latn}\p{M}]{2,}|\p{sc=Cyrl}[\p{sc=Cyrl}\p{M}]*/gu,
    ) ?? []
  const language = clearest(words)
  if (language === 'en') return 'en'
  if (countMatches(sample, /[^\P{L}\p{sc=Latn}\p{sc=Cyrl}]/gu) > words.length) return 'en'
  if (countMatches(sample, codeSign) > maxSigns * words.length) return 'en'
  // Of the languages in Cyrillic only Russian is stemmed, and the others share function words with it.
  const isOther = language === 'ru' && countMatches(words.join(' '), notRussian()) * 20 >= words.length
  return isOther ? 'en' : language
}

/** Fenced code, inline code and addresses. */
const noProse = /^ {0,3}(```|~~~)[^]*?(?:^ {0,3}\1|(?![^]))|`[^`\n]*`|\bhttps?:\/\/\S+/gmu

function withoutCode(text: string): string {
  const mayHold = text.includes('`') || text.includes('~~~') || text.includes('://')
  return mayHold ? text.replace(noProse, ' ') : text
}

const minDistinct = 3
/** Function words are a third of prose and a tenth of lists and tables. */
const minShare = 0.1
/** Over English, so that English texts that quote another language are English. */
const margin = 1.5

/** The other language with the most function words; English if none is clear. */
function clearest(words: readonly string[]): Language {
  const present = countFunctionWords(words)
  const foreign = present.filter(({ isForeign }) => isForeign)
  // Detects English, the most frequent case, before languages are compared.
  if (foreign.length < minDistinct) return 'en'
  const occurrencesOf = (language: Language) =>
    present.reduce((sum, { languages, count }) => sum + (languages.includes(language) ? count : 0), 0)
  const minOccurrences = Math.max(minShare * words.length, margin * occurrencesOf('en'))
  const [best] = otherLanguages
    .filter((each) => foreign.filter(({ languages }) => languages.includes(each)).length >= minDistinct)
    .map((language) => ({ language, occurrences: occurrencesOf(language) }))
    .filter(({ occurrences }) => occurrences >= minOccurrences)
    .toSorted((a, b) => b.occurrences - a.occurrences)
  return best?.language ?? 'en'
}

/** A function word, and the languages that have it. */
interface FunctionWord {
  readonly languages: readonly Language[]
  /** Whether it indicates a language other than English. */
  readonly isForeign: boolean
}

let functionWordsByText: ReadonlyMap<string, FunctionWord> | undefined

/** The function words of any language that occur, and how often. */
function countFunctionWords(words: readonly string[]) {
  functionWordsByText ??= readFunctionWords()
  const counts = new Map<FunctionWord, number>()
  for (const text of words) {
    const word = functionWordsByText.get(text)
    if (word) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return Array.from(counts, ([word, count]) => ({ ...word, count }))
}

function readFunctionWords(): ReadonlyMap<string, FunctionWord> {
  const languagesOf = new Map<string, Language[]>()
  for (const language of ['en', ...otherLanguages] as const) {
    for (const word of functionWords(language)) {
      languagesOf.set(word, [...(languagesOf.get(word) ?? []), language])
    }
  }
  return new Map(
    Array.from(languagesOf, ([word, languages]) => {
      const isForeign = !languages.includes('en') && !isEnglishHomograph(word)
      return [word, { languages, isForeign }]
    }),
  )
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Letters that Russian does not have, and words that only Bulgarian has. */
const notRussian = lazyPattern(
  String.raw`[іїєґўјљњћџђѓќ]|(?<!\p{L})(?:се|са|ще|като|във|със|това|тази|които|който|беше|няма)(?!\p{L})`,
  'gu',
)
