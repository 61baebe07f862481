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
  const places = letters.map((letter, at) => placeIn(letters, letter, at))
  const variants = new Set([
    ...places.map(({ before, after }) => before + after),
    ...places.slice(1).map(({ letter, after }, at) => swapped(places[at], letter, after)),
    ...places.flatMap(({ before, after }) => alphabet.map((letter) => before + letter + after)),
    ...places.flatMap(({ before, letter, after }) =>
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

interface Script {
  readonly pattern: () => RegExp
  /** Without the letters that folding replaces: й by и, ς by σ. */
  readonly letters: string
}

/** Scripts whose words are spelled with letters, so that a wrong letter is a typo. */
const scripts: readonly Script[] = [
  { pattern: lazyPattern(String.raw`^\p{Script=Latin}+$`, 'u'), letters: 'abcdefghijklmnopqrstuvwxyz' },
  {
    pattern: lazyPattern(String.raw`^\p{Script=Cyrillic}+$`, 'u'),
    letters: 'абвгдежзиклмнопрстуфхцчшщъыьэюяєіґ',
  },
  { pattern: lazyPattern(String.raw`^\p{Script=Greek}+$`, 'u'), letters: 'αβγδεζηθικλμνξοπρστυφχψω' },
]

const lettersOnly = lazyPattern(String.raw`^\p{L}+$`, 'u')

/**
 * The letters that may be missing from a word or wrong in it: those of its script, and unusual ones of its own (`ß`,
 * `ø`). Empty for words of mixed or other scripts and with other characters than letters.
 */
function alphabetOf(word: string): readonly string[] {
  const script = scripts.find(({ pattern }) => pattern().test(word))
  if (!script || !lettersOnly().test(word)) return []
  return [...new Set([...script.letters, ...word])]
}

interface Place {
  readonly before: string
  readonly letter: string
  readonly after: string
}

function placeIn(letters: readonly string[], letter: string, at: number): Place {
  return { before: letters.slice(0, at).join(''), letter, after: letters.slice(at + 1).join('') }
}

function swapped(first: Place | undefined, letter: string, after: string): string {
  return `${first?.before ?? ''}${letter}${first?.letter ?? ''}${after}`
}
