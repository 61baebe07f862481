import type { QueryFeature, RankedTerm } from '@recallite/store/query'
import { type Compiled, compileSyntax } from './compile-syntax.js'
import { createLexicon } from './languages/lexicon.js'
import { maximumTerms, type ParsedQuery } from './parse-query.js'
import { leavesOf, treeFor, treeOf } from './query-tree.js'
import { placeRuns } from './script-runs.js'
import { isStopWord } from './stop-words.js'
import { normalise } from './word-forms.js'
import { type Word, wordsOf } from './words.js'

/** Longer runs are not names. */
const maxWords = 8

/** Adjacent words of a query, and other forms of the name that they are, the likeliest first. */
type Named = { readonly words: readonly Word[]; readonly forms: readonly string[] }

/** Runs of words that may be a name, with the joined keys of their words; none for a query with syntax. */
export function namedRuns({ read }: ParsedQuery, keyOf: (word: string) => string) {
  const text = read.syntax?.kind === 'words' ? read.syntax.text : ''
  const words = placeRuns(normalise(text))
    .filter(({ isSymbol }) => !isSymbol)
    // Words of scripts with spaces have lost their capitals.
    .flatMap((run) => wordsOf(run.text).map((word) => (run.isUnspaced ? word : { ...word, text: run.text })))
    .slice(0, maximumTerms)
  const keys = words.map((word) => keyOf(word.text))
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(maxWords, words.length - start) }, (__, more) => {
      const end = start + more + 1
      return { key: keys.slice(start, end).join(''), words: words.slice(start, end) }
    }),
  )
}

/** More meanings of a form are too ambiguous. */
const maxForms = 3

/** Adds other forms of the names in a query. They count for each word of the run, and a whole form counts again. */
export function addOtherForms(query: ParsedQuery, named: readonly Named[]): ParsedQuery {
  const compiled = named.map(({ words, forms }) => ({ words, forms: compileForms(forms, query) }))
  const others = new Map<string, QueryFeature[]>()
  for (const { words, forms } of compiled) {
    // The key of a content term is its first tree.
    const names = words.map(({ units }) => JSON.stringify(treeOf(units.map(({ stem }) => stem))))
    for (const name of new Set(names)) others.set(name, [...(others.get(name) ?? []), ...featuresOf(forms)])
  }
  const added = compiled.flatMap(({ forms }) => forms)
  const scoring = query.scoring.map((term) => withOthers(term, others))
  const meanings = named.flatMap(({ forms }) => (forms.length === 1 ? forms : []))
  return {
    ...query,
    tree: treeFor('any', [query.tree, ...added.map(({ tree }) => tree)].flatMap(leavesOf)),
    scoring: [...scoring, ...compiled.flatMap(({ words, forms }) => wholeForm(words, forms, query))],
    terms: [...query.terms, ...added.flatMap(({ terms }) => terms)],
    meanings: meanings.length > 0 ? [...new Set(meanings)] : undefined,
  }
}

/** A stop word may not be a short form, since capitals are not indexed. */
function compileForms(forms: readonly string[], { languages }: ParsedQuery): Compiled[] {
  return forms
    .filter((form) => wordsOf(form).some(({ text }) => !isStopWord(text)))
    .slice(0, maxForms)
    .map((text) => compileSyntax({ kind: 'phrase', text }, createLexicon(text, languages)))
}

const featuresOf = (forms: readonly Compiled[]): QueryFeature[] =>
  forms.flatMap(({ scoring }) => scoring.map(({ feature }) => feature))

/** The term for a whole form. It is a content term if the words of the run are only stop words. */
function wholeForm(words: readonly Word[], forms: readonly Compiled[], query: ParsedQuery): RankedTerm[] {
  if (forms.length === 0) return []
  const isContentTerm = words.every(({ text }) => query.stopWords.includes(text.toLowerCase()))
  const typed = isContentTerm ? [] : compileForms([words.map(({ text }) => text).join(' ')], query)
  return [{ feature: typedFirst(featuresOf(typed), featuresOf(forms)), weight: 1, isContentTerm }]
}

function withOthers(term: RankedTerm, others: ReadonlyMap<string, readonly QueryFeature[]>): RankedTerm {
  const typed = term.feature.kind === 'either' ? term.feature.features : [term.feature]
  const added = term.isContentTerm ? others.get(JSON.stringify(typed[0])) : undefined
  return added && added.length > 0 ? { ...term, feature: typedFirst(typed, added) } : term
}

const typedFirst = (typed: readonly QueryFeature[], others: readonly QueryFeature[]): QueryFeature => ({
  kind: 'either',
  features: [{ kind: 'either', features: typed }, ...others],
})
