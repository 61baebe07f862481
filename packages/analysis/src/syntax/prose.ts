import { lazyPattern } from '../lazy-pattern.js'
import { isStopWord } from '../stop-words.js'

const firstLetters = lazyPattern(String.raw`[\p{L}\p{M}]+`, 'u')

/** Whether sentences need a word and searches do not; single letters can be names (`vitamin A`). */
export function isFunctionWord(word: string): boolean {
  const [letters = ''] = firstLetters().exec(word) ?? []
  return letters.length > 1 && isStopWord(letters)
}

const endsSentence = /[,;:?!.]$/u

/** Whether a word, or the punctuation attached to it, indicates a sentence. */
export function isProse(word: string): boolean {
  return isFunctionWord(word) || endsSentence.test(word)
}

/**
 * What statements say after a stressed NOT: `login NOT working` must not exclude texts about a login that does not
 * work.
 */
const stated = new Set(
  `able active available bad blank broken building clear complete completely compiling connecting correct correctly
displaying done empty enabled enough equal exist existing exists fine firing fixed found fully getting going good
happening installing launching live loading log logging match matching missing moving necessary null ok okay open
opening optional passing persisting playing possible present printing public ready real really receiving rendering
replying required respond responding running safe same saving sending sent set showing starting stopping sure syncing
true understand understood up updating updated using valid visible waking work working works`.split(/\s+/u),
)
const participle = /[^e]ed$/u

/** Whether a word after NOT completes a statement in which NOT is stressed. */
export function isStated(word: string): boolean {
  const lower = word.toLowerCase()
  return stated.has(lower) || participle.test(lower)
}

const common = /[0-9A-Za-z]/
const wordCharacter = lazyPattern(String.raw`[\p{L}\p{N}\p{M}\p{Co}]`, 'u')

/** Whether a text contains anything that is indexed: a letter, a digit, a mark, a private-use character. */
export function hasWordCharacter(text: string): boolean {
  return common.test(text) || wordCharacter().test(text)
}
