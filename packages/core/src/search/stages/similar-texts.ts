import { findDifference, jaccard, type Locator } from '@recallite/store'
import type { ReadItem } from './ranked-items.js'
import { type ReadText, readText, shinglesIn, wordsIn } from './read-text.js'

/** The minimum Jaccard similarity of two texts, and the minimum share of a span's lines. */
const minShared = 0.9

/** Shorter texts depend on their document and heading: `Status: active` in two files is two facts. */
const minWords = 20

/**
 * An item repeats a better one if 9 of 10 of its lines are lines of the better one, or if both texts have twenty words or more,
 * similar three-word shingles (Jaccard similarity from 0.9; Broder, "On the resemblance and containment of documents", 1997), the
 * same facts (`readFacts`) and the same query coverage: texts that differ in an amount, a sign or a negation are not duplicates.
 */
export function repeats(item: ReadItem, better: ReadItem): boolean {
  if (isInside(item.item.locator, better.item.locator) || isCopied(item, better)) return true
  const [a, b] = [item.item.text, better.item.text]
  return hasSameTerms(item, better) && hasSimilarLength(a, b) && isNearDuplicate(readText(a), readText(b))
}

/** Whether two texts are versions of one: two of five of their three-word shingles (words, if short) are the same. */
export function isRevised(text: string, other: string): boolean {
  const [words, others] = [wordsIn(text), wordsIn(other)]
  const isShort = Math.min(words.length, others.length) < minWords
  const [a, b] = [words, others].map((list): ReadonlySet<string | number> =>
    isShort ? new Set(list) : shinglesIn(list),
  )
  return a !== undefined && b !== undefined && jaccard(a, b) >= 0.4
}

/** Whether two texts stand in equal files, one of which is named like a copy of the other. */
function isCopied(item: ReadItem, better: ReadItem): boolean {
  if (item.item.text !== better.item.text) return false
  const [a, b] = [item, better].map(({ isEqual, copyOf, item: { locator } }) => {
    return `${locator.root}:${isEqual ? copyOf : locator.path}:${locator.startLine}`
  })
  return a === b
}

function isNearDuplicate(a: ReadText, b: ReadText): boolean {
  const [one, other] = [a.shingles(), b.shingles()]
  if (Math.min(one.words, other.words) < minWords) return false
  const sizes = [one.set.size, other.set.size]
  const isPossible = Math.min(...sizes) >= minShared * Math.max(...sizes)
  const isSimilar = isPossible && jaccard(one.set, other.set) >= minShared
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
