import { analyse } from 'chardet'

/** In bytes; the frequencies of more say nothing new. */
const maxSample = 65_536

/**
 * The encoding of a text that is not valid UTF-8, undefined if it is unclear; `utf-8` if only a few bytes are damaged; and the most
 * probable one, for a message. `raw` has a character per byte.
 */
export function detectEncoding(raw: string): { encoding: string | undefined; guess: string } {
  const words = (raw.match(/\S*[\x80-\xff]\S*/gu) ?? []).join(' ').slice(0, maxSample)
  const [{ name, confidence } = noGuess] = analyse(Buffer.from(words, 'latin1'))
  if (name === 'UTF-8' || isDamagedUtf8(raw)) return { encoding: 'utf-8', guess: name }
  if (isShiftJis(raw)) return { encoding: 'shift_jis', guess: name }
  if (shareOf(raw, latin) > 0.85) return { encoding: latinEncoding(raw, name, confidence), guess: name }
  const guess = scriptOf(raw, name, confidence) ?? name
  return { encoding: isCertain(raw, guess, confidence) ? guess : undefined, guess }
}

const noGuess = { name: 'windows-1252', confidence: 0 }
const high = /[\x80-\xff]/gu
/** Whether bytes beyond ASCII come in pairs, as in the encodings of Chinese and Korean. */
const pairs = /^(?:[\0-\x7f]|[\xa1-\xfe]{2})*$/u
const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/gu

function isDamagedUtf8(raw: string): boolean {
  if (pairs.test(raw)) return false
  const others = bytesIn(raw, high) - bytesIn(raw, sequence)
  return shareOf(raw, sequence) > 0.8 || (/[a-z]/u.test(raw) && (raw.match(sequence)?.length ?? 0) >= others)
}

const shiftJis = /^(?:[\0-\x7f\xa1-\xdf]|[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc])*$/u
/** Kana, full-width letters and digits, and words of frequent characters. */
const japanese =
  /\x82[\x4f-\xf1]|\x83[\x40-\x96]|(?<![\w\x80-\xff])(?:[\x88-\x9f][\x40-\x7e\x80-\xfc]){2,}(?![a-z])/gu

function isShiftJis(raw: string): boolean {
  return shiftJis.test(raw) && shareOf(raw, japanese) > 0.1
}

/** The share of the bytes beyond ASCII that a pattern matches. */
function shareOf(raw: string, pattern: RegExp): number {
  return bytesIn(raw, pattern) / bytesIn(raw, high)
}

function bytesIn(raw: string, pattern: RegExp): number {
  return raw.match(pattern)?.join('').length ?? 0
}

/** Accents and typographic marks are single, except for short runs in a word; in other scripts whole words are beyond ASCII. */
const latin =
  /(?<![\x80-\xff])(?:[\x80-\xff]{1,2}|(?<=[a-z])[\x80-\xff]{3,4}|[\x80-\xff]{3,4}(?=[a-z]))(?![\x80-\xff])/giu
const latinName = /8859-[129]$|125[024]$/u
/** Letters of ISO 8859-2 and windows-1250 that are symbols in windows-1252; one may be a symbol. */
const polish = /(?:[a-z](?:[\x9f\xb1]|[\xb3\xb6\xb9\xbc\xbf](?=[a-z\xb3\xe0-\xff])).*?){2}/su
const onlyWindows1250 = /[\x8c\x8f\x9c\x9f\xb9]/u

function latinEncoding(raw: string, guess: string, confidence: number): string {
  if (polish.test(raw)) return onlyWindows1250.test(raw) ? 'windows-1250' : 'iso-8859-2'
  return latinName.test(guess) && confidence > 60 ? guess : 'windows-1252'
}

/** Words in windows-1251. Words of Greek and Hebrew rarely match, and those of KOI8-R never do. */
const cyrillic =
  /(?<![\x80-\xff])[\xa8\xaa\xaf\xb2\xc0-\xdf]?[\xb3\xb4\xb8\xba\xbf\xe0-\xff]+(?![\x80-\xff])/gu
/** Words in windows-874 with at least one vowel or tone mark above or below a letter. */
const thai =
  /(?<![\x80-\xff])(?=[\xa1-\xfb]*[\xd1\xd4-\xda\xe7-\xee])(?:[\xe0-\xe4]?[\xa1-\xce][\xd1\xd4-\xda\xe7-\xee]{0,3}[\xcf\xd0\xd2\xd3\xe5\xe6]*)+(?![\x80-\xff])/gu
/** Greek and Hebrew words may look like Cyrillic ones. */
const similarName = /8859-[78]$|125[35]$/u
/** The frequent characters and the punctuation of GB 2312, and those that are no Korean syllables in EUC-KR. */
const [frequentHan, laterHan] = [/[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]/gu, /[\xc9-\xd7][\xa1-\xfe]/gu]

/** The encoding that the bytes themselves show, before a guess by frequencies. */
function scriptOf(raw: string, guess: string, confidence: number): string | undefined {
  const isSimilar = similarName.test(guess) && confidence > 25
  if (shareOf(raw, cyrillic) > 0.9 && !isSimilar) return 'windows-1251'
  if (isThai(raw)) return 'windows-874'
  const isGuessed = confidence >= 50 && /^(?:big|euc|gb)/iu.test(guess)
  return pairs.test(raw) && !isGuessed && shareOf(raw, frequentHan) > 0.9 ? 'gb18030' : undefined
}

function isThai(raw: string): boolean {
  return shareOf(raw, thai) > 0.8 && (!pairs.test(raw) || bytesIn(raw, high) > 24)
}

/** Whether the bytes beyond ASCII are enough to decide. */
function isCertain(raw: string, encoding: string, confidence: number): boolean {
  if (bytesIn(raw, high) < (encoding === 'windows-1251' ? 4 : 8)) return false
  if (encoding === 'gb18030') return shareOf(raw.match(/[\xa1-\xfe]{2}/gu)?.join(' ') ?? '', laterHan) > 0.2
  return /^windows-(?:1251|874)$/u.test(encoding) || (confidence >= 50 && !latinName.test(encoding))
}
