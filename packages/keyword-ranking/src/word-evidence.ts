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
  /** The share of the query's short runs without spaces (terms without weight) that the chunk has not in one piece; 0 without any. */
  readonly apart: number
  /** The share of the single characters of words without spaces that the chunk has, weighed by rarity; 0 without any. */
  readonly characters: number
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
  const rarest = inverseDocumentFrequency(collection, 0)
  const parts = terms.map((term) => {
    const rarity = rarityIn(term.feature, collection)
    const role = roleOf(term)
    const weight = role === 'content' ? Math.min(1, term.weight) * rarity : role === 'run' ? 1 : rarity
    return { rarity, weight, role }
  })
  const sumOf = (role: Role) => parts.reduce((sum, part) => sum + (part.role === role ? part.rarity : 0), 0)
  const all = { content: sumOf('content'), character: sumOf('character') }
  const runs = parts.filter(({ role }) => role === 'run').length
  return ({ counts, isTitled }) => {
    const found = { content: 0, character: 0, adjacent: 0, run: 0, other: 0 }
    let titled = 0
    for (const [index, { weight, role }] of parts.entries()) {
      if ((counts[index] ?? 0) === 0) continue
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
    }
  }
}

function shareOf(part: number, all: number): number {
  return all > 0 ? part / all : 0
}

/** What a term is evidence of. */
type Role = 'content' | 'adjacent' | 'run' | 'character' | 'other'

function roleOf({ feature, weight, isContentTerm }: KeywordTerm): Role {
  if (isContentTerm) return 'content'
  if (weight === 0) return 'run'
  if (isAdjacent(feature)) return 'adjacent'
  return feature.kind === 'word' && isCharacter(feature.stem) ? 'character' : 'other'
}

function isAdjacent(feature: KeywordFeature): boolean {
  if (feature.kind === 'either') return feature.features.some(isAdjacent)
  return feature.kind === 'pair' || feature.kind === 'phrase'
}

/** Whether this is one character of a script without spaces; Thai, the first of them, has its marks with it. */
function isCharacter(stem: string): boolean {
  return stem >= '\u{E00}' && /^\p{L}\p{M}*$/u.test(stem)
}
