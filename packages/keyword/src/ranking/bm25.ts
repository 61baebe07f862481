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

/** The part of the saturation that depends on a chunk's length alone: k1 (1 − b + b · length / mean). */
export function lengthNorm(length: number, mean: number): number {
  const relative = mean > 0 ? length / mean : 1
  return k1 * (1 - b + b * relative)
}

/**
 * How far occurrences in a chunk satisfy BM25, from 0 to k1 + 1: f (k1 + 1) / (f + k1 (1 − b + b · length / mean)).
 * @param occurrences infinitely many satisfy it wholly, whatever the length
 * @param norm the `lengthNorm` of the chunk
 */
export function saturationAt(occurrences: number, norm: number): number {
  if (occurrences === 0) return 0
  return occurrences === Infinity ? maxSaturation : (occurrences * maxSaturation) / (occurrences + norm)
}

/** What no occurrences exceed: k1 + 1. */
export const maxSaturation = k1 + 1
