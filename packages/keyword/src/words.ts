import type { Language } from './languages/language.js'
import { lazyPattern } from './lazy-pattern.js'
import { charactersOf, placeRuns } from './script-runs.js'
import { foldWord, normalise, stemWord } from './word-forms.js'

/** A word in its two indexed forms: folded, and its stem. */
export interface IndexWord {
  readonly form: string
  readonly stem: string
}

/** A word of a text and its index words. */
export interface Word {
  readonly text: string
  /**
   * The adjacent index words: the word itself, or its characters in scripts without spaces, to be found as a phrase; none for an
   * emoji or a name with signs such as `.NET`, whose word follows.
   */
  readonly units: readonly IndexWord[]
  /** The parts of a compound such as `camelCase`; the emoji or the name with signs. */
  readonly parts: readonly IndexWord[]
}

/** Limits of the cache of words. Long words, numbers and ids rarely recur. */
const cacheLimits = { length: 24, numberLength: 4, words: 50_000 }
const readWords = new Map<Language, Map<string, Word>>()

/** A normalised word or character with its index word. */
export function wholeWord(run: string, language: Language = 'en'): Word {
  if (run.length > cacheLimits.length) return readWhole(run, language)
  const words = readWords.get(language) ?? new Map<string, Word>()
  const present = words.get(run)
  if (present) return present
  const word = readWhole(run, language)
  if (run.length > cacheLimits.numberLength && /\p{N}/u.test(run)) return word
  if (words.size === cacheLimits.words) words.clear()
  readWords.set(language, words.set(run, word))
  return word
}

/** The words of a text in order, in every script, without punctuation; emoji, and names with signs before their words. */
export function wordsOf(text: string, language: Language = 'en'): Word[] {
  const words: Word[] = []
  for (const run of placeRuns(normalise(text))) {
    if (run.isUnspaced) for (const word of segment(run.text, language)) words.push(word)
    else if (run.isSymbol) words.push(symbolOf(run.text, language))
    else words.push(wholeWord(run.text, language))
  }
  return words
}

/** The index words of a text; they include the units of `wordsOf`. */
export interface IndexedText {
  /** In order; one per character in scripts without spaces. */
  readonly text: readonly IndexWord[]
  /** Parts of compounds, emoji, names with signs, numbers and words without separators, and non-English words whose stem changes without accents. */
  readonly parts: readonly IndexWord[]
}

/** All separated numbers contain this; searching for it is much faster. */
const laterGroup = lazyPattern(String.raw`[,.'’_]\p{N}{3}`, 'u')
/** The rest of a word from its first apostrophe, and the letters before; looking for the apostrophe first is much faster. */
const apostrophes = lazyPattern(
  String.raw`(?=['’])(?<=(\p{L}[\p{L}\p{M}]{0,31}))(?:['’]\p{L}[\p{L}\p{M}]*)+`,
  'gu',
)
/** In French and Italian, most words with an apostrophe are two: `l'eau`, but not `aujourd'hui`. */
const elided: Readonly<Partial<Record<Language, RegExp>>> = {
  fr: /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)['’]/iu,
  it: /^(?:[cdlmnstv]|gl|un|(?:d|n)?ell|[adsu]+ll|quest|quell|bell|sant|com|dov)['’]/iu,
}

/** The words of a normalised text that have apostrophes, without them. */
export function joinedWords(text: string, language: Language = 'en'): string[] {
  if (!/['’]/u.test(text)) return []
  const words = Array.from(text.matchAll(apostrophes()), ([end, start = '']) => start + end)
  const isElided = (word: string) => elided[language]?.test(word) === true && !/['’]\p{Lu}/u.test(word)
  return words.filter((word) => !isElided(word)).map((word) => word.replaceAll(/['’]/g, ''))
}

/** The numbers with groups of three digits in a normalised text, without separators. */
export function joinedNumbers(text: string): string[] {
  if (!laterGroup().test(text)) return []
  return Array.from(
    text.matchAll(/(?<!\p{N}[,.'’_]?)\p{N}{1,3}([,.'’_])\p{N}{3}(?:\1\p{N}{3})*(?!\1?\p{N})/gu),
    ([number]) => number.replaceAll(/\P{N}/gu, ''),
  )
}

/** The index words of a text in a language. */
export function indexWords(text: string, language: Language = 'en'): IndexedText {
  const normalised = normalise(text)
  const units: IndexWord[] = []
  const parts: IndexWord[] = []
  const add = (word: Word): void => {
    for (const unit of word.units) units.push(unit)
    for (const part of word.parts) parts.push(part)
  }
  for (const run of placeRuns(normalised)) {
    const words = run.isUnspaced ? charactersOf(run.text) : [run.text]
    if (run.isSymbol) add(symbolOf(run.text, language))
    else for (const word of words) add(wholeWord(word, language))
  }
  for (const joined of [...joinedNumbers(normalised), ...joinedWords(normalised, language)])
    parts.push(...wholeWord(joined, language).units)
  for (const plain of withoutAccents(units, language)) parts.push(plain)
  return { text: units, parts }
}

/** Marks the ends and the slashes of a path: a private-use character that no path contains as a word. */
const edge: IndexWord = { form: '\u{F8FF}', stem: '\u{F8FF}' }

/** The words of a path: `notes/i18n.ts` as edge, notes, edge, i18n, ts, edge. */
export function pathWords(path: string): IndexWord[] {
  const names = path
    .split(/[/\\]+/u)
    .map((name) => wordsOf(name).flatMap(({ units }) => units))
    .filter((units) => units.length > 0)
  return [edge, ...names.flatMap((units) => [...units, edge])]
}

const maxName = 128

/** Word boundaries inside a name: `camelCase`, `HTTPServer`, `utf8`, `sha256sum`; the half-space of Persian. */
const boundary = lazyPattern(
  String.raw`(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})|(?<=\u200c)(?=[^\u200c])`,
  'gu',
)

/** Most words, which have no parts. */
const plainName = /^\p{L}[a-z]*$/u

/** The parts of a compound name, as written; none for a single word or a hash. */
export function compoundParts(name: string): string[] {
  if (
    plainName.test(name) ||
    /^[0-9]+$/.test(name) ||
    name.length > maxName ||
    /^[0-9a-f]{16,}$/iu.test(name)
  )
    return []
  const parts = name.split(boundary())
  return parts.length > 1 ? parts : []
}

function readWhole(run: string, language: Language): Word {
  const unit = toIndexWord(run, language)
  const parts = compoundParts(run).map((part) => toIndexWord(part, language))
  return { text: unit.form, units: [unit], parts }
}

function symbolOf(text: string, language: Language): Word {
  const { text: form, units } = wholeWord(text, language)
  return { text: form, units: [], parts: units }
}

function toIndexWord(text: string, language: Language): IndexWord {
  const form = foldWord(text)
  return { form, stem: stemWord(language === 'en' ? form : text, language) }
}

/** Words of a run without spaces. A character split by a word boundary belongs to the first word. */
function segment(run: string, language: Language): Word[] {
  const characters = charactersOf(run).values()
  let position = 0
  const words: Word[] = []
  for (const end of wordEnds(run)) {
    const units: IndexWord[] = []
    while (position < end) {
      const { value = '' } = characters.next()
      units.push(...wholeWord(value, language).units)
      position += value.length
    }
    if (units.length > 0) words.push({ text: units.map(({ form }) => form).join(''), units, parts: [] })
  }
  return words
}

let segmenter: Intl.Segmenter | undefined
/** The segmenter takes quadratic time, so it gets this many units at a time. */
const stretch = 512

/** The word boundaries of a run, by the engine's dictionary. */
function* wordEnds(run: string): Generator<number> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  for (let start = 0; start < run.length; start += stretch) {
    for (const { index, segment: word } of segmenter.segment(run.slice(start, start + stretch))) {
      yield start + index + word.length
    }
  }
}

/** The words without accents, if that changes the stem; it never does in English. */
function withoutAccents(words: readonly IndexWord[], language: Language): IndexWord[] {
  if (language === 'en') return []
  return words
    .filter(({ form, stem }) => stem !== form)
    .flatMap(({ form, stem }) => {
      const [plain] = wholeWord(form, language).units
      return plain && plain.stem !== stem ? [plain] : []
    })
}
