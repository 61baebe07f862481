import { analyse } from 'chardet'

/** Whether nearly all bytes beyond ASCII are valid sequences of UTF-8. */
export function isDamagedUtf8(raw: string): boolean {
  const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/gu
  return shareOf(raw, sequence) > 0.8
}

/** In bytes; the frequencies of more say nothing new. */
const maxSample = 65_536

/**
 * The encoding of a text that is not UTF-8, undefined if it is unclear; and the most probable one, for a message. `raw` has a
 * character per byte.
 */
export function detectEncoding(raw: string) {
  const words = (raw.match(/\S*[\x80-\xff]\S*/gu) ?? []).join(' ').slice(0, maxSample)
  const [{ name: guess, confidence } = noGuess] = analyse(Buffer.from(words, 'latin1'))
  const isLatin = shareOf(raw, latin) > 0.85
  const encoding = isLatin ? latinEncoding(raw, guess, confidence) : otherEncoding(raw, guess, confidence)
  return { encoding, guess }
}

const noGuess = { name: 'windows-1252', confidence: 0 }

/** The share of the bytes beyond ASCII that a pattern matches. */
function shareOf(raw: string, pattern: RegExp): number {
  return count(raw, pattern) / count(raw, /[\x80-\xff]/gu)
}

function count(raw: string, pattern: RegExp): number {
  return raw.match(pattern)?.join('').length ?? 0
}

/** Accents and typographic marks are single, except for a few pairs; in other scripts whole words are beyond ASCII. */
const latin = /(?<![\x80-\xff])[\x80-\xff]{1,2}(?![\x80-\xff])/gu
const latinName = /8859-[129]$|125[024]$/u
/** Letters of ISO 8859-2 and windows-1250 that are symbols in windows-1252; one may be a symbol. */
const polish =
  /[a-z](?:\xb1|[\xb3\xb6\xb9\xbc\xbf](?=[a-z])).*[a-z](?:\xb1|[\xb3\xb6\xb9\xbc\xbf](?=[a-z]))/su
const onlyWindows1250 = /[\x8c\x8f\x9c\x9f\xb9]/u

function latinEncoding(raw: string, guess: string, confidence: number): string {
  if (polish.test(raw)) return onlyWindows1250.test(raw) ? 'windows-1250' : 'iso-8859-2'
  return latinName.test(guess) && confidence > 60 ? guess : 'windows-1252'
}

/** In bytes beyond ASCII; fewer are not enough to decide. */
const minEvidence = 8
const kana = /\x82[\x9f-\xf1]|\x83[\x40-\x96]/gu
/** Words in windows-1251. Words of Greek and Hebrew rarely match, and those of KOI8-R never do. */
const cyrillic =
  /(?<![\x80-\xff])[\xa8\xaa\xaf\xb2\xc0-\xdf]?[\xb3\xb4\xb8\xba\xbf\xe0-\xff]+(?![\x80-\xff])/gu
/** Greek and Hebrew words may look like Cyrillic ones. */
const similarName = /8859-[78]$|125[35]$/u
/** The frequent characters and the punctuation of GB 2312, and those that are no Korean syllables in EUC-KR. */
const [frequentHan, laterHan] = [/[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]/gu, /[\xc9-\xd7][\xa1-\xfe]/gu]

function otherEncoding(raw: string, guess: string, confidence: number): string | undefined {
  if (shareOf(raw, kana) > 0.1) return 'shift_jis'
  if (count(raw, /[\x80-\xff]/gu) < minEvidence) return undefined
  const isCyrillic = shareOf(raw, cyrillic) > 0.9
  if (isCyrillic && !(similarName.test(guess) && confidence > 50)) return 'windows-1251'
  if (confidence > 20 && !latinName.test(guess)) return guess
  return shareOf(raw, frequentHan) > 0.9 && shareOf(raw, laterHan) > 0.2 ? 'gb18030' : undefined
}
