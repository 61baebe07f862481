import { isSpelledWord, spellingVariants } from './spelling-variants.js'

/** Below this two edits leave too little of a word to tell it by. */
const shortestTwiceMisspelled = 8

const prefixLetters = 4

/**
 * Beginnings of the words that stand within two edits of a word of at least 8 letters: its own first four letters, and
 * those of every variant of its first five. About 180 for a word in the letters a to z. A word is missed only if both
 * edits stand in its first five letters. Less than half as many words begin so as begin with the word's first two
 * letters, and a third more of the right ones are among them.
 *
 * @returns in a fixed order, without repeats; none for shorter words and what is not `isSpelledWord`
 */
export function spellingPrefixes(word: string): string[] {
  if (word.length < shortestTwiceMisspelled || !isSpelledWord(word)) return []
  const beginnings = [word, ...spellingVariants(word.slice(0, prefixLetters + 1))]
  return [...new Set(beginnings.map((beginning) => beginning.slice(0, prefixLetters)))]
}
