import { lazyPattern } from '../lazy-pattern.js'
import { functionWords } from '../stop-words/stop-words.js'
import { type Language, languageNamed, otherLanguages } from './language.js'

/**
 * The language of a text: what its metadata say (`lang` or `language`, as `languageNamed` has it), else what its
 * function words tell. Those of the language must be a tenth of the words, half as many again as English ones, and at
 * least three different ones must be no English words. English when that is unsure, and where there is more code or
 * more of other scripts than words of Latin or Cyrillic letters. Passed over are code between fences or backquotes,
 * addresses, words with capitals (`Los Angeles`), and all behind the first 20,000 characters.
 */
export function languageOf(text: string, metadata: Readonly<Record<string, unknown>> = {}): Language {
  for (const stated of [metadata['lang'], metadata['language']]) {
    const language = typeof stated === 'string' ? languageNamed(stated) : undefined
    if (language) return language
  }
  return tellLanguage(text)
}

/** In the order of the alphabet. */
const list = `
ad ai al ale alle allen alt asa ate bar bare ben bent bin car care cat co col com come comment con deg den die dig
din dir dog dont door due em end era et face far fog font fore fur ham hat hay hem hen ill im ins io kim man med men
mere met min mine mis mit mod mu multi nan non num op os pa par per plus pour quest sale sans sea sig sin sine sit
size solo son state sub sul tale tan tau ten ter till ton tot tout van var vars vi via vid want war word
`

const homographs: ReadonlySet<string> = new Set(list.trim().split(/\s+/))

/**
 * Whether a word in lower case may be one of English, its names or code, though it is spelled as a function word of
 * another language: `die`, `man`, `word`, `var`. It does not tell that a text or a question is in that language.
 */
export function isEnglishHomograph(word: string): boolean {
  return homographs.has(word)
}

/** This much of a text tells its language, in UTF-16 units. */
const sampleLength = 20_000

/** Of all that is here, ASCII alone has Latin and Cyrillic letters and marks: so most texts are. */
const fewLetters =
  /^[\0-\x7f\u00b7\u2013\u2014\u2018-\u201e\u2022\u2026\u3000-\u3002\u3008-\u3011\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff20]*$/
const asciiWords = /[A-Za-z]{2,}/g
const latinOrCyrillic = lazyPattern(String.raw`[\p{sc=Latn}\p{M}]{2,}|\p{sc=Cyrl}[\p{sc=Cyrl}\p{M}]*`, 'gu')
const otherLetter = lazyPattern(String.raw`[^\P{L}\p{sc=Latn}\p{sc=Cyrl}]`, 'gu')
const codeSign = /[_={};]|(?<=\w)\(/gu

/** Signs of code to a word; prose in Markdown has a few from its links. */
const mostSigns = 0.2

function tellLanguage(text: string): Language {
  const sample = withoutCode(text.slice(0, sampleLength)).normalize('NFC')
  const words = sample.match(fewLetters.test(sample) ? asciiWords : latinOrCyrillic()) ?? []
  const language = clearest(words)
  if (language === 'en') return 'en'
  if (countMatches(sample, otherLetter()) > words.length) return 'en'
  if (countMatches(sample, codeSign) > mostSigns * words.length) return 'en'
  return language === 'ru' && !isRussian(words) ? 'en' : language
}

/** Fenced code, code in a line, and addresses are of no language. */
const noProse = /^ {0,3}(```|~~~)[^]*?(?:^ {0,3}\1|(?![^]))|`[^`\n]*`|\bhttps?:\/\/\S+/gmu

function withoutCode(text: string): string {
  const mayHold = text.includes('`') || text.includes('~~~') || text.includes('://')
  return mayHold ? text.replace(noProse, ' ') : text
}

const fewestDistinct = 3
/** Function words are a third of any prose, a tenth of lists and tables. */
const leastShare = 0.1
/** Over English, so that English texts which quote another language stay English. */
const margin = 1.5

interface Evidence {
  /** How many function words stand in the text. */
  readonly occurrences: number
  /** How many different ones that no English text has. */
  readonly distinct: number
}

const none: Evidence = { occurrences: 0, distinct: 0 }

/** The language other than English with the most function words, if that is clear. */
function clearest(words: readonly string[]): Language {
  const found = functionWordsAmong(words)
  const foreign = found.filter(({ isForeign }) => isForeign)
  // Most texts are English, which shows before there is anything to weigh.
  if (new Set(foreign).size < fewestDistinct) return 'en'
  const evidence = weigh(found)
  const leastOccurrences = Math.max(
    leastShare * words.length,
    margin * (evidence.get('en') ?? none).occurrences,
  )
  let best: Language = 'en'
  let most = 0
  for (const language of otherLanguages) {
    const { occurrences, distinct } = evidence.get(language) ?? none
    if (distinct < fewestDistinct || occurrences < leastOccurrences || occurrences <= most) continue
    best = language
    most = occurrences
  }
  return best
}

/** What a function word tells. */
interface FunctionWord {
  readonly languages: readonly Language[]
  /** Whether no English text has it. */
  readonly isForeign: boolean
}

let known: ReadonlyMap<string, FunctionWord> | undefined

/** The function words among words, in order. */
function functionWordsAmong(words: readonly string[]): FunctionWord[] {
  known ??= readFunctionWords()
  const found: FunctionWord[] = []
  for (const word of words) {
    const functionWord = known.get(word)
    if (functionWord) found.push(functionWord)
  }
  return found
}

function readFunctionWords(): ReadonlyMap<string, FunctionWord> {
  const languagesOf = new Map<string, Language[]>()
  for (const language of ['en', ...otherLanguages] as const) {
    for (const word of functionWords(language)) {
      const others = languagesOf.get(word)
      if (others) others.push(language)
      else languagesOf.set(word, [language])
    }
  }
  return new Map(
    Array.from(languagesOf, ([word, languages]) => [word, { languages, isForeign: isOwn(word, languages) }]),
  )
}

function isOwn(word: string, languages: readonly Language[]): boolean {
  return !languages.includes('en') && !isEnglishHomograph(word)
}

function weigh(found: readonly FunctionWord[]): Map<Language, Evidence> {
  const frequencies = new Map<FunctionWord, number>()
  for (const word of found) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const evidence = new Map<Language, Evidence>()
  for (const [{ languages, isForeign }, frequency] of frequencies) {
    for (const language of languages) {
      const { occurrences, distinct } = evidence.get(language) ?? none
      evidence.set(language, {
        occurrences: occurrences + frequency,
        distinct: distinct + (isForeign ? 1 : 0),
      })
    }
  }
  return evidence
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Letters that Russian has not, and words that only Bulgarian has among languages written in the same letters. */
const notRussian = lazyPattern(
  String.raw`[іїєґўјљњћџђѓќ]|(?<!\p{L})(?:се|са|ще|като|във|със|това|тази|които|който|беше|няма)(?!\p{L})`,
  'gu',
)

/** Of the languages in Cyrillic letters only Russian is stemmed, and all share function words with it. */
function isRussian(words: readonly string[]): boolean {
  return (words.join(' ').match(notRussian()) ?? []).length * 20 < words.length
}
