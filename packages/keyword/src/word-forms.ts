import { stemmer } from 'stemmer'
import { type Language, type OtherLanguage, stemmerOf } from './languages/language.js'
import { lazyPattern } from './lazy-pattern.js'
import { simplified } from './simplified.js'

const letters = /^[a-z]{3,64}$/u

/**
 * The common part of a word's forms. In English the Porter stem of words in a to z; all other words are their own stem. In other
 * languages the Snowball stem, followed by the code of the language: `Häuser` in German is `hausːde`. Stems of different
 * languages therefore never match; otherwise `notes`, which is `not` in French, would find every English text with `not`.
 * @param word folded if the language is English; else normalised, preferably with its accents
 * @throws TypeError if the language was not loaded
 */
export function stemWord(word: string, language: Language = 'en'): string {
  if (language !== 'en') return stemOther(word, language)
  return letters.test(word) ? stemmer(word) : word
}

/** The English stem of a word, then those in these languages. */
export function stemsOf(word: string, languages: readonly OtherLanguage[]): string[] {
  return [stemWord(word), ...languages.map((language) => stemWord(word, language))]
}

/** In some languages words of two letters have endings: `ev`, `evler`. */
const lettersElsewhere = /^[a-z]{2,64}$/u
/** Separates a stem from its language: a letter, so that the result is one word, but one that no language uses. */
const languageMark = 'ː'

/** Accents distinguish endings (`décidé`), so they are removed after the ending. */
function stemOther(word: string, language: OtherLanguage): string {
  const form = foldWord(word)
  const isStemmed = language === 'ru' ? /^\p{sc=Cyrl}{2,64}$/u.test(form) : lettersElsewhere.test(form)
  if (!isStemmed) return form
  return `${foldWord(stemmerOf(language)(word.toLowerCase()))}${languageMark}${language}`
}

/** Characters without accents, which folding does not change: letters and digits of ASCII, kana. */
const unchanged = /^[0-9A-Za-z\u3041-\u3096\u30a1-\u30fa]*$/

/** Letters and signs with another spelling that Unicode does not decompose; variants of Arabic letters. */
const spelledOut: ReadonlyMap<string, string> = new Map(
  'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ı=i ħ=h ς=σ ♯=# ی=ي ى=ي ک=ك ڪ=ك ٱ=ا ة=ه ہ=ه ە=ه ھ=ه ۃ=ه \u200c= ʻ=’ ʼ=’ ٫=. ٬=,'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/**
 * The form for comparing normalised words: lower case, without accents and other optional marks, ß and ligatures spelled out,
 * traditional Chinese characters as simplified ones. Signs of names are full-width, since the index of a store may split words at those of ASCII.
 */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (unchanged.test(lower)) return lower
  // Accents, Arabic vowel signs and Hebrew points are optional; marks in Indic and Thai words are not.
  return lower
    .normalize('NFD')
    .replace(/([\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{N}])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[ßæœøłđðþıħς♯یىکڪٱةہەھۃ\u200c]/gu, (letter) => spelledOut.get(letter) ?? letter)
    .replace(/\p{sc=Han}/gu, simplified)
    .replace(/[^\w\s\u0080-\uffff]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
}

/** Common characters that are always in normal form and combine with none before. */
const common = String.raw`\0-\x7f\u00b7\u00c0-\u00ff\u0410-\u044f\u2013\u2014\u2018-\u201e\u2022\u3001\u3002\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff`
const unchangedText = new RegExp(`^[${common}]*$`)
/** Characters that may change, with the one before and short texts between them: the patterns below are slow on whole texts. */
const changeable = new RegExp(`[^]?[^${common}]+(?:[${common}]{1,40}[^${common}]+){0,100}`, 'gu')

/** Matches what only joins or stretches words, marks the direction, or chooses how a character is drawn; not the tags of flags. */
export const invisible = String.raw`\u0640|(?![\u200b\u200c\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}`
const invisibleCharacter = lazyPattern(invisible, 'gu')
/** Arabic vowel signs on a character that stretches words. */
const stretched = lazyPattern(String.raw`[\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f\ufcf2-\ufcf4]`, 'gu')
/** NFKC splits these vowel signs of Thai and Lao, whose parts word segmentation does not know. */
const splittable = /[^\u0e33\u0eb3]+/gu

/** Apostrophes that are letters, Arabic separators in numbers, digits of other scripts. */
const unusual = lazyPattern(String.raw`[ʻʼ٫٬]|(?![0-9])\p{Nd}`, 'gu')

/** Unicode encodes the ten digits of a script in order; no block of digits directly follows another. */
function toDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

/**
 * Makes texts equal that look the same: NFKC, lone surrogates replaced, invisible characters removed, digits of all scripts as
 * those of ASCII. A zero-width space is a space; a zero-width non-joiner is kept, since it separates the parts of a word.
 */
export function normalise(text: string): string {
  return unchangedText.test(text) ? text : text.replace(changeable, normaliseAll)
}

function normaliseAll(text: string): string {
  return text
    .toWellFormed()
    .replace(stretched(), (sign) => sign.normalize('NFKC'))
    .replace(invisibleCharacter(), '')
    .replaceAll('\u200b', ' ')
    .replace(splittable, (part) => part.normalize('NFKC'))
    .replace(unusual(), (character) => spelledOut.get(character) ?? toDigit(character))
}
