/*
 * The BM25 score of a chunk is the sum of weight × idf × saturation(f) over the query's terms, where f is the frequency of the term's
 * feature in the chunk. Saturation rises with f. Posting lists of stems and adjacent stems contain the exact f of `word` and `place`.
 * The upper bounds of the others: for a prefix and a form the sum over their stems, for a pair the rarer word if the two can be adjacent,
 * for `either` the most frequent alternative, for a phrase infinity.
 */
import type { ListedFeature, QueryFeature } from '@recallite/store/query'
import { saturationAt } from './bm25.js'
import { featureKey } from './features.js'
import type { KeywordScorer } from './keyword-scorer.js'
import { frequencyOf, type Postings, positionsAfter } from './posting-list.js'

/** The postings of one chunk in all lists of a query: by list, from the index `from` on; 0 if there is none. */
export interface ChunkPostings extends Pick<Postings, 'counts' | 'positions'> {
  readonly from: number
  /** The sum of exact weight × impact. */
  readonly sum: number
}

export type UpperBounds = ReturnType<typeof createUpperBounds>

/** Bounds the BM25 scores of chunks by their postings, without reading their term lists. */
export function createUpperBounds({ terms, expansions }: Pick<KeywordScorer, 'terms' | 'expansions'>) {
  const lists: ListedFeature[] = []
  const numbers = new Map<string, number>()
  const numberOf = (feature: ListedFeature): number => {
    const key = featureKey(feature)
    const number = numbers.get(key) ?? lists.push(feature) - 1
    numbers.set(key, number)
    return number
  }
  const bounds = terms
    .filter(({ weight, idf }) => weight * idf > 0)
    .map(({ feature, weight, idf }) => ({
      ...boundOf(feature, { expansions, numberOf }),
      weight: weight * idf,
    }))
  const ofLists = bounds.filter(({ isOneList }) => !isOneList)
  const addUp = (added: typeof bounds, rarities: readonly number[]): number[] => {
    const weights = lists.map(() => 0)
    for (const { weight, shares } of added)
      for (const [list, share] of shares(rarities)) weights[list] = (weights[list] ?? 0) + weight * share
    return weights
  }
  const oneList = bounds.filter(({ isOneList }) => isOneList)
  return {
    /** The features whose posting lists are needed. */
    lists: lists as readonly ListedFeature[],
    /** The weight of each list: a score is at most the sum of weight × impact. `rarities`: the idf of each list. */
    weights: (rarities: readonly number[]): number[] => addUp(bounds, rarities),
    /** The weight of each list in terms whose frequency is exactly the one in this list. */
    exactWeights: addUp(oneList, []),
    /** The closest upper bound of a chunk's score. `norm`: its `lengthNorm`. */
    boundOf(chunk: ChunkPostings, norm: number): number {
      let bound = chunk.sum
      for (const { weight, max } of ofLists) bound += weight * saturationAt(max(chunk), norm)
      return bound
    },
  }
}

/** Bounds the frequency of a feature by lists, which are identified by number. */
interface FrequencyBound {
  /** The highest frequency that the postings of a chunk allow. */
  readonly max: (chunk: ChunkPostings) => number
  /** The sum of share × saturation over the lists is at least the saturation of `max`, because saturation is concave. */
  readonly shares: (rarities: readonly number[]) => readonly (readonly [list: number, share: number])[]
  /** Whether it is exactly the frequency in a single list. */
  readonly isOneList?: boolean
}

type BoundOptions = Pick<KeywordScorer, 'expansions'> & {
  readonly numberOf: (feature: ListedFeature) => number
}

function boundOf(feature: QueryFeature, options: BoundOptions): FrequencyBound {
  const { expansions, numberOf } = options
  const listOf = (stem: string) => numberOf({ kind: 'word', stem })
  switch (feature.kind) {
    case 'either': {
      const bounds = feature.features.map((one) => boundOf(one, options))
      return {
        max: (chunk) => bounds.reduce((highest, { max }) => Math.max(highest, max(chunk)), 0),
        shares: (rarities) => bounds.flatMap(({ shares }) => shares(rarities)),
      }
    }
    case 'pair':
      return pairOf([listOf(feature.stems[0]), listOf(feature.stems[1])])
    case 'prefix':
      return sumOf((expansions.get(feature.prefix) ?? []).map(listOf))
    case 'form': {
      const lists = [...new Set(feature.stems.map(listOf))]
      // With several stems, the index may list the form outside of the text, where it counts half.
      return sumOf(lists, lists.length > 1 ? 2 : 1)
    }
    default:
      return sumOf([numberOf(feature)])
  }
}

function sumOf(lists: readonly number[], factor = 1): FrequencyBound {
  return {
    max: (chunk) => factor * lists.reduce((sum, list) => sum + frequencyIn(chunk, list), 0),
    shares: () => lists.map((list) => [list, factor]),
    isOneList: lists.length === 1,
  }
}

function frequencyIn({ counts, from }: ChunkPostings, list: number): number {
  return frequencyOf(counts[from + list] ?? 0)
}

function pairOf(pair: readonly [number, number]): FrequencyBound {
  const [first, second] = pair
  return {
    max(chunk) {
      const ends = positionsAfter(positionsIn(chunk, first))
      if ((ends & positionsIn(chunk, second)) === 0) return 0
      return Math.min(frequencyIn(chunk, first), frequencyIn(chunk, second))
    },
    shares(rarities) {
      const whole = pair.reduce((sum, list) => sum + (rarities[list] ?? 0), 0)
      return pair.map((list) => [list, (rarities[list] ?? 0) / whole])
    },
  }
}

function positionsIn({ positions, from }: ChunkPostings, list: number): number {
  return positions[from + list] ?? 0
}
