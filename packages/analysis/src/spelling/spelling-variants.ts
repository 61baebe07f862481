import { lazyPattern } from '../lazy-pattern.js'

/** With fewer nearly everything is one letter from another word: `cat` from `car`, `can` and `hat`. */
const fewestLetters = 4

/** A longer run of letters is no word that somebody typed, and its variants would be thousands. */
const mostLetters = 32

/**
 * Whether a word may be misspelled: 4 to 32 letters of one script that spells words letter by letter. Not so what holds
 * a digit or anything else but letters, as identifiers, hashes and numbers do: a wrong code is another code.
 *
 * @param word folded: lower case, without diacritics
 */
export function isSpelledWord(word: string): boolean {
  return word.length >= fewestLetters && word.length <= mostLetters && alphabetOf(word).length > 0
}

/**
 * Every string one edit away from a word (optimal string alignment): one letter left out, two neighbours swapped, one
 * letter replaced, one letter put in; in this order, without repeats. At most 53 × letters + 25 of them for a
 * word in the letters a to z; none for what is not `isSpelledWord`.
 *
 * @param word folded: lower case, without diacritics
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

interface Script {
  readonly pattern: () => RegExp
  /** Those that are left when words are folded: й is и, ς is σ. */
  readonly letters: string
}

/** Scripts whose words are spelled letter by letter, so that a wrong letter is a typo and not another word. */
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
 * The letters that may be missing from a word or stand wrongly in it: those of its script, and its own where they
 * are no usual ones (`ß`, `ø`). Empty for words of mixed or other scripts, and for whatever is not made of letters
 * alone: a wrong digit makes another number or another code, not a typo.
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
