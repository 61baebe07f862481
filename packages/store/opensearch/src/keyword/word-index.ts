import { hash } from 'node:crypto'
import { assertQueryDepth, type ChunkWords, type IndexWord } from '@recallite/store'
import type { QueryFeature, QueryTree, RankedTerm } from '@recallite/store/query'

/** The maximum length of an indexed text; OpenSearch accepts 32,766 bytes, and patterns much shorter ones. */
const maxLength = 500

/** Stands for a word that no query finds, so that its neighbours are not adjacent. Words have no such character. */
const gap = '\uF8F1'

/** The key of texts: half of the SHA-256 of their UTF-8 bytes, in hexadecimal. */
export const textKey = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('\0').toWellFormed()).slice(0, 32)

/** A text as it is indexed: a long one ends with its key. */
export function indexed(text: string): string {
  const valid = text.toWellFormed()
  return valid.length > maxLength ? `${valid.slice(0, maxLength).toWellFormed()}${textKey(text)}` : valid
}

/** A word as it is indexed; undefined for one that cannot be separated from others, or is empty. */
export function indexedWord(word: string): string | undefined {
  return word === '' || /[\s|\p{Cc}\p{Cs}\p{Z}]/u.test(word) ? undefined : indexed(word)
}

/** The indexed forms of words that have one. */
export const indexedWords = (words: readonly string[]) => words.flatMap((word) => indexedWord(word) ?? [])

/** Whether a text consists of letters, marks and digits. */
export const isWord = (text: string): boolean => /^[\p{L}\p{M}\p{N}]{1,500}$/u.test(text)

function sequence(words: readonly IndexWord[]): string {
  const pairs = words.map(({ form, stem }) => [indexedWord(form) ?? gap, indexedWord(stem) ?? gap])
  return pairs.map(([form, stem]) => (form === stem ? stem : `${form}|${stem}`)).join(' ')
}

export function wordFields({ text, parts, place }: ChunkWords) {
  return { text: sequence(text), parts: sequence(parts), place: sequence(place), length: text.length }
}

/** A query in the language of OpenSearch. */
export type Query = Readonly<Record<string, unknown>>

export const nothing: Query = { match_none: {} }
export const everything: Query = { match_all: {} }

export const allOf = (...filter: readonly Query[]): Query => ({ bool: { filter } })
export const not = (query: Query): Query => ({ bool: { must_not: [query] } })

export const anyOf = (...should: readonly Query[]): Query =>
  should.length === 0 ? nothing : { bool: { should, minimum_should_match: 1 } }

/** The field has one of these values; `max_terms_count` of the indexes permits many. */
export function isOneOf(field: string, values: Iterable<string>): Query {
  const [value, ...others] = new Set(values)
  // The server knows the number of documents with a single term.
  return value !== undefined && others.length === 0
    ? { term: { [field]: value } }
    : { terms: { [field]: value === undefined ? [] : [value, ...others] } }
}

/** The chunks that match a query. */
export function matchQuery(query: QueryTree): Query {
  assertQueryDepth(query)
  return match(query)
}

/** Scores chunks about as keyword ranking does. Without nesting, the server skips chunks that cannot be among the best. */
export const estimate = (terms: readonly RankedTerm[]): Query[] =>
  terms.flatMap(({ feature, weight }) => (weight > 0 ? scored(feature, weight) : []))

/** The fields of `ChunkWords`. */
const lists = ['text', 'parts', 'place'] as const

export const hasForm = (form: string): Query => isOneOf('text.form', indexedWords([form]))

export const hasStem = (...stems: readonly string[]): Query => isOneOf('stems', indexedWords(stems))

function hasPrefix(prefix: string): Query {
  if (indexedWord(prefix) !== prefix) return nothing
  return { prefix: { stems: prefix } }
}

function match(query: QueryTree): Query {
  switch (query.kind) {
    case 'word':
      return hasStem(query.stem)
    case 'prefix':
      return hasPrefix(query.prefix)
    case 'phrase':
      return anyOf(phrase('text', query.stems), phrase('parts', query.stems))
    case 'place':
      return phrase('place', query.stems)
    case 'any': {
      // Words in one condition, because there may be thousands.
      const words = query.parts.flatMap((part) => (part.kind === 'word' ? [part.stem] : []))
      return anyOf(hasStem(...words), ...query.parts.filter(({ kind }) => kind !== 'word').map(match))
    }
    case 'all': {
      const parts = new Map(query.parts.map((part) => [JSON.stringify(part), part]))
      return parts.size === 0 ? nothing : allOf(...[...parts.values()].slice(0, maxRequired).map(match))
    }
    case 'without':
      return allOf(match(query.include), not(match(query.exclude)))
  }
}

/** A query may have 1,024 clauses. Of more words, only the first are required. */
const maxRequired = 200
/** Of a longer phrase, only the beginning is compared. */
const maxPhrase = 300

function phrase(list: (typeof lists)[number], stems: readonly string[], boost = 1): Query {
  const words = stems.slice(0, maxPhrase).map(indexedWord)
  if (words.length === 0 || words.includes(undefined)) return nothing
  if (words.length === 1) return { term: { [list]: { value: words[0], boost } } }
  return { match_phrase: { [list]: { query: words.join(' '), boost } } }
}

/** Outside of `ChunkWords.text`, an occurrence counts half. */
const half = 0.5
/** Of an exact form or a prefix, whose frequencies are not used. */
const scoreOfOne = 3

function scored(feature: QueryFeature, weight: number): Query[] {
  switch (feature.kind) {
    case 'word':
      return lists.map((list) => phrase(list, [feature.stem], list === 'text' ? weight : half * weight))
    case 'phrase':
    case 'pair':
      return [phrase('text', feature.stems, weight), phrase('parts', feature.stems, half * weight)]
    case 'place':
      return [phrase('place', feature.stems, weight)]
    case 'form':
      return [{ constant_score: { filter: hasForm(feature.form), boost: scoreOfOne * weight } }]
    case 'prefix':
      return [{ constant_score: { filter: hasPrefix(feature.prefix), boost: scoreOfOne * weight } }]
    case 'either':
      return [{ dis_max: { queries: feature.features.map((one) => anyOf(...scored(one, weight))) } }]
  }
}
