import { lazyWords } from '../lazy-pattern.js'
import { isStopWord } from '../stop-words.js'

/** Whether sentences need a word and searches do not; single letters can be names (`vitamin A`). */
export function isFunctionWord(word: string): boolean {
  const [letters = ''] = /[\p{L}\p{M}]+/u.exec(word) ?? []
  return letters.length > 1 && isStopWord(letters)
}

/** Whether a word, or the punctuation attached to it, indicates a sentence. */
export function isProse(word: string): boolean {
  return isFunctionWord(word) || /[,;:?!.]$/u.test(word)
}

/**
 * What statements say after a stressed NOT: `login NOT working` must not exclude texts about a login that does not
 * work.
 */
const stated = lazyWords(
  `able active available bad blank broken building clear complete completely compiling connecting correct correctly
  displaying done empty enabled enough equal exist existing exists fine firing fixed found fully getting going good
  happening installing launching live loading log logging match matching missing moving necessary null ok okay open
  opening optional passing persisting playing possible present printing public ready real really receiving rendering
  replying required respond responding running safe same saving sending sent set showing starting stopping sure
  syncing true understand understood up updating updated using valid visible waking work working works`,
)

/** Whether a word after NOT completes a statement in which NOT is stressed. */
export function isStated(word: string): boolean {
  const lower = word.toLowerCase()
  return stated().has(lower) || /[^e]ed$/u.test(lower)
}

/** Whether a text contains anything that is indexed: a letter, a digit, a mark, a private-use character. */
export function hasWordCharacter(text: string): boolean {
  return /[0-9A-Za-z]/.test(text) || /[\p{L}\p{N}\p{M}\p{Co}]/u.test(text)
}
