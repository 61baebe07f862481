import { normalizeContent } from './record-id.js'

/** A comparison of two texts. */
export interface TextComparison {
  /** From 0, no shared pairs of adjacent words, to 1, the same words in the same order. */
  readonly similarity: number
  /** Why similar texts may have different meanings; null if no difference was found. */
  readonly difference: 'numbers' | 'negation' | 'words' | null
  /** Whether the similarity is at least 0.8, without a difference. */
  readonly isNearDuplicate: boolean
}

/** The similarity of twelve words and the same words with one more. */
const threshold = 0.8

/**
 * Compares two texts by the Jaccard coefficient of their two-word shingles (Broder 1997, “On the resemblance and containment of
 * documents”), which include the start and the end of the text.
 *
 * A false duplicate loses a text, while a missed one costs a row. Texts are therefore also different if their numbers differ, if one
 * has more negations, or if each has a word that the other lacks (`open` and `closed`). Paraphrases are not detected.
 */
export function compareTexts(one: string, other: string): TextComparison {
  const texts = [normalizeContent(one), normalizeContent(other)] as const
  const lists = [wordsOf(texts[0]), wordsOf(texts[1])] as const
  const isEqual = texts[0] === texts[1]
  const similarity = isEqual ? 1 : jaccard(shinglesOf(lists[0]), shinglesOf(lists[1]))
  const difference = isEqual ? null : findDifference(texts, lists)
  return { similarity, difference, isNearDuplicate: difference === null && similarity >= threshold }
}

/** Lower-case words; in scripts without spaces, each letter is a word. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? []
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const wordPattern = new RegExp(String.raw`[${unspaced}]\p{M}*|(?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+`, 'gu')

function shinglesOf(words: readonly string[]): ReadonlySet<string> {
  if (words.length === 0) return new Set()
  const withEnds = ['', ...words, '']
  return new Set(withEnds.slice(1).map((word, before) => `${withEnds[before]}\0${word}`))
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const shingle of one) if (other.has(shingle)) shared += 1
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}

function findDifference(
  [one, other]: readonly [string, string],
  [words, otherWords]: readonly [readonly string[], readonly string[]],
): TextComparison['difference'] {
  if (numbersOf(one).join(' ') !== numbersOf(other).join(' ')) return 'numbers'
  if (negationsOf(one) !== negationsOf(other)) return 'negation'
  const haveOther = hasWordBeyond(words, otherWords) && hasWordBeyond(otherWords, words)
  return haveOther ? 'words' : null
}

/** Numbers in order, with sign and fraction, without the punctuation after them. */
function numbersOf(text: string): string[] {
  return text.match(/(?<![\p{L}\p{N}])[-−+]?\p{N}+(?:[.,:]\p{N}+)*|\p{N}+(?:[.,:]\p{N}+)*/gu) ?? []
}

function hasWordBeyond(words: readonly string[], others: readonly string[]): boolean {
  const otherWords = new Set(others)
  return words.some((word) => !otherWords.has(word))
}

/** The number of negating words, or in scripts without spaces, characters. */
function negationsOf(text: string): number {
  return text.toLowerCase().match(negations)?.length ?? 0
}

/** The negations of common languages. A word with another meaning in another language only causes a missed duplicate. */
const negations = new RegExp(
  [
    String.raw`n['’]t(?!\p{L})`,
    String.raw`(?<!\p{L})(?:${[
      'no|not|never|none|nothing|nor|neither|cannot|without|except|unless',
      'nicht|nichts|kein(?:e|en|em|er|es)?|nie|niemals|ohne|weder|außer',
      'ne|pas|jamais|aucune?|rien|sans|sauf|nunca|jamás|ningún|ninguna?|sin|nada|não|nem|sem|non|mai|senza|niente',
      'niet|niets|geen|nooit|zonder|inte|icke|aldrig|utan|ikke|aldri|uten|uden|ei|nie|bez|ani',
      'не|нет|ни|никогда|без|ні|hayır|değil|yok|asla|không|chưa|tidak|bukan|jangan|नहीं|न|मत|لا|ليس|لم|لن|بدون|לא|אין|בלי',
    ].join('|')})(?!\p{L})`,
    '[不没沒未無无非勿别別莫禁]|ない|なかった|なく|ません|않|없|아니|못|안 ',
    'ไม่|ห้าม',
  ].join('|'),
  'gu',
)
