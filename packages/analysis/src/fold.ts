import { lazyPattern } from './lazy-pattern.js'

/** What has no accents and stays as it is: ASCII, kana and common ideographs. */
const settled = /^[\0-\x7f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/

/** Accents, Arabic vowel signs and Hebrew points may be left out in writing; marks of Indic and Thai words may not. */
const optionalMarks = lazyPattern(
  String.raw`([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{N}])\p{M}+`,
  'gu',
)

const spelled = /[ßæœøłđðþıħς]/gu

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

/**
 * In normal form whatever stands beside them: ASCII, letters with the accents of Western Europe, Cyrillic letters, kana,
 * common ideographs, common punctuation. Other characters may be so as well.
 */
const settledText =
  /^[\0-\x7f\u00b7\u00c0-\u00ff\u0410-\u044f\u2013\u2014\u2018-\u201e\u2022\u3001\u3002\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/

/**
 * Where a word may be broken, its letters joined or stretched, or how a character is drawn (text or emoji, which of a
 * Han character's shapes); nothing that is read.
 */
const invisible = lazyPattern(String.raw`[\u00ad\u0640\u200b-\u200d\u2060\ufeff\p{Variation_Selector}]`, 'gu')

/** NFKC takes these vowel signs of Thai and Lao apart, and word segmentation does not know the parts. */
const keptWhole = /[^\u0e33\u0eb3]+/gu

/** One form for texts that look the same: compatibility forms folded (NFKC), lone surrogates replaced. */
export function normalise(text: string): string {
  if (settledText.test(text)) return text
  return text
    .toWellFormed()
    .replace(invisible(), '')
    .replace(keptWhole, (part) => part.normalize('NFKC'))
}
