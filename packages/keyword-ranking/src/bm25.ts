/** How quickly further occurrences of a word count less, and how much a chunk's length counts: BM25's usual values. */
const k1 = 1.2
const b = 0.75

/**
 * The rarity of a word: ln(1 + (N − n + .5) / (n + .5)), with N chunks of which n have it. Unlike the classic form
 * it is never negative (Lucene's variant of Robertson and Spärck Jones).
 */
export function inverseDocumentFrequency(chunks: number, chunksWithWord: number): number {
  return Math.log(1 + (Math.max(0, chunks - chunksWithWord) + 0.5) / (chunksWithWord + 0.5))
}

/** The rarity of adjacent words: the sum of theirs, as if each came by chance, at most that of a word no chunk has. */
export function phraseFrequency(chunks: number, wordFrequencies: readonly number[]): number {
  const sum = wordFrequencies.reduce((total, frequency) => total + frequency, 0)
  return Math.min(sum, inverseDocumentFrequency(chunks, 0))
}

/**
 * How far occurrences in a chunk satisfy BM25, from 0 to k1 + 1: f (k1 + 1) / (f + k1 (1 − b + b · length / mean)).
 * @param occurrences infinitely many satisfy it wholly, whatever the length
 * @param length words in the chunk's text, `mean` over all chunks
 */
export function saturation(occurrences: number, { length, mean }: { length: number; mean: number }): number {
  if (occurrences === 0) return 0
  if (occurrences === Infinity) return k1 + 1
  const relative = mean > 0 ? length / mean : 1
  return (occurrences * (k1 + 1)) / (occurrences + k1 * (1 - b + b * relative))
}
