import { inverseDocumentFrequency, mostSaturation } from './bm25.js'
import type { ListedFeature } from './features.js'
import {
  countless,
  createPlaceBits,
  everyPlace,
  indexesIn,
  notThere,
  type PostingIndex,
  type PostingList,
} from './posting-list.js'
import type { ListedCounts, ScoreBounds } from './score-bounds.js'

/** What the scores of chunks are bounded by. */
export interface BoundedQuery {
  readonly index: PostingIndex
  readonly bounds: ScoreBounds
  /** How many chunks have what is listed; undefined if that was not counted. */
  readonly chunksWith: (feature: ListedFeature) => number | undefined
}

/** A chunk and the most that its score can be. */
export interface BoundedChunk {
  readonly position: number
  readonly bound: number
}

/** A posting list of a query. */
export interface BoundedList {
  readonly feature: ListedFeature
  /** What it adds for each unit of saturation, alone and with all that it is a part of. */
  readonly weight: number
  readonly mostWeight: number
  /** The most that it adds to a score. */
  readonly most: number
  readonly chunks: number
}

/** To score a chunk takes about as long as to read so many postings. */
const postingsPerScore = 50

/** Upper bounds of the scores of all chunks: made by `createUpperBounds`. */
export type UpperBounds = ReturnType<typeof createUpperBounds>

/** Makes upper bounds of the scores of all chunks: they are the closer, the more lists are read. */
export function createUpperBounds(query: BoundedQuery) {
  const { index, bounds } = query
  const { norms } = index
  const lists = listsOf(query)
  const sums = new Float64Array(norms.length)
  /** Those that are not added up, the one that may add most first. */
  let left: readonly BoundedList[] = lists.toSorted((a, b) => b.most - a.most)
  /** Whether to look a list up takes less time than to score some chunks more. */
  const isNear = ({ feature, chunks }: BoundedList) => chunks < postingsPerScore || index.isKept(feature)
  const rest = () => left.reduce((sum, { most }) => sum + most, bounds.unknown)

  return {
    /** By position, the most that a chunk has by the lists added up; 0 for those in none of them. */
    sums,
    left: (): readonly BoundedList[] => left,
    /** The most that any chunk has besides. */
    rest,
    /** Adds up the list that may add most of those left. */
    addNext(): void {
      for (const { feature, mostWeight } of left.slice(0, 1)) addList(index.list(feature), sums, mostWeight)
      left = left.slice(1)
    },
    /** Reads a list that is not near, if that pays where without it so many chunks are scored; whether it was read. */
    readIfUseful(list: BoundedList, chunks: number): boolean {
      const cost = { length: list.chunks, saved: chunks * postingsPerScore }
      const isUseful = !isNear(list) && index.isWorthReading(list.feature, cost)
      if (isUseful) index.list(list.feature)
      return isUseful
    },
    /**
     * The chunks whose bound is as high as `least`, with the closest bounds that near lists give: how often a chunk has each word,
     * and which of them may stand side by side. `positions`: in rising order.
     */
    close(positions: Int32Array, least: number): BoundedChunk[] {
      const chunks = countsFor(positions, lists.length)
      for (const [order, list] of lists.entries()) {
        const to = { ...chunks, order, weight: list.weight }
        if (left.includes(list) && !isNear(list)) describeUnread(to)
        else describe(index.list(list.feature), to)
      }
      const bounded: BoundedChunk[] = []
      for (let number = 0; number < positions.length; number += 1) {
        const position = positions[number] ?? 0
        chunks.counts.from = number * chunks.width
        const others = bounds.unknown + bounds.most(chunks.counts, norms[position] ?? 0)
        const bound = (chunks.sums[number] ?? 0) + others
        if (bound >= least) bounded.push({ position, bound })
      }
      return bounded
    },
  }
}

function listsOf({ index, bounds, chunksWith }: BoundedQuery): BoundedList[] {
  const counts = bounds.lists.map((feature) => chunksWith(feature) ?? 0)
  const others = bounds.otherWeights(
    counts.map((count) => inverseDocumentFrequency(index.norms.length, count)),
  )
  return bounds.lists.map((feature, order) => {
    const weight = bounds.weights[order] ?? 0
    const mostWeight = weight + (others[order] ?? 0)
    return { feature, weight, mostWeight, most: mostWeight * mostSaturation, chunks: counts[order] ?? 0 }
  })
}

function addList({ positions, impacts }: PostingList, sums: Float64Array, weight: number): void {
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] ?? 0
    sums[position] = (sums[position] ?? 0) + weight * (impacts[at] ?? 0)
  }
}

/** Arrays for the counts of some chunks: `width` numbers for each, one for each list. */
function countsFor(positions: Int32Array, width: number) {
  const length = positions.length * width
  const [inText, beside] = [new Uint8Array(length), new Uint8Array(length)]
  const counts = { from: 0, inText, beside, places: createPlaceBits(length) }
  return { positions, counts, width, sums: new Float64Array(positions.length) }
}

interface Describing extends ReturnType<typeof countsFor> {
  readonly order: number
  readonly weight: number
}

function describe(list: PostingList, { positions, counts, width, sums, order, weight }: Describing): void {
  const { inText, beside, impacts } = list
  const indexes = indexesIn(list, positions)
  for (let number = 0; number < indexes.length; number += 1) {
    const at = indexes[number] ?? notThere
    if (at === notThere) continue
    const to = number * width + order
    sums[number] = (sums[number] ?? 0) + weight * (impacts[at] ?? 0)
    counts.inText[to] = inText[at] ?? 0
    counts.beside[to] = beside[at] ?? 0
    copyPlaces(list, counts, { from: at, to })
  }
}

function copyPlaces(
  { places }: PostingList,
  counts: ListedCounts,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  counts.places[2 * to] = places?.[2 * from] ?? everyPlace
  counts.places[2 * to + 1] = places?.[2 * from + 1] ?? everyPlace
}

/** Every chunk may have what is listed, as often as can be. */
function describeUnread({ counts, width, sums, order, weight }: Describing): void {
  for (let number = 0; number < sums.length; number += 1) {
    const to = number * width + order
    sums[number] = (sums[number] ?? 0) + weight * mostSaturation
    counts.inText[to] = countless
    counts.places.fill(everyPlace, 2 * to, 2 * to + 2)
  }
}
