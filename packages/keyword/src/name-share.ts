import { isStopWord } from './stop-words.js'
import { normalise } from './word-forms.js'
import { wordsOf } from './words.js'

/**
 * The share of a query's words that are written like names, not prose, from 0 to 1: paths, versions, codes, flags, identifiers
 * (letters with digits, long numbers, inner capitals, capitals throughout, inner punctuation other than one hyphen). Stop words
 * do not count; 0 without words.
 */
export function nameShare(question: string): number {
  const bare = question.split(/\s+/u).filter((part) => wordsOf(part).some(({ text }) => !isStopWord(text)))
  return bare.length === 0 ? 0 : bare.filter(isName).length / bare.length
}

/** Longer strings are pasted text. */
const maxName = 256

function isName(bare: string): boolean {
  // Most words; the patterns take longer to compile than all other work on a query.
  if (bare.length > maxName || /^[a-z]+$/u.test(bare)) return false
  // Words with signs (C#, .NET) and emoji.
  if (wordsOf(bare).some(({ text }) => /[^\p{L}\p{M}\p{N}]/u.test(text))) return true
  // Signs before flags, mentions and hidden files belong to the name.
  const name = normalise(bare).replace(/^[^\p{L}\p{N}@#./~_-]+|[^\p{L}\p{N}/()_]+$/gu, '')
  return [
    /\p{L}.*\p{N}|\p{N}.*\p{L}|\p{N}{5}|\p{N}[.:/-]\p{N}/u,
    /[_/\\@#]|^--?\p{L}|\p{L}[.:]\p{L}|\p{L}-.*\p{L}-\p{L}/u,
    /\p{Ll}\p{Lu}|^\p{Lu}{3,}$|\p{Lu}{2,}\p{Ll}|\(\)$/u,
  ].some((sign) => sign.test(name))
}
