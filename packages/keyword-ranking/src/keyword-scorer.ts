import { inverseDocumentFrequency, lengthNorm, phraseFrequency, saturationAt } from './bm25.js'
import {
  countKey,
  wantedCounts,
  type CollectionCounts,
  type KeywordFeature,
  type KeywordTerm,
  type ListedFeature,
} from './features.js'
import { createOccurrenceCounter, type Occurrences } from './occurrences.js'
import type { TermList } from './term-list.js'
import { createEvidenceReader, type WordEvidence } from './word-evidence.js'

/** How well a chunk's words answer a query. */
export interface KeywordScore {
  /** The sum over the terms of weight × idf × saturation, from 0 (none occurs). */
  readonly bm25: number
  readonly evidence: WordEvidence
}

/** A term and its rarity in the collection. */
export interface WeighedTerm extends KeywordTerm {
  /** Inverse document frequency, from 0. */
  readonly idf: number
}

/** Scores chunks by the terms of one query: made by `createKeywordScorer`. */
export type KeywordScorer = ReturnType<typeof createKeywordScorer>

/**
 * Creates a scorer of the chunks of one collection by the terms of one query.
 * @param counts the collection's answer to `wantedCounts(terms)`
 */
export function createKeywordScorer(terms: readonly KeywordTerm[], counts: CollectionCounts) {
  const { queries, forms, prefixes } = wantedCounts(terms)
  const chunksWith = new Map([
    ...queries.map((query, index) => [countKey(query), counts.counts[index] ?? 0] as const),
    ...forms.map((form, index) => [countKey({ kind: 'form', form }), counts.formCounts[index] ?? 0] as const),
  ])
  const expansions: ReadonlyMap<string, readonly string[]> = new Map(
    prefixes.map((prefix, index) => [prefix, counts.expansions[index] ?? []]),
  )
  const weighed: readonly WeighedTerm[] = terms.map((term) => ({
    ...term,
    idf: rarityOf(term.feature, counts.chunks, chunksWith),
  }))
  const readEvidence = createEvidenceReader(terms, counts.chunks, (feature, chunks) =>
    rarityOf(feature, chunks, chunksWith),
  )
  const count = createOccurrenceCounter(
    terms.map(({ feature }) => feature),
    (prefix) => expansions.get(prefix) ?? [],
  )
  function sumUp({ textAt, partsAt }: TermList, { counts: times }: Occurrences): number {
    const norm = lengthNorm(partsAt - textAt, counts.meanLength)
    let bm25 = 0
    for (let index = 0; index < weighed.length; index += 1) {
      const term = weighed[index]
      if (term) bm25 += term.weight * term.idf * saturationAt(times[index] ?? 0, norm)
    }
    return bm25
  }

  return {
    terms: weighed,
    /** The stems that begin with each prefix of the terms. */
    expansions,
    /** All stems that begin with a prefix; undefined if the collection may have more than it told. */
    allOf(prefix: string): readonly string[] | undefined {
      const stems = expansions.get(prefix)
      return stems && stems.length < mostExpansions ? stems : undefined
    },
    /** How many chunks have a stem or a phrase; undefined if that was not counted. */
    chunksWith: (feature: ListedFeature): number | undefined =>
      feature.kind === 'place' ? undefined : chunksWith.get(countKey(feature)),
    /** Scores a chunk by its term list. */
    score(list: TermList): KeywordScore {
      const occurrences = count(list)
      return { bm25: sumUp(list, occurrences), evidence: readEvidence(occurrences) }
    },
    /** The BM25 score of a chunk alone: a store scores many more chunks than are judged. */
    bm25: (list: TermList): number => sumUp(list, count(list)),
  }
}

/** A collection tells no more stems for each prefix. */
const mostExpansions = 256

function rarityOf(feature: KeywordFeature, chunks: number, chunksWith: ReadonlyMap<string, number>): number {
  const rarity = (counted: Parameters<typeof countKey>[0]) =>
    inverseDocumentFrequency(chunks, chunksWith.get(countKey(counted)) ?? 0)
  switch (feature.kind) {
    case 'either':
      return Math.min(
        inverseDocumentFrequency(chunks, 0),
        ...feature.features.map((one) => rarityOf(one, chunks, chunksWith)),
      )
    case 'pair':
    case 'place':
      return phraseFrequency(
        chunks,
        feature.stems.map((stem) => rarity({ kind: 'word', stem })),
      )
    default:
      return rarity(feature)
  }
}
