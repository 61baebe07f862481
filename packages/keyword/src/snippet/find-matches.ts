import { languageOf } from '../languages/language-of.js'
import type { Language } from '../languages/language.js'
import type { QueryTerm } from '../query-tree.js'
import { createTextCache } from '../text-cache.js'
import { type IndexWord, wholeWord } from '../words.js'
import { type LocatedWord, locateWords, normaliseText } from './locate-words.js'
import { mergeRanges, type TextRange } from './text-range.js'

/** Characters between the words of one name: `JWT_EXPIRY`, `src/lib/i18n.ts`, `Foo::bar`, `1,000`. */
const connector = /^(?:[-_./\\:@#+~=&%,'’]|::|:\/\/|->)$/u

/**
 * The ranges of a text to highlight: in order, without overlaps. Words match as in the index: folded, by stem, by the parts of a
 * compound. Words of one name are one range.
 * @param language of the text; detected by default
 * @throws TypeError if the language was not loaded
 */
export function matchRanges(
  text: string,
  terms: readonly QueryTerm[],
  language: Language = languageOf(text),
): TextRange[] {
  return mergeRanges(findMatches(text, terms, language), (end, start) =>
    connector.test(text.slice(end, start)),
  )
}

/** A match in a text, and the index of its term. */
export interface Match extends TextRange {
  readonly term: number
}

/** All matches, ordered by position. Compares stems in English and in the language of the text. */
export function findMatches(text: string, terms: readonly QueryTerm[], textLanguage: Language): Match[] {
  if (terms.every(({ words }) => words.length === 0)) return []
  const { sourceOf, wordsIn } = textOf(text)
  const languages = new Set<Language>(['en', textLanguage])
  return [...languages]
    .flatMap((language) => {
      const stemmed = stemTerms(terms, language)
      return wordsIn(language).flatMap((words) => [...matchesIn(words, stemmed)])
    })
    .map(({ start, end, term }) => ({ start: sourceOf(start).start, end: sourceOf(end - 1).end, term }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end || a.term - b.term)
    .filter((match, index, matches) => !isSameMatch(match, matches[index - 1]))
}

/** A word of a text with its stem in a language. */
interface ReadWord extends IndexWord, TextRange {}

/** Cached for a million characters; their words need some 20 bytes for each. */
const textOf = createTextCache(1_000_000, readText)

/** Locates the words of a text once, and reads them once in each language. */
function readText(text: string) {
  const normalised = normaliseText(text)
  const lists = locateWords(normalised.text)
  const read = new Map<Language, readonly (readonly ReadWord[])[]>()
  const readIn =
    (language: Language) =>
    ({ text: word, start, end }: LocatedWord): ReadWord => {
      const { form, stem } = readWord(word, language)
      return { form, stem, start, end }
    }
  return {
    sourceOf: normalised.sourceOf,
    /** Each list of adjacent words. */
    wordsIn(language: Language) {
      const words = read.get(language) ?? lists.map((list) => list.map(readIn(language)))
      read.set(language, words)
      return words
    },
  }
}

/** A normalised word with its stem. In languages other than English both sides are stemmed without accents. */
export function readWord(text: string, language: Language): IndexWord {
  const [unit = { form: text, stem: text }] = wholeWord(text).units
  return language === 'en' ? unit : inLanguage(unit, language)
}

type StemmedTerms = ReturnType<typeof stemTerms>

function* matchesIn(words: readonly ReadWord[], { byFirstStem, prefixes }: StemmedTerms): Generator<Match> {
  for (const [position, { start, end, form, stem }] of words.entries()) {
    for (const { stems, term } of byFirstStem.get(stem) ?? []) {
      const last = words[position + stems.length - 1]
      const isMatch = stems.every((one, index) => words[position + index]?.stem === one)
      if (last && isMatch) yield { start, end: last.end, term }
    }
    for (const { prefix, stem: whole, term } of prefixes) {
      if (stem !== whole && (form.startsWith(prefix) || stem.startsWith(prefix))) yield { start, end, term }
    }
  }
}

/** The terms as stems in one language; a prefix has the stem of the word itself. */
function stemTerms(terms: readonly QueryTerm[], language: Language) {
  const byFirstStem = new Map<string, { readonly stems: readonly string[]; readonly term: number }[]>()
  const prefixes: { readonly prefix: string; readonly stem: string; readonly term: number }[] = []
  for (const [term, { words, isPrefix }] of terms.entries()) {
    const read = language === 'en' ? words : words.map((word) => inLanguage(word, language))
    const [first] = read
    if (first === undefined) continue
    const stems = read.map(({ stem }) => stem)
    const others = byFirstStem.get(first.stem) ?? []
    const isKnown = others.some((other) => other.stems.join(' ') === stems.join(' '))
    if (!isKnown) byFirstStem.set(first.stem, [...others, { stems, term }])
    if (isPrefix === true) prefixes.push({ prefix: first.form, stem: first.stem, term })
  }
  return { byFirstStem, prefixes }
}

function inLanguage({ form, stem }: IndexWord, language: Language): IndexWord {
  const [unit] = wholeWord(form, language).units
  return { form, stem: unit?.stem ?? stem }
}

function isSameMatch(one: Match, other: Match | undefined): boolean {
  return one.start === other?.start && one.end === other.end && one.term === other.term
}
