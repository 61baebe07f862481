import { knownLanguages } from './languages/language.js'
import { createLexicon } from './languages/lexicon.js'
import { maximumTerms, type QueryOptions } from './parse-query.js'
import { type QueryTree, treeOf } from './query-tree.js'
import { wordsOf } from './words.js'

/**
 * Reads a query as OpenClaw 2026.2 passed it to FTS5 (its issue #16021): runs of ASCII letters, digits and underscores,
 * each quoted, all of them required, including stop words; other scripts are dropped. Null without such a run.
 */
export function parseOpenClawQuery(text: string, { languages = [] }: QueryOptions = {}): QueryTree | null {
  const { writingsOf } = createLexicon(text, knownLanguages(languages))
  const runs = text.match(/[A-Za-z0-9_]+/g) ?? []
  const parts = runs
    .map((run) => wordsOf(run).flatMap((word) => word.units))
    .filter((words) => words.length > 0)
    .slice(0, maximumTerms)
    .map((words): QueryTree => {
      const [only, ...others] = writingsOf(words).map(treeOf)
      return only && others.length === 0 ? only : { kind: 'any', parts: only ? [only, ...others] : [] }
    })
  return parts.length > 0 ? { kind: 'all', parts } : null
}
