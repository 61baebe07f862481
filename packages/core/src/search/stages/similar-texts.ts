import { findDifference, jaccard, type Locator, readFacts, type TextFacts } from '@recallite/store'
import type { ReadItem } from './ranked-items.js'

/** Decides whether an item repeats a better one; caches the words and facts of the texts it has compared. */
export type DuplicateTest = ReturnType<typeof createDuplicateTest>

/** The minimum Jaccard similarity of two texts, and the minimum share of a span's lines. */
const minShared = 0.9

/** In words. */
const shingleLength = 3

/** Shorter texts depend on their document and heading: `Status: active` in two files is two facts. */
const minWords = 20

/** Scripts without spaces between words, where each character counts as a word. */
const unspaced = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]/u

/**
 * An item repeats a better one if 9 of 10 of its lines are lines of the better one, or if both texts have twenty words or more,
 * similar three-word shingles (Jaccard similarity from 0.9; Broder, "On the resemblance and containment of documents", 1997), the
 * same facts (`readFacts`) and the same query coverage: texts that differ in an amount, a sign or a negation are not duplicates.
 */
export function createDuplicateTest() {
  const cached = new Map<string, Shingles>()
  const shinglesOf = ({ id, item }: ReadItem): Shingles => {
    const shingles = cached.get(id) ?? toShingles(item.text)
    cached.set(id, shingles)
    return shingles
  }
  return {
    repeats: (item: ReadItem, better: ReadItem): boolean =>
      isInside(item.item.locator, better.item.locator) ||
      isCopied(item, better) ||
      (hasSameTerms(item, better) &&
        hasSimilarLength(item.item.text, better.item.text) &&
        isNearDuplicate(shinglesOf(item), shinglesOf(better))),
  }
}

/** The words of a text in lower case: runs of letters, marks and digits; single characters in scripts without spaces. */
export function wordsIn(text: string): string[] {
  const runs = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return runs.flatMap((run) => (unspaced.test(run) ? [...run] : [run]))
}

/** Whether two texts are versions of one: two of five of their three-word shingles (words, if short) are the same. */
export function isRevised(text: string, other: string): boolean {
  const [words, others] = [wordsIn(text), wordsIn(other)]
  const isShort = Math.min(words.length, others.length) < minWords
  const partsOf = (list: readonly string[]) => (isShort ? new Set(list) : shinglesIn(list))
  return jaccard(partsOf(words), partsOf(others)) >= 0.4
}

interface Shingles {
  readonly words: number
  readonly set: ReadonlySet<string>
  readonly facts: () => TextFacts
}

function toShingles(text: string): Shingles {
  const words = wordsIn(text)
  let facts: TextFacts | undefined
  return { words: words.length, set: shinglesIn(words), facts: () => (facts ??= readFacts(text)) }
}

function shinglesIn(words: readonly string[]): Set<string> {
  const last = Math.max(0, words.length - shingleLength)
  return new Set(words.slice(0, last + 1).map((_, from) => words.slice(from, from + shingleLength).join(' ')))
}

/** Whether two texts stand in equal files, one of which is named like a copy of the other. */
function isCopied(item: ReadItem, better: ReadItem): boolean {
  const [a, b] = [item, better].map(({ isEqual, copyOf, item: { locator } }) => {
    return `${locator.root}:${isEqual ? copyOf : locator.path}:${locator.startLine}`
  })
  return a === b && item.item.text === better.item.text
}

function isNearDuplicate(a: Shingles, b: Shingles): boolean {
  if (Math.min(a.words, b.words) < minWords) return false
  const isPossible = Math.min(a.set.size, b.set.size) >= minShared * Math.max(a.set.size, b.set.size)
  const isSimilar = isPossible && jaccard(a.set, b.set) >= minShared
  return isSimilar && findDifference(a.facts(), b.facts()) === null
}

function hasSameTerms({ confidenceInputs: a }: ReadItem, { confidenceInputs: b }: ReadItem): boolean {
  return Math.abs(a.coverage - b.coverage) < 1e-9
}

/** Comparing lengths is cheap and distinguishes most texts; white space and markup may differ. */
function hasSimilarLength({ length: a }: string, { length: b }: string): boolean {
  return Math.min(a, b) >= 0.75 * Math.max(a, b)
}

/** Whether a span is nearly contained in another one of the same document. */
function isInside(inner: Locator, outer: Locator): boolean {
  if (inner.root !== outer.root || inner.path !== outer.path) return false
  const isWhole = inner.startColumn === null && outer.startColumn === null
  if (!isWhole) return !isBefore(startOf(inner), startOf(outer)) && !isBefore(endOf(outer), endOf(inner))
  const shared = Math.min(inner.endLine, outer.endLine) - Math.max(inner.startLine, outer.startLine) + 1
  return shared >= minShared * (inner.endLine - inner.startLine + 1)
}

type Point = readonly [line: number, column: number]

const startOf = ({ startLine, startColumn }: Locator): Point => [startLine, startColumn ?? 1]
const endOf = ({ endLine, endColumn }: Locator): Point => [endLine, endColumn ?? Infinity]
const isBefore = ([line, column]: Point, [otherLine, otherColumn]: Point): boolean =>
  line < otherLine || (line === otherLine && column < otherColumn)

const headingLine = /^#{1,6}\s.*$/gmu
const link = /!?\[\[[^\]]*\]\]|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<?https?:\/\/\S+|^.*\.{4,}\s*\d+\s*$/gmu

/** Whether a text consists only of headings and links, or lines of a table of contents (`Harbour ..... 12`), so it answers nothing. */
export function isLinksOnly(text: string): boolean {
  const body = text.replaceAll(headingLine, '')
  const rest = body.replaceAll(link, '')
  return rest.length < body.length && !/\p{L}/u.test(rest)
}
