import type { Language } from '../languages/language.js'
import type { QueryTerm } from '../query-tree.js'
import type { IndexWord } from '../words.js'
import { locateWords, type LocatedText, type LocatedWord } from './locate-words.js'
import { normaliseText } from './normalised-text.js'
import type { TextRange } from './text-range.js'
import { readWord, wantedOf, type Wanted, type WantedPrefix } from './wanted-words.js'

/** Where a term of a question stands in a text. */
export interface Match extends TextRange {
  /** Which of the terms. */
  readonly term: number
}

function beginsSo({ form, stem }: IndexWord, wanted: WantedPrefix): boolean {
  if (stem === wanted.stem) return false
  return form.startsWith(wanted.prefix) || stem.startsWith(wanted.prefix)
}

/** The word at the end of the stems, of which the first stands at a place, if the others do behind it. */
function lastOf(stems: readonly string[], place: number, within: Within): LocatedWord | undefined {
  let last = within.words[place]
  for (let index = 1; index < stems.length; index += 1) {
    last = within.words[place + index]
    if (!last || readWord(last.text, within.wanted.language).stem !== stems[index]) return undefined
  }
  return last
}

/** Words that stand side by side, and what is looked for among them. */
interface Within {
  readonly words: readonly LocatedWord[]
  readonly wanted: Wanted
}

/** Adds what begins with the word at a place. */
function addMatches(matches: Match[], place: number, within: Within): void {
  const { language, byFirstStem, prefixes, mayBegin } = within.wanted
  const word = within.words[place]
  if (!word || !mayBegin(word.text)) return
  const { start, end, text } = word
  const read = readWord(text, language)
  for (const { stems, term } of byFirstStem.get(read.stem) ?? []) {
    const last = lastOf(stems, place, within)
    if (last) matches.push({ start, end: last.end, term })
  }
  for (const prefix of prefixes) if (beginsSo(read, prefix)) matches.push({ start, end, term: prefix.term })
}

function matchesIn({ words, parts }: LocatedText, wanted: Wanted): Match[] {
  const matches: Match[] = []
  for (const list of [words, ...parts]) {
    const within = { words: list, wanted }
    for (let place = 0; place < list.length; place += 1) addMatches(matches, place, within)
  }
  return matches
}

function isSameMatch(one: Match, other: Match | undefined): boolean {
  return one.start === other?.start && one.end === other.end && one.term === other.term
}

/**
 * Everything in a text that answers a term, in the order of their places; the same place may answer several. Stems are
 * compared in English and in the text's language.
 */
export function findMatches(text: string, terms: readonly QueryTerm[], own: Language): Match[] {
  if (terms.every(({ words }) => words.length === 0)) return []
  const normalised = normaliseText(text)
  const located = locateWords(normalised.text)
  const languages = new Set<Language>(['en', own])
  return [...languages]
    .flatMap((language) => matchesIn(located, wantedOf(terms, language)))
    .map(({ start, end, term }) => ({
      start: normalised.startOf(start),
      end: normalised.endOf(end - 1),
      term,
    }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end || a.term - b.term)
    .filter((match, index, matches) => !isSameMatch(match, matches[index - 1]))
}
