/*
 * The BM25 score of a chunk is the sum over the query's terms of weight × idf × saturation (f), where f is how often the term's feature
 * occurs in the chunk: its frequency. An inverted index lists the chunks with a stem, and those with stems side by side. It does not list
 * forms, prefixes and pairs, but what it says of their stems bounds their frequency:
 *
 * | feature | its frequency |
 * |---|---|
 * | word, place | is that in its list |
 * | prefix | is the sum of those in the lists of the stems that begin so |
 * | form | is at most that of its stem in the text |
 * | pair | is at most the least of those of its words in the text; 0 where these cannot stand side by side |
 * | phrase | is at most the least of those of its words, and that in its own list |
 * | either | is at most the highest of those of its alternatives |
 *
 * As saturation rises with the frequency, a bound of each frequency is a bound of the score.
 */
import type { ListedFeature, QueryFeature } from '@recallite/store/query'
import { mostSaturation, saturationAt } from './bm25.js'
import type { KeywordScorer } from './keyword-scorer.js'
import { anyPosition, countless, frequencyOf, positionsBehind } from './posting-list.js'

/** A name that two features share exactly if they are listed alike. */
export function listKey(feature: ListedFeature): string {
  return feature.kind === 'word' ? feature.stem : JSON.stringify([feature.kind, ...feature.stems])
}

/** The terms of a query, and the stems that begin with each of its prefixes, as `KeywordScorer` has them. */
export type RankedQuery = Pick<KeywordScorer, 'terms' | 'expansions'>

/** The postings of one chunk in all lists of a query: by list, from the index `from` on. */
export interface ChunkPostings {
  readonly from: number
  /** How often the chunk has what is listed in the text, and how often beside it. */
  readonly inText: Uint8Array
  readonly beside: Uint8Array
  /** As `Postings` has them. */
  readonly positions: Int32Array
}

/** Upper bounds of the BM25 scores of chunks: made by `createScoreBounds`. */
export type ScoreBounds = ReturnType<typeof createScoreBounds>

/**
 * Bounds the BM25 scores of chunks by their postings, without reading their term lists. A score is at most the sum over the lists of
 * `weights` × saturation, with `boundOfOthers` and `unlisted` added.
 * @param isListed whether the index can list a stem
 */
export function createScoreBounds({ terms, expansions }: RankedQuery, isListed: (stem: string) => boolean) {
  const lists = createListNumbers()
  const options = { expansions, isListed, numberOf: lists.numberOf }
  const bounds = terms
    .filter(({ weight, idf }) => weight * idf > 0)
    .map(({ feature, weight, idf }) => ({ weight: weight * idf, frequency: boundOf(feature, options) }))
  const ofOneList = bounds.filter(({ frequency }) => hasOneList(frequency))
  const others = bounds.filter(({ frequency }) => !hasOneList(frequency))
  return {
    /** The features whose chunks have to be listed; what is by list below is in their order. */
    lists: lists.all,
    /** By list: the weights of the terms whose frequency depends on this list alone. */
    weights: addUpWeights(
      ofOneList,
      lists.all.map(() => 1),
    ),
    /** By list: weights that bound the other terms where each list is read alone. `rarities` divide a pair among its words. */
    weightsOfOthers: (rarities: readonly number[]): number[] => addUpWeights(others, rarities),
    /** What any chunk may have besides, because the index lists nothing of it. */
    unlisted: bounds.reduce(
      (sum, { weight, frequency }) => sum + (isUnlisted(frequency) ? weight * mostSaturation : 0),
      0,
    ),
    /** The most that the other terms add to the score of a chunk with these postings. `norm`: its `lengthNorm`. */
    boundOfOthers(chunk: ChunkPostings, norm: number): number {
      let sum = 0
      for (const { weight, frequency } of others) {
        const most = mostFrequency(frequency, chunk)
        if (most > 0) sum += weight * saturationAt(most, norm)
      }
      return sum
    },
  }
}

/** How the postings of a chunk bound the frequency of a feature. Lists are told by their numbers. */
type FrequencyBound =
  /** `form`: one list for a form of one stem, several for a part of a compound word, which may stand in the text or beside it. */
  | { readonly kind: 'listed' | 'prefix' | 'form' | 'pair' | 'phrase'; readonly lists: readonly number[] }
  | { readonly kind: 'either'; readonly alternatives: readonly FrequencyBound[] }
  | { readonly kind: 'unlisted' }

interface BoundOptions extends Pick<RankedQuery, 'expansions'> {
  readonly isListed: (stem: string) => boolean
  readonly numberOf: (feature: ListedFeature) => number
}

/** Numbers the lists that are needed, from 0. */
function createListNumbers() {
  const all: ListedFeature[] = []
  const numbers = new Map<string, number>()
  const numberOf = (feature: ListedFeature): number => {
    const key = listKey(feature)
    const number = numbers.get(key) ?? all.push(feature) - 1
    numbers.set(key, number)
    return number
  }
  return { all: all as readonly ListedFeature[], numberOf }
}

function boundOf(feature: QueryFeature, options: BoundOptions): FrequencyBound {
  const { isListed, numberOf } = options
  if (feature.kind === 'either')
    return { kind: 'either', alternatives: feature.features.map((one) => boundOf(one, options)) }
  const stems = stemsOf(feature, options)
  if (!stems.every(isListed)) return { kind: 'unlisted' }
  if (feature.kind === 'word' || feature.kind === 'place')
    return { kind: 'listed', lists: [numberOf(feature)] }
  const own = feature.kind === 'phrase' ? [numberOf(feature)] : []
  return { kind: feature.kind, lists: [...own, ...stems.map((stem) => numberOf({ kind: 'word', stem }))] }
}

function stemsOf(
  feature: Exclude<QueryFeature, { kind: 'either' }>,
  { expansions }: BoundOptions,
): readonly string[] {
  if (feature.kind === 'word') return [feature.stem]
  if (feature.kind === 'prefix') return [...new Set(expansions.get(feature.prefix))]
  return feature.kind === 'form' ? [...new Set(feature.stems)] : feature.stems
}

/** The highest frequency of a feature that the postings of a chunk allow; that of an unlisted one is left out. */
function mostFrequency(bound: FrequencyBound, chunk: ChunkPostings): number {
  switch (bound.kind) {
    case 'unlisted':
      return 0
    case 'either':
      return bound.alternatives.reduce((most, one) => Math.max(most, mostFrequency(one, chunk)), 0)
    case 'pair':
      return mostPairs(bound.lists, chunk)
    case 'phrase':
      return bound.lists.reduce((least, list) => Math.min(least, frequencyIn(list, chunk)), Infinity)
    case 'form':
      return mostForms(bound.lists, chunk)
    case 'listed':
    case 'prefix':
      return bound.lists.reduce((sum, list) => sum + frequencyIn(list, chunk), 0)
  }
}

function frequencyIn(list: number, { from, inText, beside }: ChunkPostings): number {
  return frequencyOf(inText[from + list] ?? 0, beside[from + list] ?? 0)
}

/** Most terms besides words are pairs, and most chunks lack them: this is asked most often. */
function mostPairs(lists: readonly number[], { from, inText, positions }: ChunkPostings): number {
  let least = countless
  let ends = anyPosition
  for (let index = 0; index < lists.length; index += 1) {
    const at = from + (lists[index] ?? 0)
    ends = positionsBehind(ends) & (positions[at] ?? 0)
    if (ends === 0) return 0
    least = Math.min(least, inText[at] ?? 0)
  }
  return least === countless ? Infinity : least
}

function mostForms(lists: readonly number[], { from, inText, beside }: ChunkPostings): number {
  let sum = 0
  for (const list of lists) {
    sum += inText[from + list] ?? 0
    if (lists.length > 1) sum += beside[from + list] ?? 0
  }
  return sum >= countless ? Infinity : sum
}

function addUpWeights(
  terms: readonly { readonly weight: number; readonly frequency: FrequencyBound }[],
  rarities: readonly number[],
): number[] {
  const weights = rarities.map(() => 0)
  for (const { weight, frequency } of terms) {
    for (const [list, share] of sharesOf(frequency, rarities))
      weights[list] = (weights[list] ?? 0) + weight * share
  }
  return weights
}

type Share = readonly [list: number, share: number]

/**
 * Shares of lists: the sum of share × saturation over the lists is at least the saturation of the bound. The saturation of a sum is
 * at most the sum of the saturations, as it is concave; the least of several is at most their mean, however it is weighed.
 */
function sharesOf(bound: FrequencyBound, rarities: readonly number[]): readonly Share[] {
  if (bound.kind === 'unlisted') return []
  if (bound.kind === 'either') return bound.alternatives.flatMap((one) => sharesOf(one, rarities))
  const { kind, lists } = bound
  if (kind === 'pair' || kind === 'phrase') {
    const whole = lists.reduce((sum, list) => sum + (rarities[list] ?? 0), 0)
    return lists.map((list) => [list, whole > 0 ? (rarities[list] ?? 0) / whole : 1 / lists.length])
  }
  // A form that may stand beside the text counts one there, where its list counts half.
  const share = kind === 'form' && lists.length > 1 ? 2 : 1
  return lists.map((list) => [list, share])
}

function hasOneList(bound: FrequencyBound): boolean {
  return bound.kind === 'listed' || (bound.kind === 'form' && bound.lists.length === 1)
}

function isUnlisted(bound: FrequencyBound): boolean {
  return bound.kind === 'unlisted' || (bound.kind === 'either' && bound.alternatives.some(isUnlisted))
}
