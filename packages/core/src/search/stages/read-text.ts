import { createTextCache } from '@recallite/keyword'
import { wordHash } from '@recallite/keyword/ranking'
import { readFacts } from '@recallite/store'

/** What is compared between texts, each read once. */
export type ReadText = ReturnType<typeof createReadText>

/** Cached for two million characters, because the best notes are among the candidates of many queries; some five bytes for each. */
export const readText = createTextCache(2_000_000, createReadText)

function createReadText(text: string) {
  return {
    isLinksOnly: once(() => isLinksOnly(text)),
    /** The number of its words, and the hashes of its three-word shingles. */
    shingles: once(() => {
      const words = wordsIn(text)
      return { words: words.length, set: shinglesIn(words) }
    }),
    facts: once(() => readFacts(text)),
  }
}

/** Scripts without spaces between words, where each character counts as a word. */
const unspaced = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]/u

/** The words of a text in lower case: runs of letters, marks and digits; single characters in scripts without spaces. */
export function wordsIn(text: string): string[] {
  const runs = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return runs.flatMap((run) => (unspaced.test(run) ? [...run] : [run]))
}

/** The hashes of all sequences of three words; of a shorter text one of all words. */
export function shinglesIn(words: readonly string[]): Set<number> {
  const hashes = words.map(wordHash)
  const last = Math.max(0, words.length - 3)
  const join = (hash: number, from: number) => Math.imul(hash, 0x01000193) ^ (hashes[from] ?? 0)
  return new Set(Array.from({ length: last + 1 }, (_, at) => join(join(join(0, at), at + 1), at + 2)))
}

const headingLine = /^#{1,6}\s.*$/gmu
const link = /!?\[\[[^\]]*\]\]|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<?https?:\/\/\S+|^.*\.{4,}\s*\d+\s*$/gmu

/** Whether a text consists only of headings and links, or lines of a table of contents (`Harbour ..... 12`), so it answers nothing. */
export function isLinksOnly(text: string): boolean {
  if (!/\[|https?:|\.{4}/u.test(text)) return false
  const body = text.replaceAll(headingLine, '')
  const rest = body.replaceAll(link, '')
  return rest.length < body.length && !/\p{L}/u.test(rest)
}

function once<Value>(read: () => Value): () => Value {
  let result: { readonly value: Value } | undefined
  return () => (result ??= { value: read() }).value
}
