import { mostSaturation, saturationAt } from './bm25.js'
import type { KeywordFeature, ListedFeature } from './features.js'
import type { KeywordScorer } from './keyword-scorer.js'
import { countless, maySucceed, type PlaceBits, timesOf } from './posting-list.js'

/** A name that two features share exactly if they are listed alike. */
export function listKey(feature: ListedFeature): string {
  return feature.kind === 'word' ? feature.stem : JSON.stringify([feature.kind, ...feature.stems])
}

/** The terms of a query, and the stems that begin with each of its prefixes, as `KeywordScorer` has them. */
export type RankedQuery = Pick<KeywordScorer, 'terms' | 'expansions'>

/** What an index says of a chunk, by list: `from` is where its numbers begin. */
export interface ListedCounts {
  readonly from: number
  /** In how many places a word stands in the text, and in how many beside it. */
  readonly inText: Uint8Array
  readonly beside: Uint8Array
  readonly places: PlaceBits
}

/** No chunk has a higher BM25 score than these say: made by `createScoreBounds`. */
export type ScoreBounds = ReturnType<typeof createScoreBounds>

/**
 * Bounds the BM25 scores of chunks by how often they have each listed feature, without reading their term lists. A chunk's
 * score is at most the sum over its lists of weight × saturation (of the places in the text and half of those beside it), with `most`
 * of the counts and `unknown` added. The sum alone is exact but for forms, which count as their stem does.
 * @param isListed whether the index can list a stem
 */
export function createScoreBounds({ terms, expansions }: RankedQuery, isListed: (stem: string) => boolean) {
  const lists = createLists()
  const options = { expansions, isListed }
  const parts = terms
    .filter(({ weight, idf }) => weight * idf > 0)
    .map(({ feature, weight, idf }) => ({
      weight: weight * idf,
      count: counterOf(feature, lists.numberOf, options),
    }))
  const listed = parts.filter(({ count }) => isBoundByOne(count))
  const others = parts.filter(({ count }) => !isBoundByOne(count))
  // Most of the others are pairs, which most chunks lack: a loop over objects of one shape takes less time.
  const pairs = others.flatMap(({ weight, count }) =>
    count.kind === 'leastInText' ? [{ weight, lists: Int32Array.from(count.lists) }] : [],
  )
  const rest = others.filter(({ count }) => count.kind !== 'leastInText')
  return {
    /** The features whose chunks have to be listed; all that is by list below is in their order. */
    lists: lists.all,
    /** By list, from 0: the weights of words and places, with their forms. */
    weights: weightsOf(
      listed,
      lists.all.map(() => 1),
    ),
    /** What any chunk may have besides, because nothing is known of it. */
    unknown: parts.reduce(
      (sum, { weight, count }) => sum + (isUnknown(count) ? weight * mostSaturation : 0),
      0,
    ),

    /** By list weights that bound `most` alone, as `weights` do. `rarities` decide how a pair is divided among its words. */
    otherWeights: (rarities: readonly number[]): number[] => weightsOf(others, rarities),
    /** The most that a chunk with these counts or lower ones has of all but words and places. `norm`: its `lengthNorm`. */
    most(chunk: ListedCounts, norm: number): number {
      let sum = 0
      for (const { weight, lists: words } of pairs) {
        const times = leastSideBySide(words, chunk)
        if (times > 0) sum += weight * saturationAt(times, norm)
      }
      for (const { weight, count } of rest) {
        const times = occurrences(count, chunk)
        if (times > 0) sum += weight * saturationAt(times, norm)
      }
      return sum
    },
  }
}

interface ListOptions extends Pick<RankedQuery, 'expansions'> {
  readonly isListed: (stem: string) => boolean
}

interface BoundPart {
  readonly weight: number
  readonly count: Counter
}

function weightsOf(parts: readonly BoundPart[], rarities: readonly number[]): number[] {
  const weights = rarities.map(() => 0)
  for (const { weight, count } of parts) {
    for (const [list, share] of sharesOf(count, rarities))
      weights[list] = (weights[list] ?? 0) + weight * share
  }
  return weights
}

/** How the most occurrences of a feature follow from the counts of lists. */
type Counter =
  | { readonly kind: 'list'; readonly list: number }
  | { readonly kind: 'sum' | 'least' | 'leastInText'; readonly lists: readonly number[] }
  /** One list: of the text. Several: of the text or the parts, where an occurrence counts one. */
  | { readonly kind: 'forms'; readonly lists: readonly number[] }
  | { readonly kind: 'most'; readonly counters: readonly Counter[] }
  | { readonly kind: 'unknown' }

type NumberOf = (feature: ListedFeature) => number

function createLists() {
  const all: ListedFeature[] = []
  const numbers = new Map<string, number>()
  const numberOf: NumberOf = (feature) => {
    const key = listKey(feature)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, all.length)
    return all.push(feature) - 1
  }
  return { all: all as readonly ListedFeature[], numberOf }
}

function counterOf(feature: KeywordFeature, numberOf: NumberOf, options: ListOptions): Counter {
  if (feature.kind === 'either') {
    return { kind: 'most', counters: feature.features.map((one) => counterOf(one, numberOf, options)) }
  }
  const stems = stemsOf(feature, options)
  if (!stems?.every(options.isListed)) return { kind: 'unknown' }
  const lists = () => stems.map((stem) => numberOf({ kind: 'word', stem }))
  switch (feature.kind) {
    case 'word':
    case 'place':
      return { kind: 'list', list: numberOf(feature) }
    case 'form':
      return { kind: 'forms', lists: lists() }
    case 'prefix':
      return { kind: 'sum', lists: lists() }
    case 'pair':
      return { kind: 'leastInText', lists: lists() }
    case 'phrase':
      return { kind: 'least', lists: [numberOf(feature), ...lists()] }
  }
}

function stemsOf(
  feature: Exclude<KeywordFeature, { kind: 'either' }>,
  { expansions }: ListOptions,
): readonly string[] | undefined {
  switch (feature.kind) {
    case 'word':
      return [feature.stem]
    case 'prefix':
      return [...new Set(expansions.get(feature.prefix))]
    case 'form':
      return feature.stems && [...new Set(feature.stems)]
    default:
      return feature.stems
  }
}

/** How often a chunk has something at most. */
function occurrences(counter: Counter, chunk: ListedCounts): number {
  switch (counter.kind) {
    case 'list':
      return timesIn(counter.list, chunk)
    case 'unknown':
      return 0
    case 'most':
      return counter.counters.reduce((most, one) => Math.max(most, occurrences(one, chunk)), 0)
    case 'least':
      return counter.lists.reduce((least, list) => Math.min(least, timesIn(list, chunk)), Infinity)
    case 'leastInText':
      return leastSideBySide(counter.lists, chunk)
    case 'sum':
      return counter.lists.reduce((sum, list) => sum + timesIn(list, chunk), 0)
    case 'forms':
      return formsOf(counter.lists, chunk)
  }
}

/** Where forms have one stem, each of them is one of it in the text. This is asked often: a loop takes less time than `reduce`. */
function formsOf(lists: readonly number[], { from, inText, beside }: ListedCounts): number {
  let sum = 0
  for (const list of lists) {
    sum += inText[from + list] ?? 0
    if (lists.length > 1) sum += beside[from + list] ?? 0
  }
  return sum >= countless ? Infinity : sum
}

function leastSideBySide(
  lists: Int32Array | readonly number[],
  { from, inText, places }: ListedCounts,
): number {
  let least = countless
  for (let index = 0; index < lists.length; index += 1) {
    const count = inText[from + (lists[index] ?? 0)] ?? 0
    if (count === 0) return 0
    if (count < least) least = count
  }
  if (!maySucceed(places, from, lists)) return 0
  return least === countless ? Infinity : least
}

function timesIn(list: number, { from, inText, beside }: ListedCounts): number {
  return timesOf(inText[from + list] ?? 0, beside[from + list] ?? 0)
}

/** A bound of a counter's saturation is the sum of share × saturation over these lists: saturation is concave. */
function sharesOf(counter: Counter, rarities: readonly number[]): readonly (readonly [number, number])[] {
  switch (counter.kind) {
    case 'list':
      return [[counter.list, 1]]
    case 'unknown':
      return []
    case 'most':
      return counter.counters.flatMap((one) => sharesOf(one, rarities))
    case 'least':
    case 'leastInText': {
      const whole = counter.lists.reduce((sum, list) => sum + (rarities[list] ?? 0), 0)
      return counter.lists.map((list) => [
        list,
        whole > 0 ? (rarities[list] ?? 0) / whole : 1 / counter.lists.length,
      ])
    }
    case 'forms':
      return counter.lists.map((list) => [list, counter.lists.length === 1 ? 1 : 2])
    case 'sum':
      return counter.lists.map((list) => [list, 1])
  }
}

/** Whether one list bounds it. */
function isBoundByOne(counter: Counter): boolean {
  return counter.kind === 'list' || (counter.kind === 'forms' && counter.lists.length === 1)
}

function isUnknown(counter: Counter): boolean {
  return counter.kind === 'unknown' || (counter.kind === 'most' && counter.counters.some(isUnknown))
}
