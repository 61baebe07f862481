import { lazyPattern } from '../lazy-pattern.js'

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
export function alphabetOf(word: string): readonly string[] {
  const script = scripts.find(({ pattern }) => pattern().test(word))
  if (!script || !lettersOnly().test(word)) return []
  return [...new Set([...script.letters, ...word])]
}
