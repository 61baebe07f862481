import type { QueryFeature, RankedTerm } from '@recallite/store/query'
import { inverseDocumentFrequency, lengthNorm, phraseFrequency, saturationAt } from './bm25.js'
import { featureKey, type TermCounts, neededCounts } from './features.js'
import { createOccurrenceCounter, type Occurrences } from './occurrences.js'
import type { TermList } from './term-list.js'

/** The score of a chunk's words for a query. */
export interface KeywordScore {
  /** The sum over the terms of weight × idf × saturation, from 0 (none occurs). */
  readonly bm25: number
  readonly evidence: WordEvidence
}

/** A term and its rarity in the collection. */
export interface WeighedTerm extends RankedTerm {
  /** Inverse document frequency, from 0. */
  readonly idf: number
}

/** Scores chunks by the terms of one query; the result of `createKeywordScorer`. */
export type KeywordScorer = ReturnType<typeof createKeywordScorer>

/**
 * Creates a scorer of the chunks of one collection by the terms of one query.
 * @param counts the counts of the collection for `neededCounts(terms)`
 */
export function createKeywordScorer(terms: readonly RankedTerm[], counts: TermCounts) {
  const { queries, forms, prefixes } = neededCounts(terms)
  const chunksWith = new Map([
    ...queries.map((query, index) => [featureKey(query), counts.counts[index] ?? 0] as const),
    ...forms.map(
      (form, index) => [featureKey({ kind: 'form', form }), counts.formCounts[index] ?? 0] as const,
    ),
  ])
  const expansions: ReadonlyMap<string, readonly string[]> = new Map(
    prefixes.map((prefix, index) => [prefix, counts.expansions[index] ?? []]),
  )
  const weighed: readonly WeighedTerm[] = terms.map((term) => ({
    ...term,
    idf: rarityOf(term.feature, counts.chunks, chunksWith),
  }))
  const readEvidence = createEvidenceReader(weighed, counts.chunks, (feature, chunks) =>
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
    /** All stems that begin with a prefix; undefined if the collection may have more than it returned. */
    allOf(prefix: string): readonly string[] | undefined {
      const stems = expansions.get(prefix)
      return stems && stems.length < maxExpansions ? stems : undefined
    },
    /** Scores a chunk by its term list. */
    score(list: TermList): KeywordScore {
      const occurrences = count(list)
      return { bm25: sumUp(list, occurrences), evidence: readEvidence(occurrences) }
    },
    /** Only the BM25 score of a chunk, without evidence; faster, because a store scores many chunks. */
    bm25: (list: TermList): number => sumUp(list, count(list)),
  }
}

/** Max stems that a collection returns for a prefix. */
const maxExpansions = 256

function rarityOf(feature: QueryFeature, chunks: number, chunksWith: ReadonlyMap<string, number>): number {
  const rarity = (counted: Parameters<typeof featureKey>[0]) =>
    inverseDocumentFrequency(chunks, chunksWith.get(featureKey(counted)) ?? 0)
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

/**
 * Evidence from the words of a chunk that it answers the query. Rarity is the idf in a collection of at least 100 chunks, since in a
 * small collection even rare words are in most chunks.
 */
export interface WordEvidence {
  /**
   * Query coverage: the share of the content terms that the chunk contains, weighted by rarity: Σ min(1, weight) × idf of those
   * that occur ÷ Σ idf of all, including terms that no chunk contains. 0 without content terms.
   * A term that occurs only in another form counts three quarters.
   */
  readonly coverage: number
  /** The information of the content terms that occur: Σ min(1, weight) × idf ÷ idf of a word that no chunk contains; from 0. */
  readonly information: number
  /** The same sum for pairs of words that are adjacent both in the query and in the chunk; from 0. */
  readonly adjacency: number
  /** The coverage of terms that occur in the title, a first heading or the path; from 0 to 1. */
  readonly titled: number
  /** The share of the query's short runs without spaces (terms of weight 0) that do not occur as a whole; 0 without any. */
  readonly apart: number
  /** The share of the single characters of words without spaces that occur, weighted by rarity; 0 without any. */
  readonly characters: number
  /** The rarity of the rarest content term that does not occur: min(1, weight) × idf in the collection itself; 0 if all occur. */
  readonly missing: number
}

/** In smaller collections, the number of chunks with a word says little about its rarity. */
const minChunks = 100

/**
 * Creates a function that computes evidence from the counts in a chunk.
 * @param rarityIn the idf of a feature in a collection with this number of chunks
 */
function createEvidenceReader(
  terms: readonly WeighedTerm[],
  chunks: number,
  rarityIn: (feature: QueryFeature, chunks: number) => number,
): (occurrences: Occurrences) => WordEvidence {
  const collection = Math.max(chunks, minChunks)
  const rarest = inverseDocumentFrequency(collection, 0)
  const parts = terms.map((term) => {
    const rarity = rarityIn(term.feature, collection)
    const role = roleOf(term)
    const weight = role === 'content' ? Math.min(1, term.weight) * rarity : role === 'run' ? 1 : rarity
    return { rarity, weight, role, lack: role === 'content' ? Math.min(1, term.weight) * term.idf : 0 }
  })
  const sumOf = (role: Role) => parts.reduce((sum, part) => sum + (part.role === role ? part.rarity : 0), 0)
  const all = { content: sumOf('content'), character: sumOf('character') }
  const runs = parts.filter(({ role }) => role === 'run').length
  return ({ counts, isTitled, isOther }) => {
    const found = { content: 0, character: 0, adjacent: 0, run: 0, other: 0 }
    let [titled, missing] = [0, 0]
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index]
      if (!part) continue
      const { weight: whole, role } = part
      if ((counts[index] ?? 0) === 0) {
        missing = Math.max(missing, part.lack)
        continue
      }
      const weight = isOther(index) ? 0.75 * whole : whole
      found[role] += weight
      if (role === 'content' && isTitled(index)) titled += weight
    }
    return {
      coverage: shareOf(found.content, all.content),
      information: found.content / rarest,
      adjacency: found.adjacent / rarest,
      titled: shareOf(titled, all.content),
      apart: runs > 0 ? 1 - found.run / runs : 0,
      characters: shareOf(found.character, all.character),
      missing,
    }
  }
}

function shareOf(part: number, all: number): number {
  return all > 0 ? part / all : 0
}

/** The kind of evidence that a term provides. */
type Role = 'content' | 'adjacent' | 'run' | 'character' | 'other'

function roleOf({ feature, weight, isContentTerm }: RankedTerm): Role {
  if (isContentTerm) return 'content'
  if (weight === 0) return 'run'
  if (isAdjacent(feature)) return 'adjacent'
  // One character of a script without spaces, from Thai on, with its marks.
  const isCharacter =
    feature.kind === 'word' && feature.stem >= '\u{E00}' && /^\p{L}\p{M}*$/u.test(feature.stem)
  return isCharacter ? 'character' : 'other'
}

function isAdjacent(feature: QueryFeature): boolean {
  if (feature.kind === 'either') return feature.features.some(isAdjacent)
  return feature.kind === 'pair' || feature.kind === 'phrase'
}
