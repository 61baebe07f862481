import { compileSyntax, type Compiled } from './compile-syntax.js'
import { knownLanguages, type OtherLanguage } from './languages/language.js'
import { createLexicon, type Lexicon } from './languages/lexicon.js'
import type { QueryFeature, QueryTerm, QueryTree, ScoredTerm } from './query-tree.js'
import { readSyntax } from './syntax/read-syntax.js'
import type { QueryField, QuerySyntax, ReadQuery } from './syntax/syntax-tree.js'
import { wordsOf } from './words.js'

/** A question, understood. */
export interface ParsedQuery {
  /** What a text must have at least one part of; null if the question has no words. */
  readonly tree: QueryTree | null
  /** What a text must match whatever finds it, where the question says so by AND, NOT or a minus; else null. */
  readonly required: QueryTree | null
  /** What a text is ranked by. */
  readonly scoring: readonly ScoredTerm[]
  /** The question's distinct words without stop words (unless there are no others); quoted phrases count as one. */
  readonly terms: readonly QueryTerm[]
  /** What the question says of where to look. */
  readonly fields: readonly QueryField[]
  /** Stop words that were left out, folded, each once. */
  readonly stopWords: readonly string[]
  /** What is wanted, as it was typed but for syntax; the whole question where it has none. */
  readonly wanted: string
  /** How it was read, to be described or printed. */
  readonly read: ReadQuery
  /** The languages it was read for besides English. */
  readonly languages: readonly OtherLanguage[]
}

/** Terms beyond this many are left out of a query, in the order they stand. */
export const maximumTerms = 64

/** However many languages there are. */
const mostLeaves = 4 * maximumTerms

type LeafTree = Extract<QueryTree, QueryFeature>

/** What finds a text by itself, wherever it stands in a tree. */
function leavesOf(tree: QueryTree): LeafTree[] {
  switch (tree.kind) {
    case 'any':
    case 'all':
      return tree.parts.flatMap(leavesOf)
    case 'without':
      return leavesOf(tree.include)
    default:
      return [tree]
  }
}

function anyOf(tree: QueryTree | null, most: number): QueryTree | null {
  const [only, ...more] = tree ? leavesOf(tree).slice(0, most) : []
  if (only === undefined) return null
  return more.length === 0 ? only : { kind: 'any', parts: [only, ...more] }
}

function isDemanding(syntax: QuerySyntax): boolean {
  return syntax.kind === 'and' || (syntax.kind === 'or' && syntax.parts.some(isDemanding))
}

function wantedTexts(syntax: QuerySyntax): string[] {
  switch (syntax.kind) {
    case 'not':
      return []
    case 'and':
    case 'or':
      return syntax.parts.flatMap(wantedTexts)
    default:
      return [syntax.text]
  }
}

interface Telling extends Compiled {
  readonly stopWords: readonly string[]
}

const empty: Telling = { tree: null, scoring: [], terms: [], stopWords: [] }

/** Stop words say nothing, unless there is nothing else. */
function compileTelling(syntax: QuerySyntax | null, lexicon: Lexicon): Telling {
  if (!syntax) return empty
  const telling = compileSyntax(syntax, lexicon)
  if (telling.terms.length === 0)
    return { ...compileSyntax(syntax, { ...lexicon, isTelling: () => true }), stopWords: [] }
  const words = wantedTexts(syntax).flatMap((text) => wordsOf(text))
  const stopWords = words.filter((word) => !lexicon.isTelling(word)).map(({ text }) => text)
  return { ...telling, stopWords: [...new Set(stopWords)] }
}

/** Fields whose values are words of texts or of paths. */
const textualFields: ReadonlySet<string> = new Set(['path', 'heading', 'where'])

/** Where to search says what to search for, if nothing else does: `path:notes/auth.md`. */
function wordsOfFields(fields: readonly QueryField[]): QuerySyntax | null {
  const named = fields.filter(({ field, isNegated }) => !isNegated && textualFields.has(field))
  const texts = named.map(({ text }) => text)
  return texts.length > 0 ? { kind: 'words', text: texts.join(' ') } : null
}

/** What a question is read for. */
export interface QueryOptions {
  /** Which languages the texts are in, as ISO 639-1 codes; English is always among them, unknown codes never. */
  readonly languages?: readonly string[] | undefined
}

/**
 * Reads a question: its words joined by OR without stop words, `"quoted phrases"` as one term, and words that
 * stand together without a space also as a phrase; operators and fields as `readSyntax` has them. Any string is a
 * question; none is an error. Each word is looked for by its stem in English and in every other language of the texts.
 * A question of nothing but fields asks for the words in their values.
 */
export function parseQuery(text: string, { languages = [] }: QueryOptions = {}): ParsedQuery {
  const read = readSyntax(text)
  const { fields } = read
  const syntax = read.syntax ?? wordsOfFields(fields)
  const others = knownLanguages(languages)
  const { tree, scoring, terms, stopWords } = compileTelling(syntax, createLexicon(text, others))
  const hasSyntax = fields.length > 0 || (syntax !== null && isDemanding(syntax))
  return {
    tree: anyOf(tree, Math.min(mostLeaves, maximumTerms * (1 + others.length))),
    required: syntax && isDemanding(syntax) ? tree : null,
    scoring: scoring.slice(0, 4 * maximumTerms),
    terms: terms.slice(0, maximumTerms),
    fields,
    stopWords,
    wanted: hasSyntax && syntax ? wantedTexts(syntax).join(' ') : text,
    read,
    languages: others,
  }
}
