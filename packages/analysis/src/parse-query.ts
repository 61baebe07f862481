import { termKey, termOf, type QueryTerm, type QueryTree } from './query-tree.js'
import { isStopWord } from './stop-words/stop-words.js'
import { wordsOf, type Word } from './words.js'

/** A question, understood. */
export interface ParsedQuery {
  /** What a text must have at least one part of; null if the question has no words. */
  readonly tree: QueryTree | null
  /** The question's distinct words without stop words (unless there are no others); quoted phrases count as one. */
  readonly terms: readonly QueryTerm[]
}

/** Terms beyond this many are left out of a query, in the order they stand. */
export const maximumTerms = 64

const maximumWordLength = 256
/** Longer runs are no names and no phrases that anybody looks for. */
const maximumPhrase = 32
const quotedOrBare = /"([^"]*)"|[^\s"]+/gu
const apostrophe = /['’]/u

interface Reading {
  readonly terms: QueryTerm[]
  /** Phrases that lift texts in which the words stand together, without being needed. */
  readonly adjacent: QueryTerm[]
}

function readQuoted(text: string): Reading {
  const units = wordsOf(text)
    .flatMap((word) => word.units)
    .slice(0, maximumWordLength)
  return { terms: units.length > 0 ? [termOf(units)] : [], adjacent: [] }
}

function isIdeograph(word: Word): boolean {
  return /^\p{scx=Han}$/u.test(word.text)
}

/** Names are often cut into single characters: what stands side by side is asked for as one as well. */
function joinIdeographs(words: readonly Word[]): QueryTerm[] {
  const joined: QueryTerm[] = []
  let run: string[] = []
  for (const word of [...words, undefined]) {
    if (word && isIdeograph(word)) run.push(word.text)
    else {
      if (run.length > 1 && run.length <= maximumPhrase) joined.push(termOf(run))
      run = []
    }
  }
  return joined
}

/** `src/lib/i18n.ts` or `JWT_EXPIRY`: each word alone, and all of them side by side. */
function readBare(text: string, keepStopWords: boolean): Reading {
  const words = wordsOf(text).filter((word) => word.text.length <= maximumWordLength)
  const telling = keepStopWords ? words : words.filter((word) => !isStopWord(word.text))
  const units = words.flatMap((word) => word.units)
  const isCompound = words.length > 1 && words.every((word) => word.units[0] === word.text)
  const isShort = units.length <= maximumPhrase
  const adjacent =
    isCompound && isShort && telling.length > 1 && !apostrophe.test(text) ? [termOf(units)] : []
  return {
    terms: telling.map((word) => termOf(word.units)),
    adjacent: [...adjacent, ...joinIdeographs(telling)],
  }
}

function read(text: string, keepStopWords: boolean): Reading {
  const readings = Array.from(text.matchAll(quotedOrBare), ([bare, quoted]) =>
    quoted === undefined ? readBare(bare, keepStopWords) : readQuoted(quoted),
  )
  return {
    terms: distinct(readings.flatMap((reading) => reading.terms)),
    adjacent: distinct(readings.flatMap((reading) => reading.adjacent)),
  }
}

function distinct(terms: readonly QueryTerm[]): QueryTerm[] {
  return [...new Map(terms.map((term) => [termKey(term), term])).values()]
}

/**
 * Reads a question: its words joined by OR without stop words, `"quoted phrases"` as one term, and words that
 * stand together without a space also as a phrase. Any string is a question; none is an error.
 */
export function parseQuery(text: string): ParsedQuery {
  const telling = read(text, false)
  const { terms, adjacent } = telling.terms.length > 0 ? telling : read(text, true)
  const kept = terms.slice(0, maximumTerms)
  const parts = distinct([...kept, ...adjacent]).slice(0, maximumTerms)
  const [only] = parts
  if (only === undefined) return { tree: null, terms: [] }
  return { tree: parts.length === 1 ? only : { kind: 'any', parts }, terms: kept }
}
