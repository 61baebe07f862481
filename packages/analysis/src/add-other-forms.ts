import { type Compiled, compileSyntax } from './compile-syntax.js'
import { createLexicon } from './languages/lexicon.js'
import { maximumTerms, type ParsedQuery } from './parse-query.js'
import { leavesOf, type QueryFeature, type ScoredTerm, treeFor, treeOf } from './query-tree.js'
import { placeRuns } from './script-runs.js'
import { isStopWord } from './stop-words.js'
import { normalise } from './word-forms.js'
import { type Word, wordsOf } from './words.js'

/** Words side by side in a query, which may be a form of something. */
export interface NamedRun {
  /** The keys of its words, one behind the other. */
  readonly key: string
  readonly words: readonly Word[]
}

/** Longer runs are no names. */
const mostWords = 8

/**
 * The runs of words of a query that may be a form of something; none of a query with syntax, which says exactly what is meant.
 * @param keyOf the key of a word
 */
export function namedRuns({ read }: ParsedQuery, keyOf: (word: string) => string): NamedRun[] {
  if (read.syntax?.kind !== 'words') return []
  const placed = placeRuns(normalise(read.syntax.text))
    // Words of scripts with spaces have lost their capitals.
    .flatMap((run) =>
      wordsOf(run.text).map((word) => ({ word, written: run.isUnspaced ? word.text : run.text })),
    )
    .slice(0, maximumTerms)
  const words = placed.map(({ word }) => word)
  const keys = placed.map(({ written }) => keyOf(written))
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(mostWords, words.length - start) }, (__, more) => {
      const end = start + more + 1
      return { key: keys.slice(start, end).join(''), words: words.slice(start, end) }
    }),
  )
}

/** A run of a query, and other forms of what it names. */
export type NamedForms = Pick<NamedRun, 'words'> & { readonly forms: readonly string[] }

/**
 * Adds to a query other forms of what it names: a text that has only these is found as well. Each of its words counts as found there,
 * and to have any form in one piece counts once more.
 */
export function addOtherForms(query: ParsedQuery, named: readonly NamedForms[]): ParsedQuery {
  const compiled = named.map(({ words, forms }) => ({ words, forms: compileForms(forms, query) }))
  const others = new Map<string, QueryFeature[]>()
  for (const { words, forms } of compiled) {
    const names = new Set(words.map(({ units }) => nameOf(treeOf(units.map(({ stem }) => stem)))))
    for (const name of names) others.set(name, [...(others.get(name) ?? []), ...featuresOf(forms)])
  }
  const added = compiled.flatMap(({ forms }) => forms)
  return {
    ...query,
    tree: treeFor('any', [query.tree, ...added.map(({ tree }) => tree)].flatMap(leavesOf)),
    scoring: [
      ...query.scoring.map((term) => withOthers(term, others)),
      ...compiled.flatMap(({ words, forms }) => wholeForm(words, forms, query)),
    ],
    terms: [...query.terms, ...added.flatMap(({ terms }) => terms)],
  }
}

/** A stop word in a text may be no short form there: capitals are not indexed. */
function compileForms(forms: readonly string[], { languages }: ParsedQuery): Compiled[] {
  return forms
    .filter((form) => wordsOf(form).some(({ text }) => !isStopWord(text)))
    .map((text) => compileSyntax({ kind: 'phrase', text }, createLexicon(text, languages)))
}

const featuresOf = (forms: readonly Compiled[]): QueryFeature[] =>
  forms.flatMap(({ scoring }) => scoring.map(({ feature }) => feature))

const wholeWeight = 1

/** The term of a form in one piece. It stands for the words of the run, if these are stop words otherwise. */
function wholeForm(words: readonly Word[], forms: readonly Compiled[], query: ParsedQuery): ScoredTerm[] {
  if (forms.length === 0) return []
  const isContentTerm = words.every(({ text }) => query.stopWords.includes(text))
  const asked = isContentTerm ? [] : compileForms([words.map(({ text }) => text).join(' ')], query)
  const own = featuresOf(asked)
  const features = [...own, ...featuresOf(forms)]
  return [{ feature: { kind: 'either', features, asked: own.length }, weight: wholeWeight, isContentTerm }]
}

/** The first way to say it names a feature. */
const nameOf = (feature: QueryFeature): string =>
  JSON.stringify(feature.kind === 'either' ? feature.features[0] : feature)

function withOthers(term: ScoredTerm, others: ReadonlyMap<string, readonly QueryFeature[]>): ScoredTerm {
  const { feature, isContentTerm } = term
  const added = isContentTerm ? others.get(nameOf(feature)) : undefined
  if (!added || added.length === 0) return term
  const own = feature.kind === 'either' ? feature.features : [feature]
  return { ...term, feature: { kind: 'either', features: [...own, ...added], asked: own.length } }
}
