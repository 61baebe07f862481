import { lazyPattern } from '../lazy-pattern.js'

/** Nearly everything shorter is one letter from another word: `cat` from `car`, `can` and `hat`. */
const fewestLetters = 4
/** A longer run of letters is not a typed word and would have thousands of variants. */
const mostLetters = 32

/**
 * Whether a word can be corrected: 4 to 32 letters of one alphabetic script. Identifiers, hashes and numbers cannot:
 * another digit is another code.
 * @param word folded
 */
export function isSpelledWord(word: string): boolean {
  return word.length >= fewestLetters && word.length <= mostLetters && alphabetOf(word).length > 0
}

/**
 * Every string one edit away from a word (optimal string alignment): a letter deleted, two neighbours swapped, a letter
 * replaced, a letter inserted; in this order, without repeats. At most 53 × letters + 25 for a word in a to z; none for
 * words that are not `isSpelledWord`.
 * @param word folded
 */
export function spellingVariants(word: string): string[] {
  if (!isSpelledWord(word)) return []
  const alphabet = alphabetOf(word)
  const letters = [...word]
  const positions = letters.map((letter, at) => ({
    before: letters.slice(0, at).join(''),
    letter,
    next: letters[at + 1] ?? '',
    after: letters.slice(at + 1).join(''),
  }))
  const variants = new Set([
    ...positions.map(({ before, after }) => before + after),
    ...positions
      .slice(0, -1)
      .map(({ before, letter, next, after }) => before + next + letter + after.slice(next.length)),
    ...positions.flatMap(({ before, after }) => alphabet.map((letter) => before + letter + after)),
    ...positions.flatMap(({ before, letter, after }) =>
      alphabet.map((added) => before + added + letter + after),
    ),
    ...alphabet.map((added) => word + added),
  ])
  variants.delete(word)
  return [...variants]
}

/** Two edits leave too little of a shorter word. */
const shortestTwiceMisspelled = 8
const prefixLetters = 4

/**
 * The beginnings of the words within two edits of a word of at least 8 letters: its first four letters, and those of
 * every variant of its first five; about 180 for a word in a to z. Misses words whose edits are both in the first five
 * letters.
 * @returns in a fixed order, without repeats; none for words that are shorter or not `isSpelledWord`
 */
export function spellingPrefixes(word: string): string[] {
  if (word.length < shortestTwiceMisspelled || !isSpelledWord(word)) return []
  const beginnings = [word, ...spellingVariants(word.slice(0, prefixLetters + 1))]
  return [...new Set(beginnings.map((beginning) => beginning.slice(0, prefixLetters)))]
}

/**
 * Scripts whose words are spelled with letters, so that a wrong letter is a typo, without the letters that folding
 * replaces: й by и, ς by σ.
 */
const alphabets: readonly (readonly [script: string, letters: string])[] = [
  ['Latin', 'abcdefghijklmnopqrstuvwxyz'],
  ['Cyrillic', 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґ'],
  ['Greek', 'αβγδεζηθικλμνξοπρστυφχψω'],
]
const scripts = alphabets.map(([script, letters]) => ({
  pattern: lazyPattern(String.raw`^(?:(?=\p{L})\p{Script=${script}})+$`, 'u'),
  letters,
}))

/**
 * The letters that may be missing from a word or wrong in it: those of its script, and unusual ones of its own (`ß`,
 * `ø`). Empty for words of mixed or other scripts and with other characters than letters.
 */
function alphabetOf(word: string): readonly string[] {
  const script = scripts.find(({ pattern }) => pattern().test(word))
  return script ? [...new Set([...script.letters, ...word])] : []
}
