import { normalise } from './fold.js'
import { lazyPattern } from './lazy-pattern.js'
import { isStopWord } from './stop-words/stop-words.js'
import { wordsOf } from './words.js'

/**
 * The share of the words of a query, from 0 to 1, that are written like names and not like prose: paths, versions,
 * codes, flags, identifiers (letters with digits, long numbers, inner capitals, capitals throughout, inner punctuation
 * other than one hyphen). Stop words do not count; 0 without words.
 */
export function nameShare(question: string): number {
  const bare = question.split(/\s+/u).filter((part) => wordsOf(part).some(({ text }) => !isStopWord(text)))
  return bare.length === 0 ? 0 : bare.filter(isName).length / bare.length
}

/** Longer strings are pasted text. */
const longestName = 256
/** Punctuation around a word in a sentence. The signs before flags, mentions and hidden files belong to the name. */
const around = lazyPattern(String.raw`^[^\p{L}\p{N}@#./~_-]+|[^\p{L}\p{N}/()_]+$`, 'gu')
const nameSigns = [
  lazyPattern(String.raw`\p{L}.*\p{N}|\p{N}.*\p{L}|\p{N}{5}|\p{N}[.:/-]\p{N}`, 'u'),
  lazyPattern(String.raw`[_/\\@#]`, 'u'),
  lazyPattern(String.raw`^--?\p{L}`, 'u'),
  lazyPattern(String.raw`\p{L}[.:]\p{L}|\p{L}-.*\p{L}-\p{L}`, 'u'),
  lazyPattern(String.raw`\p{Ll}\p{Lu}`, 'u'),
  lazyPattern(String.raw`^\p{Lu}{3,}$`, 'u'),
  lazyPattern(String.raw`\p{Lu}{2,}\p{Ll}`, 'u'),
  lazyPattern(String.raw`\(\)$`, 'u'),
]

function isName(bare: string): boolean {
  if (bare.length > longestName) return false
  const name = normalise(bare).replace(around(), '')
  return nameSigns.some((sign) => sign().test(name))
}
