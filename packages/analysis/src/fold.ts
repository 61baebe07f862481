import { lazyPattern } from './lazy-pattern.js'

/** Letters that stand for others without being composed of them. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
}

/** What has no accents and stays as it is: ASCII, kana and common ideographs. */
const settled = /^[\0-\x7f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/
const spelled = /[ßæœøłđðþıħς]/gu
/** Accents, Arabic vowel signs and Hebrew points may be left out in writing; marks of Indic and Thai words may not. */
const optionalMarks = lazyPattern(
  String.raw`([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{N}])\p{M}+`,
  'gu',
)

/**
 * A word as it is compared: lower case, without accents and other marks that people leave out, ligatures and letters
 * such as ß spelled out. Takes a word in normal form.
 */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (settled.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(optionalMarks(), '$1')
    .normalize('NFC')
    .replace(spelled, (letter) => spelledOut[letter] ?? letter)
}
