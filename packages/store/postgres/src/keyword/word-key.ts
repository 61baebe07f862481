import { createHash } from 'node:crypto'
import type { ChunkWords } from '@recallite/store'

/** A word's name in the index: the first 8 bytes of its SHA-256. Of 10 million words two have one name once in 370,000 indexes. */
export function wordKey(word: string): Buffer {
  const known = remembered.get(word)
  if (known) return known
  const key = createHash('sha256').update(word.toWellFormed()).digest().subarray(0, 8)
  if (remembered.size >= mostRemembered) remembered.clear()
  if (word.length <= longestRemembered) remembered.set(word, key)
  return key
}

const remembered = new Map<string, Buffer>()
const mostRemembered = 50_000
const longestRemembered = 100

/** How many bytes of its key stand for a word in a sequence of words. */
const sequenceBytes = 6

/** The shortened keys of words, in order. A phrase is a part of these bytes; other bytes equal it by chance once in 10 ** 14. */
export function wordSequence(words: readonly string[]): Buffer {
  return Buffer.concat(words.map((word) => wordKey(word).subarray(0, sequenceBytes)))
}

/** What the index holds of a word of one chunk. */
export interface Posting {
  readonly word: string
  inText: number
  beside: number
  isForm: 0 | 1
}

/** The most that the index counts. */
export const mostCounted = 32_767

/** The postings of a chunk: one for each of its stems and forms. */
export function postingsOf({ text, parts, place }: ChunkWords): Posting[] {
  const postings = new Map<string, Posting>()
  const postingOf = (word: string) => {
    const known = postings.get(word)
    if (known) return known
    const posting: Posting = { word, inText: 0, beside: 0, isForm: 0 }
    postings.set(word, posting)
    return posting
  }
  for (const { stem, form } of text) {
    const posting = postingOf(stem.toWellFormed())
    posting.inText = Math.min(posting.inText + 1, mostCounted)
    postingOf(form.toWellFormed()).isForm = 1
  }
  for (const { stem } of [...parts, ...place]) {
    const posting = postingOf(stem.toWellFormed())
    posting.beside = Math.min(posting.beside + 1, mostCounted)
  }
  return [...postings.values()]
}
