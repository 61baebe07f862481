import { findDifference, jaccard, lazyPattern, readFacts, type TextFacts } from '../text-facts.js'
import { normalizeContent } from './record-id.js'

/** A comparison of two texts. */
export interface TextComparison {
  /** From 0, no shared pairs of adjacent words, to 1, the same words in the same order. */
  readonly similarity: number
  /** Why similar texts may have different meanings; null if no difference was found. */
  readonly difference: keyof TextFacts | 'words' | null
  /** Whether the similarity is at least 0.8, without a difference. */
  readonly isNearDuplicate: boolean
}

/** The similarity of twelve words and the same words with one more. */
const threshold = 0.8

/**
 * Compares two texts by the Jaccard coefficient of their two-word shingles (Broder 1997, “On the resemblance and containment of
 * documents”), which include the start and the end of the text.
 *
 * A false duplicate loses a text, while a missed one costs a row. Texts are therefore also different if their facts differ
 * (`readFacts`), or if each has a word that the other lacks (`open` and `closed`). Paraphrases are not detected.
 */
export function compareTexts(one: string, other: string): TextComparison {
  const texts = [normalizeContent(one), normalizeContent(other)] as const
  const lists = [wordsOf(texts[0]), wordsOf(texts[1])] as const
  const isEqual = texts[0] === texts[1]
  const similarity = isEqual ? 1 : jaccard(shinglesOf(lists[0]), shinglesOf(lists[1]))
  const haveOther = !isEqual && hasWordBeyond(lists[0], lists[1]) && hasWordBeyond(lists[1], lists[0])
  // Most texts differ in their words, which is faster to find out.
  const difference = haveOther ? 'words' : isEqual ? null : findDifference(readFacts(one), readFacts(other))
  return { similarity, difference, isNearDuplicate: difference === null && similarity >= threshold }
}

/** Lower-case words; in scripts without spaces, each letter is a word. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(wordPattern()) ?? []
}

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const wordPattern = lazyPattern(String.raw`[${unspaced}]\p{M}*|(?:(?![${unspaced}])[\p{L}\p{N}\p{M}])+`, 'gu')

function shinglesOf(words: readonly string[]): ReadonlySet<string> {
  if (words.length === 0) return new Set()
  const withEnds = ['', ...words, '']
  return new Set(withEnds.slice(1).map((word, before) => `${withEnds[before]}\0${word}`))
}

/** Whether a text has a word, except a number, that another one lacks. */
function hasWordBeyond(words: readonly string[], others: readonly string[]): boolean {
  const otherWords = new Set(others)
  return words.some((word) => !otherWords.has(word) && !/^\p{N}+$/u.test(word))
}
