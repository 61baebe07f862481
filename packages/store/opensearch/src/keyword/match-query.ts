import { assertQueryDepth } from '@recallite/store'
import type { QueryFeature, QueryTree, RankedTerm } from '@recallite/store/query'
import { indexedWord } from './index-words.js'

/** A query in the language of OpenSearch. */
export type Query = Readonly<Record<string, unknown>>

export const nothing: Query = { match_none: {} }
export const everything: Query = { match_all: {} }

export const allOf = (filter: readonly Query[]): Query => ({ bool: { filter } })
export const not = (query: Query): Query => ({ bool: { must_not: [query] } })

export const anyOf = (should: readonly Query[]): Query =>
  should.length === 0 ? nothing : { bool: { should, minimum_should_match: 1 } }

/** The maximum number of terms of one condition; the server's default is 65,536. */
const maxTerms = 50_000

/** The field has one of these values. */
export function isOneOf(field: string, values: Iterable<string>): Query {
  const distinct = [...new Set(values)]
  const parts: Query[] = []
  for (let from = 0; from < distinct.length; from += maxTerms)
    parts.push({ terms: { [field]: distinct.slice(from, from + maxTerms) } })
  return parts.length === 1 ? (parts[0] ?? nothing) : anyOf(parts)
}

/**
 * The chunks that match a query.
 * @throws StoreError `STORE_INVALID_QUERY` for a query that is nested too deeply
 */
export function matchQuery(query: QueryTree): Query {
  assertQueryDepth(query)
  return match(query)
}

/** Ranks chunks about as keyword ranking does, which scores the best of them. */
export function estimate(terms: readonly RankedTerm[]): Query[] {
  return terms.map(({ feature, weight }) => ({
    bool: { should: [scored(feature)], boost: Math.max(weight, Number.EPSILON) },
  }))
}

function match(query: QueryTree): Query {
  switch (query.kind) {
    case 'word':
      return hasWord('stems', query.stem)
    case 'prefix':
      return withPrefix(query.prefix)
    case 'phrase':
      return anyOf([phrase('text', query.stems), phrase('parts', query.stems)])
    case 'place':
      return phrase('place', query.stems)
    case 'any':
      return anyOf(
        joined(query.parts, (words) =>
          isOneOf(
            'stems',
            words.flatMap((word) => indexedWord(word) ?? []),
          ),
        ),
      )
    case 'all':
      return query.parts.length === 0 ? nothing : allOf(joined(query.parts, hasAllWords))
    case 'without':
      return { bool: { filter: [match(query.include)], must_not: [match(query.exclude)] } }
  }
}

/** Words in one condition, because there may be thousands. */
function joined(parts: readonly QueryTree[], withWords: (words: readonly string[]) => Query): Query[] {
  const words = parts.flatMap((part) => (part.kind === 'word' ? [part.stem] : []))
  const others = parts.filter(({ kind }) => kind !== 'word').map(match)
  return words.length === 0 ? others : [withWords(words), ...others]
}

/** A query may have 1,024 clauses. */
const maxClauses = 200

function hasAllWords(words: readonly string[]): Query {
  const distinct = [...new Set(words)]
  const indexedWords = distinct.flatMap((word) => indexedWord(word) ?? [])
  if (indexedWords.length < distinct.length) return nothing
  if (distinct.length <= maxClauses) return allOf(distinct.map((word) => hasWord('stems', word)))
  const source = "doc['stems'].containsAll(params.words)"
  const hasRest = { script: { script: { lang: 'painless', source, params: { words: indexedWords } } } }
  return allOf([...indexedWords.slice(0, 1).map((word) => hasWord('stems', word)), hasRest])
}

/** The field has this word. */
export function hasWord(field: 'stems' | 'forms', word: string): Query {
  const value = indexedWord(word)
  return value === undefined ? nothing : { term: { [field]: value } }
}

function withPrefix(prefix: string): Query {
  return indexedWord(prefix) === prefix ? { prefix: { stems: prefix } } : nothing
}

/** A query may have 1,024 clauses; of a longer phrase, only the beginning is compared. */
const maxPhrase = 500

function phrase(field: string, stems: readonly string[], boost = 1): Query {
  const words = stems.slice(0, maxPhrase).map(indexedWord)
  if (words.length === 0 || words.includes(undefined)) return nothing
  if (words.length === 1) return { term: { [field]: { value: words[0], boost } } }
  return { match_phrase: { [field]: { query: words.join(' '), boost } } }
}

/** Of an exact form or a prefix, whose frequency is not indexed. */
const boostOfOne = 3

function scored(feature: QueryFeature): Query {
  switch (feature.kind) {
    case 'word':
      return anyOf([
        phrase('text', [feature.stem]),
        phrase('parts', [feature.stem], 0.5),
        phrase('place', [feature.stem], 0.5),
      ])
    case 'form':
      return { constant_score: { filter: hasWord('forms', feature.form), boost: boostOfOne } }
    case 'phrase':
    case 'pair':
      return anyOf([phrase('text', feature.stems), phrase('parts', feature.stems, 0.5)])
    case 'place':
      return phrase('place', feature.stems)
    case 'prefix':
      return { constant_score: { filter: withPrefix(feature.prefix), boost: boostOfOne } }
    case 'either':
      return { dis_max: { queries: feature.features.map(scored) } }
  }
}
