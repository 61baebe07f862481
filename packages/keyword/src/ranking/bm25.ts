/** The default parameters of BM25: how quickly further occurrences count less, and how much the length of a chunk counts. */
const k1 = 1.2
const b = 0.75

/**
 * The rarity of a word: ln(1 + (N − n + .5) / (n + .5)), with N chunks, n of them with the word. Unlike the classic form
 * it is never negative (Lucene's variant of Robertson and Spärck Jones).
 */
export function inverseDocumentFrequency(chunks: number, chunksWithWord: number): number {
  return Math.log(1 + (Math.max(0, chunks - chunksWithWord) + 0.5) / (chunksWithWord + 0.5))
}

/** The rarity of adjacent words: the sum of theirs, as for independent words, up to that of a word that no chunk has. */
export function phraseFrequency(chunks: number, wordFrequencies: readonly number[]): number {
  const sum = wordFrequencies.reduce((total, frequency) => total + frequency, 0)
  return Math.min(sum, inverseDocumentFrequency(chunks, 0))
}

/** The part of the saturation that depends only on a chunk's length: k1 (1 − b + b · length / mean). */
export function lengthNorm(length: number, mean: number): number {
  const relative = mean > 0 ? length / mean : 1
  return k1 * (1 - b + b * relative)
}

/**
 * The saturation of occurrences in a chunk, from 0 to k1 + 1: f (k1 + 1) / (f + k1 (1 − b + b · length / mean)).
 * @param occurrences Infinity returns k1 + 1 for any length
 * @param norm the `lengthNorm` of the chunk
 */
export function saturationAt(occurrences: number, norm: number): number {
  if (occurrences === 0) return 0
  return occurrences === Infinity ? maxSaturation : (occurrences * maxSaturation) / (occurrences + norm)
}

/** The maximum saturation. */
const maxSaturation = k1 + 1
