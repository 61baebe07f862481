import { inverseDocumentFrequency } from './bm25.js'
import type { KeywordFeature, KeywordTerm } from './features.js'
import type { Occurrences } from './occurrences.js'

/**
 * What the words of a chunk say about whether it answers. Rarity is idf here, as if the collection had at least 100 chunks: in a
 * few, whatever occurs is in most of them.
 */
export interface WordEvidence {
  /**
   * Query coverage: the share of the content terms that the chunk has, weighed by rarity: Σ min(1, weight) × idf of those
   * that occur ÷ Σ idf of all; terms that no chunk has count too. 0 without content terms.
   */
  readonly coverage: number
  /** How telling the content terms that occur are: Σ min(1, weight) × idf ÷ idf of a word that no chunk has; from 0. */
  readonly information: number
  /** The same of those words side by side in the query that are so in the chunk; from 0. */
  readonly adjacency: number
  /** The part of the coverage that stands in the title, a first heading or the path; from 0 to 1. */
  readonly titled: number
  /**
   * How far a short query without spaces is torn apart: a² × min(1, (2/n)²), with n places where its words meet and a the share of
   * these, weighed by rarity, where the chunk does not have them side by side; 0 for all other queries.
   */
  readonly apart: number
}

/** In fewer chunks, how many have a word says little about how rare it is. */
const fewChunks = 100

/**
 * Creates a reader of what was counted in a chunk.
 * @param rarityIn the idf of a feature in a collection of so many chunks
 */
export function createEvidenceReader(
  terms: readonly KeywordTerm[],
  chunks: number,
  rarityIn: (feature: KeywordFeature, chunks: number) => number,
): (occurrences: Occurrences) => WordEvidence {
  const collection = Math.max(chunks, fewChunks)
  const unheard = inverseDocumentFrequency(collection, 0)
  const parts = terms.map(({ feature, weight, isContentTerm }) => {
    const rarity = rarityIn(feature, collection)
    const isBeside = !isContentTerm && isAdjacent(feature)
    return { rarity, worth: Math.min(1, weight) * rarity, isContentTerm, isBeside, meets: isBeside && isUnspaced(feature) }
  })
  const content = sumOf(parts.filter((part) => part.isContentTerm))
  const meetings = parts.filter(({ meets }) => meets)
  return ({ counts, isTitled }) => {
    let [found, titled, adjacent, met] = [0, 0, 0, 0]
    for (const [index, { rarity, worth, isContentTerm, isBeside, meets }] of parts.entries()) {
      if ((counts[index] ?? 0) === 0) continue
      if (isContentTerm) {
        found += worth
        if (isTitled(index)) titled += worth
      }
      if (isBeside) adjacent += rarity
      if (meets) met += rarity
    }
    const apart = meetings.length === 0 ? 0 : (1 - met / sumOf(meetings)) ** 2
    return {
      coverage: content > 0 ? found / content : 0,
      information: found / unheard,
      adjacency: adjacent / unheard,
      titled: content > 0 ? titled / content : 0,
      apart: apart * Math.min(1, (2 / meetings.length) ** 2),
    }
  }
}

function sumOf(parts: readonly { readonly rarity: number }[]): number {
  return parts.reduce((sum, { rarity }) => sum + rarity, 0)
}

function isAdjacent(feature: KeywordFeature): boolean {
  if (feature.kind === 'either') return feature.features.some(isAdjacent)
  return feature.kind === 'pair' || feature.kind === 'phrase'
}

/** Whether these are two characters of East Asia, which have no space between them where two words meet. */
function isUnspaced(feature: KeywordFeature): boolean {
  if (feature.kind === 'either') return feature.features.some(isUnspaced)
  return feature.kind === 'pair' && feature.stems.every((stem) => stem >= '\u{2E80}')
}
