import { isFlag } from './command-line.js'
import { isFunctionWord, isProse } from './prose.js'
import { hasWordCharacter } from './word-character.js'
import { lazyPattern } from '../lazy-pattern.js'

const dashedWord = lazyPattern(String.raw`^-(\p{L}[\p{L}\p{M}\p{N}]*(?:[-_.][\p{L}\p{M}\p{N}]+)*)\*?$`, 'u')
const shortFlag = /^[\x20-\x7e]{1,2}$/u
/** German, Dutch and the Nordic languages leave out what compounds share: `Konsolen und -Emulatoren`. */
const compoundJoint = /^(?:bzw\.|eller|en|oder|och|og|und)$/u
/** Shell variables and prompts, pipes, assignments, calls. */
const code = lazyPattern('[;={}<>|\\\\`]|\\$(?!\\p{N})|[^(]\\(', 'u')

function isDashed(word: string): boolean {
  return word.startsWith('-') && hasWordCharacter(word)
}

function isUnwanted(words: readonly string[], index: number): boolean {
  const [, word] = dashedWord().exec(words[index] ?? '') ?? []
  if (word === undefined || shortFlag.test(word)) return false
  const [before = '', earlier = ''] = [words[index - 1], words[index - 2]]
  if (isFunctionWord(before) || compoundJoint.test(before) || before.endsWith(':')) return false
  return !isFlag(word, [before, earlier])
}

/**
 * Whether words behind a dash are unwanted ones, rather than a command line's flags, numbers, or thoughts set between
 * dashes: all of them or none. Between or before other words they count only in what is no sentence.
 */
export function dashesCount(words: readonly string[]): boolean {
  const first = words.findIndex(isDashed)
  if (first < 0 || words.some((word) => code().test(word))) return false
  if (words.some((word, index) => isDashed(word) && !isUnwanted(words, index))) return false
  const isLast = words.slice(first).every((word) => isDashed(word) || !hasWordCharacter(word))
  return isLast || !words.some(isProse)
}
