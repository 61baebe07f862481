import { lazyPattern } from './lazy-pattern.js'

/**
 * In normal form whatever stands beside them: ASCII, letters with the accents of Western Europe, Cyrillic letters, kana,
 * common ideographs, common punctuation. Other characters may be so as well.
 */
const settled =
  /^[\0-\x7f\u00b7\u00c0-\u00ff\u0410-\u044f\u2013\u2014\u2018-\u201e\u2022\u3001\u3002\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/
/** NFKC takes these vowel signs of Thai and Lao apart, and word segmentation does not know the parts. */
const keptWhole = /[^\u0e33\u0eb3]+/gu
/**
 * Where a word may be broken, its letters joined or stretched, or how a character is drawn (text or emoji, which of a
 * Han character's shapes); nothing that is read.
 */
const invisible = lazyPattern(String.raw`[\u00ad\u0640\u200b-\u200d\u2060\ufeff\p{Variation_Selector}]`, 'gu')

/** One form for texts that look the same: compatibility forms folded (NFKC), lone surrogates replaced. */
export function normalise(text: string): string {
  if (settled.test(text)) return text
  return text
    .toWellFormed()
    .replace(invisible(), '')
    .replace(keptWhole, (part) => part.normalize('NFKC'))
}
