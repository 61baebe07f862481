import type { QueryTree, RankedTerm } from '@recallite/store/query'
import { type Compiled, compileSyntax } from './compile-syntax.js'
import { stemmedLanguages, type OtherLanguage } from './languages/language.js'
import { createLexicon } from './languages/lexicon.js'
import { leavesOf, type QueryTerm, treeFor } from './query-tree.js'
import { readSyntax } from './syntax/read-syntax.js'
import type { QueryField, QuerySyntax, ReadQuery } from './syntax/syntax-tree.js'
import { wordsOf } from './words.js'

/** A parsed query. */
export interface ParsedQuery {
  /** A candidate must match at least one part of this; null if the query has no words. */
  readonly tree: QueryTree | null
  /** The condition that every candidate must match: set by a phrase, a prefix, AND, NOT, a plus or a minus, else null. */
  readonly required: QueryTree | null
  /** Whether only phrases and prefixes set it; if nothing matches it, a search for the words answers better than none. */
  readonly isRelaxable: boolean
  readonly scoring: readonly RankedTerm[]
  /** The distinct content terms (stop words only if there is nothing else); a quoted phrase is one term. */
  readonly terms: readonly QueryTerm[]
  /** The fields to search in. */
  readonly fields: readonly QueryField[]
  /** The omitted stop words, folded, each once. */
  readonly stopWords: readonly string[]
  /** The query without syntax, e.g. for embedding; the whole query if it has none. */
  readonly plainText: string
  /** Unambiguous other forms of names, embedded as well: models know few abbreviations. */
  readonly meanings?: readonly string[] | undefined
  /** The syntax, to describe or print it. */
  readonly read: ReadQuery
  /** The languages the query was parsed for, besides English. */
  readonly languages: readonly OtherLanguage[]
}

/** The maximum number of terms; later ones are omitted. */
export const maximumTerms = 64

/** Options of `parseQuery`. */
export interface QueryOptions {
  /** The languages of the texts, as ISO 639-1 codes; English is always included, unknown codes are ignored. */
  readonly languages?: readonly string[] | undefined
}

/** The maximum number of scored terms and of leaves of the tree, in any number of languages. */
const maxParts = 4 * maximumTerms

/**
 * Parses a query: its words without stop words, joined by OR; `"quoted phrases"` as one term; words joined without a space also
 * as a phrase; operators and fields as in `readSyntax`. Any string is valid. Each word is matched by its stem in English and in
 * every other language of the texts. A query with only fields searches for the words in their values.
 */
export function parseQuery(text: string, { languages = [] }: QueryOptions = {}): ParsedQuery {
  const read = readSyntax(text)
  const { fields } = read
  const syntax = read.syntax ?? wordsOfFields(fields)
  const others = stemmedLanguages(languages)
  const { tree, scoring, terms, stopWords } = compileContent(syntax, text, others)
  const maxLeaves = Math.min(maxParts, maximumTerms * (1 + others.length))
  const isNarrowing = syntax !== null && isDemanding(syntax)
  const hasSyntax = fields.length > 0 || isNarrowing
  return {
    tree: treeFor('any', leavesOf(tree).slice(0, maxLeaves)),
    required: isNarrowing ? tree : null,
    isRelaxable: isNarrowing && !isStrict(syntax),
    scoring: scoring.slice(0, maxParts),
    terms: terms.slice(0, maximumTerms),
    fields,
    stopWords,
    plainText: hasSyntax && syntax ? searchedTexts(syntax).join(' ') : text,
    read,
    languages: others,
  }
}

/** A query with only fields (`path:notes/auth.md`) searches for the words in their values. */
function wordsOfFields(fields: readonly QueryField[]): QuerySyntax | null {
  const named = fields.filter(({ field, isNegated }) => !isNegated && /^(?:path|heading|where)$/.test(field))
  const texts = named.map(({ text }) => text)
  return texts.length > 0 ? { kind: 'words', text: texts.join(' ') } : null
}

type ContentTerms = Compiled & Pick<ParsedQuery, 'stopWords'>

const empty: ContentTerms = { tree: null, scoring: [], terms: [], stopWords: [] }

/** Omits stop words unless there is nothing else. */
function compileContent(
  syntax: QuerySyntax | null,
  query: string,
  languages: readonly OtherLanguage[],
): ContentTerms {
  if (!syntax) return empty
  // A long query is cut by the reader.
  const lexicon = createLexicon(syntax.kind === 'words' ? syntax.text : query, languages)
  const content = compileSyntax(syntax, lexicon)
  if (content.terms.length === 0)
    return { ...compileSyntax(syntax, { ...lexicon, isContentTerm: () => true }), stopWords: [] }
  const words = searchedTexts(syntax).flatMap((text) => wordsOf(text))
  const stopWords = words.filter((word) => !lexicon.isContentTerm(word)).map(({ text }) => text)
  return { ...content, stopWords: [...new Set(stopWords)] }
}

function isDemanding(syntax: QuerySyntax): boolean {
  if (syntax.kind !== 'or') return syntax.kind !== 'words'
  return (
    syntax.parts.every(isDemanding) || syntax.parts.some(({ kind }) => kind === 'required' || kind === 'and')
  )
}

function isStrict(syntax: QuerySyntax): boolean {
  if (syntax.kind === 'required') return syntax.isStrict
  return syntax.kind === 'and' || (syntax.kind === 'or' && syntax.parts.some(isStrict))
}

function searchedTexts(syntax: QuerySyntax): string[] {
  switch (syntax.kind) {
    case 'not':
      return []
    case 'and':
    case 'or':
      return syntax.parts.flatMap(searchedTexts)
    case 'required':
      return searchedTexts(syntax.part)
    default:
      return [syntax.text]
  }
}
