import type { Language } from '../languages/language.js'
import type { QueryTerm } from '../query-tree.js'
import { wholeWord, type IndexWord } from '../words.js'
import { firstLettersOf } from './first-letters.js'

/** A term by the stems of its words. */
export interface WantedWords {
  readonly stems: readonly string[]
  /** Which of the terms. */
  readonly term: number
}

/** A term that stands for all words that begin so. */
export interface WantedPrefix {
  readonly prefix: string
  /** By which the word itself is found. */
  readonly stem: string
  readonly term: number
}

/** What is looked for in a text, by its stems in one language. */
export interface Wanted {
  readonly language: Language
  /** Terms by the stem they begin with; of those with the same stems the first. */
  readonly byFirstStem: ReadonlyMap<string, readonly WantedWords[]>
  readonly prefixes: readonly WantedPrefix[]
  /** False if a word, in normal form, begins none of the terms for sure. */
  readonly mayBegin: (word: string) => boolean
}

/** A word, in normal form, by its stem in a language, which is without accents on either side unless it is English. */
export function readWord(text: string, language: Language): IndexWord {
  const [unit = { form: text, stem: text }] = wholeWord(text).units
  return language === 'en' ? unit : inLanguage(unit, language)
}

function inLanguage({ form, stem }: IndexWord, language: Language): IndexWord {
  const [unit] = wholeWord(form, language).units
  return { form, stem: unit?.stem ?? stem }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((stem, index) => stem === other[index])
}

/** What terms want of a text in a language. */
export function wantedOf(terms: readonly QueryTerm[], language: Language): Wanted {
  const byFirstStem = new Map<string, WantedWords[]>()
  const prefixes: WantedPrefix[] = []
  for (const [term, { words, isPrefix }] of terms.entries()) {
    const read = language === 'en' ? words : words.map((word) => inLanguage(word, language))
    const [first] = read
    if (first === undefined) continue
    const stems = read.map(({ stem }) => stem)
    const others = byFirstStem.get(first.stem) ?? []
    const isKnown = others.some((other) => isSame(other.stems, stems))
    if (!isKnown) byFirstStem.set(first.stem, [...others, { stems, term }])
    if (isPrefix === true) prefixes.push({ prefix: first.form, stem: first.stem, term })
  }
  const beginnings = [...byFirstStem.keys(), ...prefixes.map(({ prefix }) => prefix)]
  return { language, byFirstStem, prefixes, mayBegin: firstLettersOf(beginnings, language) }
}
