import { languageOf } from '../languages/language-of.js'
import type { Language } from '../languages/language.js'
import type { QueryTerm } from '../query-tree.js'
import { findMatches } from './find-matches.js'
import { mergeRanges, type TextRange } from './text-range.js'

/** What stands between the words of one name: `JWT_EXPIRY`, `src/lib/i18n.ts`, `Foo::bar`, `1,000`. */
const connector = /^(?:[-_./\\:@#+~=&%,'’]|::|:\/\/|->)$/u

/**
 * Where words of a question stand in a text, in order and without overlaps, for marking them. The text's words are
 * compared as the index compares them: folded, by stem, by the parts of a compound. Words that make one name together
 * are one range.
 * @param language the text's; default what it seems to be in
 * @throws LanguageNotLoadedError
 */
export function matchRanges(
  text: string,
  terms: readonly QueryTerm[],
  language: Language = languageOf(text),
): TextRange[] {
  return mergeRanges(findMatches(text, terms, language), (end, start) =>
    connector.test(text.slice(end, start)),
  )
}
