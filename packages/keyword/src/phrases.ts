import type { QueryTree } from '@recallite/store/query'
import { compileSyntax, distinct } from './compile-syntax.js'
import { createLexicon } from './languages/lexicon.js'
import type { ParsedQuery } from './parse-query.js'
import { leavesOf, termKey, treeFor } from './query-tree.js'

/**
 * Adds phrases to a parsed query as if they were quoted in it. No character of a phrase is syntax.
 * @returns the query, and what a text must match to contain every phrase; null if no phrase has a word
 */
export function addPhrases(
  query: ParsedQuery,
  phrases: readonly string[],
): { readonly query: ParsedQuery; readonly required: QueryTree | null } {
  const lexicon = createLexicon(phrases.join('\n'), query.languages)
  const compiled = phrases.map((text) => compileSyntax({ kind: 'phrase', text }, lexicon))
  const trees = compiled.flatMap(({ tree }) => tree ?? [])
  const required = treeFor('all', trees)
  const terms = [...query.terms, ...compiled.flatMap((phrase) => phrase.terms)]
  const scoring = [...query.scoring, ...compiled.flatMap((phrase) => phrase.scoring)]
  const missing = phrases.filter((phrase) => !query.plainText.includes(phrase))
  return {
    query: {
      ...query,
      tree: treeFor('any', [...leavesOf(query.tree), ...leavesOf(required)]),
      terms: distinct(terms, termKey),
      scoring: distinct(scoring, ({ feature }) => JSON.stringify(feature)),
      plainText: [query.plainText, ...missing].join(' '),
    },
    required,
  }
}
