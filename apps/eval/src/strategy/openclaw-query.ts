import { maximumTerms, parseQuery, stemWord, treeOf, wordsOf, type IndexWord } from '@recallite/keyword'
import type { QueryTree } from '@recallite/store/query'
import type { QueryParser } from '@recallite/core'

/** The words of a question for OpenClaw 2026.2: all runs of ASCII letters, digits and underscores. */
export const openClawWords = (text: string): readonly string[] => text.match(/[A-Za-z0-9_]+/g) ?? []

/**
 * Parses a question as OpenClaw 2026.2 did for FTS5 (its issue #16021): all words are required, even stop words. Other scripts are
 * dropped.
 */
export const parseOpenClawQuery: QueryParser = (text, options) => {
  const parsed = parseQuery(text, options)
  const parts = openClawWords(text)
    .map((run) => wordsOf(run).flatMap(({ units }) => units))
    .filter((words) => words.length > 0)
    .slice(0, maximumTerms)
    .map((words) => inAnyLanguage(words, parsed.languages))
  const tree: QueryTree | null = parts.length > 0 ? { kind: 'all', parts } : null
  return { ...parsed, tree, required: null, fields: [], plainText: text }
}

/** The same if any word is enough. */
export const parseAnyWord: QueryParser = (text, options) => {
  const { tree, ...parsed } = parseOpenClawQuery(text, options)
  return { ...parsed, tree: tree?.kind === 'all' ? { kind: 'any', parts: tree.parts } : tree }
}

/** A phrase by the stems of its words, in English or another language. */
function inAnyLanguage(
  words: readonly IndexWord[],
  languages: ReturnType<QueryParser>['languages'],
): QueryTree {
  const writings = [
    words.map(({ stem }) => stem),
    ...languages.map((language) => words.map(({ form }) => stemWord(form, language))),
  ]
  const distinct = [...new Map(writings.map((stems) => [stems.join(' '), stems])).values()]
  const [only, ...others] = distinct.map(treeOf)
  return only && others.length === 0 ? only : { kind: 'any', parts: only ? [only, ...others] : [] }
}
