import { isFunctionWord } from './prose.js'
import type { Token } from './tokens.js'
import { hasWordCharacter } from './word-character.js'
import { lazyPattern } from '../lazy-pattern.js'

const searchWord = lazyPattern(String.raw`^[\p{L}\p{M}\p{N}@#._/~$][\p{L}\p{M}\p{N}@#._/~$\-+:'’%&\\]*$`, 'u')
const endsOpen = /[.:]$/u
const notShouted = lazyPattern(String.raw`[\p{Ll}\p{Lo}]`, 'u')
/** Where these stand, operators are the subject. */
const aboutOperators = new Set(
  'operator operators gate gates logical boolean bitwise precedence truthy'.split(' '),
)

function canBeSearched(word: string): boolean {
  if (!searchWord().test(word) || endsOpen.test(word) || !hasWordCharacter(word)) return false
  return !isFunctionWord(word) && !aboutOperators.has(word.toLowerCase())
}

/**
 * Whether AND, OR and NOT join what they stand between: only in a query that is no sentence and no code (its bare words
 * are words one would search for) and that is not in capitals throughout.
 */
export function operatorsCount(tokens: readonly Token[]): boolean {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.text] : []))
  if (!words.every(canBeSearched)) return false
  const isDeliberate = tokens.some(({ kind }) => kind === 'phrase' || kind === 'prefix')
  return isDeliberate || words.some((word) => notShouted().test(word))
}
