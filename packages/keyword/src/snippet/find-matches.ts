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
    .flatMap((language) => matchesIn(wordsIn(language), stemTerms(terms, language)))
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

/** A term as stems, and its index. */
interface TermStems {
  readonly stems: readonly string[]
  readonly term: number
}

/** The terms as stems in one language. */
interface StemmedTerms {
  readonly byFirstStem: ReadonlyMap<string, readonly TermStems[]>
  /** The prefix terms, each with the stem of the word itself. */
  readonly prefixes: readonly { readonly prefix: string; readonly stem: string; readonly term: number }[]
}

function matchesIn(lists: readonly (readonly ReadWord[])[], terms: StemmedTerms): Match[] {
  const matches: Match[] = []
  for (const words of lists) {
    const within = { words, terms }
    for (let position = 0; position < words.length; position += 1) addMatches(matches, position, within)
  }
  return matches
}

interface Within {
  readonly words: readonly ReadWord[]
  readonly terms: StemmedTerms
}

function addMatches(matches: Match[], position: number, within: Within): void {
  const { byFirstStem, prefixes } = within.terms
  const word = within.words[position]
  if (!word) return
  const { start, end, form, stem } = word
  for (const { stems, term } of byFirstStem.get(stem) ?? []) {
    const last = lastOf(stems, position, within)
    if (last) matches.push({ start, end: last.end, term })
  }
  for (const prefixTerm of prefixes) {
    const begins = form.startsWith(prefixTerm.prefix) || stem.startsWith(prefixTerm.prefix)
    if (stem !== prefixTerm.stem && begins) matches.push({ start, end, term: prefixTerm.term })
  }
}

/** The word that matches the last stem, if all stems match from a position on. */
function lastOf(stems: readonly string[], position: number, { words }: Within): ReadWord | undefined {
  let last = words[position]
  for (let index = 1; index < stems.length; index += 1) {
    last = words[position + index]
    if (last?.stem !== stems[index]) return undefined
  }
  return last
}

function stemTerms(terms: readonly QueryTerm[], language: Language): StemmedTerms {
  const byFirstStem = new Map<string, TermStems[]>()
  const prefixes: StemmedTerms['prefixes'][number][] = []
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
