import { isStopWord } from '../stop-words/stop-words.js'
import { lazyPattern } from '../lazy-pattern.js'

const firstLetters = lazyPattern(String.raw`[\p{L}\p{M}]+`, 'u')
const endsSentence = /[,;:?!.]$/u

/** Whether a word is one that sentences need and searches do not; single letters are names as well (`vitamin A`). */
export function isFunctionWord(word: string): boolean {
  const [letters = ''] = firstLetters().exec(word) ?? []
  return letters.length > 1 && isStopWord(letters)
}

/** Whether a word with what is attached to it shows that a sentence is being written. */
export function isProse(word: string): boolean {
  return isFunctionWord(word) || endsSentence.test(word)
}
