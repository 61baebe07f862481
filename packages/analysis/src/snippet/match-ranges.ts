import type { QueryTerm } from '../query-tree.js'
import { findMatches } from './find-matches.js'
import { mergeRanges, type TextRange } from './text-range.js'

/** What stands between the words of one name: `JWT_EXPIRY`, `src/lib/i18n.ts`, `Foo::bar`, `1,000`. */
const connector = /^(?:[-_./\\:@#+~=&%,'’]|::|:\/\/|->)$/u

/**
 * Where words of a question stand in a text, in order and without overlaps, for marking them. The text's words are
 * compared as the index compares them: folded, by stem, by the parts of a compound. Words that make one name together
 * are one range.
 */
export function matchRanges(text: string, terms: readonly QueryTerm[]): TextRange[] {
  return mergeRanges(findMatches(text, terms), (end, start) => connector.test(text.slice(end, start)))
}
