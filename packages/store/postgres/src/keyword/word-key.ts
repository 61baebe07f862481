import { createHash } from 'node:crypto'
import type { ChunkWords } from '@recallite/store'

/** The first 8 bytes of a word's SHA-256, its key in the index. One in 370,000 indexes of 10 million words has a collision. */
export function wordKey(word: string): Buffer {
  const cached = cache.get(word)
  if (cached) return cached
  const key = createHash('sha256').update(word.toWellFormed()).digest().subarray(0, 8)
  if (cache.size >= maxCached) cache.clear()
  if (word.length <= maxCachedLength) cache.set(word, key)
  return key
}

const cache = new Map<string, Buffer>()
const maxCached = 50_000
const maxCachedLength = 100

/** The first 6 bytes of the keys of words, in order. The bytes of a phrase occur by chance with a probability of 10 ** -14. */
export function wordSequence(words: readonly string[]): Buffer {
  return Buffer.concat(words.map((word) => wordKey(word).subarray(0, 6)))
}

/** The occurrences of a word in a chunk. */
export interface Posting {
  readonly word: string
  inText: number
  beside: number
  isForm: 0 | 1
}

/** The maximum count in the index. */
export const maxCount = 32_767

/** The postings of a chunk, one per stem or form. */
export function postingsOf({ text, parts, place }: ChunkWords): Posting[] {
  const postings = new Map<string, Posting>()
  const postingOf = (word: string) => {
    const posting = postings.get(word) ?? { word, inText: 0, beside: 0, isForm: 0 }
    postings.set(word, posting)
    return posting
  }
  for (const { stem, form } of text) {
    const posting = postingOf(stem.toWellFormed())
    posting.inText = Math.min(posting.inText + 1, maxCount)
    postingOf(form.toWellFormed()).isForm = 1
  }
  for (const { stem } of [...parts, ...place]) {
    const posting = postingOf(stem.toWellFormed())
    posting.beside = Math.min(posting.beside + 1, maxCount)
  }
  return [...postings.values()]
}
