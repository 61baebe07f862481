import { normalizeContent } from './record-id.js'

/** How alike two texts are. */
export interface TextComparison {
  /** From 0, no two words in common that follow each other, to 1, the same words in the same order. */
  readonly similarity: number
  /** Why they say different things although they are alike; null if nothing speaks against it. */
  readonly difference: 'numbers' | 'negation' | 'words' | null
  /** Whether they are alike enough, and nothing says that they differ. */
  readonly isNearDuplicate: boolean
}

/** The similarity from which texts are near-duplicates; the doc comment of `compareTexts` says why. */
const threshold = 0.8

/**
 * Compares two texts by the Jaccard coefficient of their shingles of two words (Broder 1997, “On the resemblance and
 * containment of documents”): how many pairs of neighbouring words they share, of all that either has. The beginning and
 * the end of a text count as words. Pairs see the order of words, which single words do not, and one word that is added
 * costs short texts as much as they differ by it: the similarity is 0.8 for one word added to twelve.
 *
 * A text that is wrongly taken for a duplicate is lost, one that is wrongly kept costs a row. So alike is not enough: texts
 * differ if their numbers differ, if one has more words of negation, or if each has a word that the other lacks (`open`
 * and `closed`). What is left are the same words with other punctuation, case and order, and a few more words in one text.
 * Paraphrases are for vectors.
 */
export function compareTexts(one: string, other: string): TextComparison {
  const texts = [normalizeContent(one), normalizeContent(other)] as const
  const lists = [wordsOf(texts[0]), wordsOf(texts[1])] as const
  const isEqual = texts[0] === texts[1]
  const similarity = isEqual ? 1 : jaccard(shinglesOf(lists[0]), shinglesOf(lists[1]))
  const difference = isEqual ? null : findDifference(texts, lists)
  return { similarity, difference, isNearDuplicate: difference === null && similarity >= threshold }
}

/** Stretches of letters with their marks and digits, in lower case; those of scripts without spaces one by one. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? []
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const wordPattern = new RegExp(String.raw`[${unspaced}]\p{M}*|(?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+`, 'gu')

/** The pairs of neighbouring words; a text without words has none. */
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
  const hasOwn = hasWordBeyond(words, otherWords) && hasWordBeyond(otherWords, words)
  return hasOwn ? 'words' : null
}

/** Numbers in their order, with sign and fraction. Punctuation after a number does not belong to it. */
function numbersOf(text: string): string[] {
  return text.match(/(?<![\p{L}\p{N}])[-−+]?\p{N}+(?:[.,:]\p{N}+)*|\p{N}+(?:[.,:]\p{N}+)*/gu) ?? []
}

function hasWordBeyond(words: readonly string[], others: readonly string[]): boolean {
  const otherWords = new Set(others)
  return words.some((word) => !otherWords.has(word))
}

/** How many words, or in scripts without spaces characters, of the text negate something. */
function negationsOf(text: string): number {
  return text.toLowerCase().match(negations)?.length ?? 0
}

/** Of the languages that most texts are in; a word that means something else in another one only keeps both texts. */
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
