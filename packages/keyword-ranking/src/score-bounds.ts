import { mostSaturation, saturationAt } from './bm25.js'
import type { KeywordFeature } from './features.js'
import type { WeighedTerm } from './keyword-scorer.js'
import { maySucceed, type PlaceBits } from './place-bits.js'

/** What an inverted index lists the chunks of: those with a stem anywhere, or with words side by side. */
export type ListedFeature = Extract<KeywordFeature, { kind: 'word' | 'phrase' | 'place' }>

/** The count of a chunk that has a stem more than 127 times, or a phrase or a place. */
export const countless = 255

/** A name that two features share exactly if they are listed alike. */
export function listKey(feature: ListedFeature): string {
  return feature.kind === 'word' ? feature.stem : JSON.stringify([feature.kind, ...feature.stems])
}

/** What decides how a feature is listed. */
export interface ListOptions {
  /** The stems that begin with a prefix. */
  readonly expand: (prefix: string) => readonly string[]
  /** Whether the index can list a stem. */
  readonly isListed: (stem: string) => boolean
}

/** What an index says of a chunk, by list: `from` is where its numbers begin. */
export interface ListedCounts {
  readonly from: number
  readonly counts: Uint8Array
  readonly places: PlaceBits
}

/** No chunk has a higher BM25 score than these say: made by `createScoreBounds`. */
export type ScoreBounds = ReturnType<typeof createScoreBounds>

/**
 * Bounds the BM25 scores of chunks by how often they have each listed feature, without reading their term lists. A count is
 * twice the occurrences in the text and once those in the parts and the place, and `countless` from there on. A chunk's
 * score is at most the sum over its lists of worth × saturation(half the count), with `runs` and `unknown` added. The sum
 * alone is exact for words and places; a form counts as its stems do.
 */
export function createScoreBounds(terms: readonly WeighedTerm[], options: ListOptions) {
  const lists = createLists()
  const parts = terms
    .filter(({ weight, idf }) => weight * idf > 0)
    .map(({ feature, weight, idf }) => ({
      worth: weight * idf,
      count: counterOf(feature, lists.numberOf, options),
    }))
  const runs = parts.filter(({ count }) => isRun(count))
  const sums = parts.filter(({ count }) => !isRun(count))
  // Most runs are pairs, which most chunks lack: objects of one shape are told apart sooner.
  const pairs = runs.flatMap(({ worth, count }) =>
    count.kind === 'leastInText' ? [{ worth, lists: Int32Array.from(count.lists) }] : [],
  )
  const otherRuns = runs.filter(({ count }) => count.kind !== 'leastInText')
  return {
    /** The features whose chunks have to be listed; all that is by list below is in their order. */
    lists: lists.all,
    /** By list, from 0. */
    worths: worthsOf(
      sums,
      lists.all.map(() => 1),
    ),
    /** The part of `worths` that a chunk certainly has: that of words and places, of which an index says all. */
    certainWorths: worthsOf(
      sums.filter(({ count }) => count.kind === 'list'),
      lists.all.map(() => 1),
    ),
    /** What any chunk may have besides, because nothing is known of it. */
    unknown: parts.reduce(
      (sum, { worth, count }) => sum + (isUnknown(count) ? worth * mostSaturation : 0),
      0,
    ),

    /** By list worths that bound `runs` alone, as `worths` do. `rarities` decide how a run is divided among its words. */
    runWorths: (rarities: readonly number[]): number[] => worthsOf(runs, rarities),
    /** What a chunk with these counts or lower ones has for words that stand side by side. `norm`: its `lengthNorm`. */
    runs(chunk: ListedCounts, norm: number): number {
      let sum = 0
      for (const { worth, lists: words } of pairs) {
        const times = leastSideBySide(words, chunk)
        if (times > 0) sum += worth * saturationAt(times, norm)
      }
      for (const { worth, count } of otherRuns) {
        const times = occurrences(count, chunk)
        if (times > 0) sum += worth * saturationAt(times, norm)
      }
      return sum
    },
  }
}

interface BoundPart {
  readonly worth: number
  readonly count: Counter
}

function worthsOf(parts: readonly BoundPart[], rarities: readonly number[]): number[] {
  const worths = rarities.map(() => 0)
  for (const { worth, count } of parts) {
    for (const [list, share] of sharesOf(count, rarities)) worths[list] = (worths[list] ?? 0) + worth * share
  }
  return worths
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
  { expand }: ListOptions,
): readonly string[] | undefined {
  switch (feature.kind) {
    case 'word':
      return [feature.stem]
    case 'prefix':
      return [...new Set(expand(feature.prefix))]
    case 'form':
      return feature.stems && [...new Set(feature.stems)]
    default:
      return feature.stems
  }
}

function occurrences(counter: Counter, chunk: ListedCounts): number {
  const { from, counts } = chunk
  switch (counter.kind) {
    case 'list':
      return timesOf(counts[from + counter.list] ?? 0)
    case 'unknown':
      return 0
    case 'most':
      return counter.counters.reduce((most, one) => Math.max(most, occurrences(one, chunk)), 0)
    case 'least':
      return timesOf(leastOf(counter.lists, chunk))
    case 'leastInText':
      return leastSideBySide(counter.lists, chunk)
    default: {
      const scale = counter.kind === 'forms' && counter.lists.length > 1 ? 2 : 1
      return counter.lists.reduce((sum, list) => sum + scale * timesOf(counts[from + list] ?? 0), 0)
    }
  }
}

function leastSideBySide(lists: Int32Array | readonly number[], chunk: ListedCounts): number {
  const { from, counts, places } = chunk
  let least = countless
  for (let index = 0; index < lists.length; index += 1) {
    const count = counts[from + (lists[index] ?? 0)] ?? 0
    if (count < 2) return 0
    if (count < least) least = count
  }
  return maySucceed(places, from, lists) ? Math.floor(timesOf(least)) : 0
}

function leastOf(lists: readonly number[], { from, counts }: ListedCounts): number {
  let least = lists.length === 0 ? 0 : countless
  for (const list of lists) least = Math.min(least, counts[from + list] ?? 0)
  return least
}

function timesOf(count: number): number {
  return count === countless ? Infinity : count / 2
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

/** Whether words have to stand side by side. */
function isRun(counter: Counter): boolean {
  if (counter.kind === 'most') return counter.counters.some(isRun)
  return counter.kind === 'least' || counter.kind === 'leastInText'
}

function isUnknown(counter: Counter): boolean {
  return counter.kind === 'unknown' || (counter.kind === 'most' && counter.counters.some(isUnknown))
}
