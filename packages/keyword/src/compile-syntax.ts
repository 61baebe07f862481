import type { QueryTree, RankedTerm } from '@recallite/store/query'
import type { Lexicon } from './languages/lexicon.js'
import { eitherOf, type QueryTerm, termKey, treeFor, treeOf } from './query-tree.js'
import { readBare, readJoined, readPairs, readPhrase } from './read-words.js'
import type { QuerySyntax } from './syntax/syntax-tree.js'
import { stemWord } from './word-forms.js'
import { type IndexWord, wordsOf } from './words.js'

/** A compiled part of a query: the terms to rank and mark by, and the tree that a text must match. */
export interface Compiled {
  readonly terms: readonly QueryTerm[]
  readonly scoring: readonly RankedTerm[]
  readonly tree: QueryTree | null
}

export function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Map<string, Item>()
  for (const item of items) {
    const key = keyOf(item)
    if (!seen.has(key)) seen.set(key, item)
  }
  return [...seen.values()]
}

/** Compiles parsed query syntax for a store, without repeated terms. */
export function compileSyntax(syntax: QuerySyntax, lexicon: Lexicon): Compiled {
  const { terms, scoring, tree } = compile(syntax, lexicon)
  return {
    terms: distinct(terms, termKey),
    scoring: distinct(scoring, ({ feature }) => JSON.stringify(feature)),
    tree,
  }
}

const nothing: Compiled = { terms: [], scoring: [], tree: null }

function compile(syntax: QuerySyntax, lexicon: Lexicon): Compiled {
  switch (syntax.kind) {
    case 'words':
      return compileWords(syntax.text, lexicon)
    case 'phrase':
      return compilePhrase(syntax.text, lexicon)
    case 'prefix':
      return compilePrefix(syntax.text, lexicon)
    case 'required':
      return compile(syntax.part, lexicon)
    case 'not':
      return nothing
    case 'or':
      return compileAny(syntax.parts, lexicon)
    case 'and':
      return compileAll(syntax.parts, lexicon)
  }
}

function compileAny(parts: readonly QuerySyntax[], lexicon: Lexicon): Compiled {
  const hasWords = parts.some(({ kind }) => kind === 'words')
  const compiled = parts.map((part) =>
    hasWords && part.kind === 'phrase' ? compileQuoted(part.text, lexicon) : compile(part, lexicon),
  )
  const required = treesOf(compiled.filter((_, index) => parts[index]?.kind === 'required'))
  return merge(compiled, required.length > 0 ? treeFor('all', required) : treeFor('any', treesOf(compiled)))
}

function compileWords(text: string, lexicon: Lexicon): Compiled {
  const readings = text.split(/\s+/u).flatMap((bare) => readBare(bare, lexicon))
  const trees = readings.flatMap(({ parts }) => parts)
  return {
    terms: readings.flatMap(({ terms }) => terms),
    scoring: [
      ...readings.flatMap(({ scoring }) => scoring),
      ...readPairs(text, lexicon),
      ...readJoined(text, lexicon),
    ],
    tree: treeFor('any', distinct(trees, JSON.stringify)),
  }
}

function compilePhrase(text: string, lexicon: Lexicon): Compiled {
  const { parts, ...read } = readPhrase(text, lexicon)
  return { ...read, tree: treeFor('any', parts) }
}

/** A prefix, and the forms of the word itself, since its stem may be shorter than the typed letters. */
function compilePrefix(text: string, lexicon: Lexicon): Compiled {
  const units = wordsOf(text).flatMap((word) => word.units)
  const last = units.at(-1)
  if (last === undefined) return nothing
  if (units.length > 1) return compilePhrase(text, lexicon)
  const { form } = last
  const word: IndexWord = { form, stem: stemWord(form) }
  const prefix = { kind: 'prefix', prefix: form } as const
  const features = [prefix, ...lexicon.writingsOf([word]).map(treeOf)]
  return {
    terms: [{ words: [word], isPrefix: true }],
    scoring: [{ feature: eitherOf(features), weight: 1, isContentTerm: true }],
    tree: treeFor('any', features),
  }
}

/** A quotation inside a sentence: its words count as well, since a text may use others. */
function compileQuoted(text: string, lexicon: Lexicon): Compiled {
  const words = compileWords(text, lexicon)
  const phrase = compilePhrase(text, lexicon)
  const scoring = phrase.scoring.map((term) => ({ ...term, isContentTerm: words.scoring.length === 0 }))
  return merge([words, { ...phrase, scoring }], treeFor('any', treesOf([words, phrase])))
}

function merge(parts: readonly Compiled[], tree: QueryTree | null): Compiled {
  return {
    terms: parts.flatMap(({ terms }) => terms),
    scoring: parts.flatMap(({ scoring }) => scoring),
    tree,
  }
}

const treesOf = (parts: readonly Compiled[]) => parts.flatMap(({ tree }) => (tree ? [tree] : []))

function compileAll(parts: readonly QuerySyntax[], lexicon: Lexicon): Compiled {
  const included = parts.flatMap((part) => (part.kind === 'not' ? [] : [compile(part, lexicon)]))
  const excluded = parts.flatMap((part) => (part.kind === 'not' ? [compile(part.part, lexicon)] : []))
  const include = treeFor('all', treesOf(included))
  const exclude = treeFor('any', treesOf(excluded))
  return merge(included, include && exclude ? { kind: 'without', include, exclude } : include)
}
