import { alphabetOf } from './alphabet.js'

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
