import { inverseDocumentFrequency, mostSaturation, saturationAt } from './bm25.js'
import type { ListedFeature } from './features.js'
import { createPlaceBits, everyPlace, type PlaceBits } from './place-bits.js'
import { countless, type ScoreBounds } from './score-bounds.js'
import { indexesIn, notThere, sortedPositions, type SortedPositions } from './sorted-positions.js'

/** The chunks that have something, each once, by position: a number that the index gives a chunk, from 0. */
export interface Postings {
  /** In rising order. */
  readonly positions: Int32Array
  /** In how many places of the text each chunk has it, and in how many beside the text; `countless` where that is not known. */
  readonly inText: Uint8Array
  readonly beside: Uint8Array
  /** Where in the text the word stands, if that is known. */
  readonly places?: PlaceBits | undefined
}

/** Postings, and the saturation of each: what it adds to a score for each unit of weight × idf. */
export interface PostingList extends Postings, SortedPositions {
  readonly impacts: Float32Array
}

/** Computes the impacts of postings. `norms`: the `lengthNorm` of every chunk, by position. */
export function withImpacts(postings: Postings, norms: Float64Array): PostingList {
  const { positions, inText, beside } = postings
  const impacts = new Float32Array(positions.length)
  for (let at = 0; at < impacts.length; at += 1) {
    impacts[at] = saturationAt(timesOf(inText[at] ?? 0, beside[at] ?? 0), norms[positions[at] ?? 0] ?? 0)
  }
  return { ...postings, impacts, ...sortedPositions(positions, norms.length) }
}

/** An inverted index. */
export interface PostingIndex {
  /** The `lengthNorm` of every chunk, by position. */
  readonly norms: Float64Array
  list(feature: ListedFeature): PostingList
  /** Whether a list is in memory. */
  isKept(feature: ListedFeature): boolean
  /**
   * Whether it pays to read a list of so many postings, where to do without it takes the time of reading `saved` postings: it does
   * once that has been so in as many searches as make up for it, as the list may be of use in later ones.
   */
  isWorthReading(feature: ListedFeature, cost: { readonly length: number; readonly saved: number }): boolean
}

/** What the scores of chunks are bounded by. */
export interface BoundedQuery {
  readonly index: PostingIndex
  readonly bounds: ScoreBounds
  /** How many chunks have what is listed; undefined if that was not counted. */
  readonly chunksWith: (feature: ListedFeature) => number | undefined
  /** Room for the sums of a search that no other one runs beside: new memory for each takes as long as a part of the search. */
  readonly room?: Float64Array | undefined
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
  readonly worth: number
  readonly mostWorth: number
  /** The most that it adds to a score. */
  readonly most: number
  readonly chunks: number
}

/** To score a chunk takes about as long as to read so many postings. */
export const postingsPerScore = 50

/** Makes upper bounds of the scores of all chunks: they are the closer, the more lists are read. */
export function createUpperBounds({ index, bounds, chunksWith, room }: BoundedQuery) {
  const { norms } = index
  const lists = listsOf({ index, bounds, chunksWith })
  const sums = room?.length === norms.length ? room.fill(0) : new Float64Array(norms.length)
  /** Those that are not read, the one that may add most first. */
  let left: readonly BoundedList[] = lists.toSorted((a, b) => b.most - a.most)

  /** Whether to look a list up takes less time than to score some chunks more. */
  const isNear = ({ feature, chunks }: BoundedList) => chunks < postingsPerScore || index.isKept(feature)

  return {
    isNear,
    /** By position, the most that a chunk has by the lists that were read; 0 for those in none of them. */
    sums,
    left: (): readonly BoundedList[] => left,
    /** The most that any chunk has besides. */
    rest: (): number => left.reduce((sum, { most }) => sum + most, bounds.unknown),
    read(list: BoundedList): void {
      left = left.filter((one) => one !== list)
      addList(index.list(list.feature), sums, list.mostWorth)
    },
    /** Leaves out the chunks whose bound is below `least` once lists in memory are looked up for them. `positions`: in rising order. */
    narrow(positions: Int32Array, least: number): Int32Array {
      const near = left.filter(isNear)
      let rest = left.reduce((sum, { most }) => sum + most, bounds.unknown)
      let passing: Passing = { positions: positions.slice(), sums: sumsOf(positions, sums) }
      for (const { feature, mostWorth, most } of near) {
        rest -= most
        passing = lookUp(index.list(feature), passing, { worth: mostWorth, least: least - rest - 1e-9 })
      }
      return passing.positions
    },
    /** The closest bounds that the lists give: how often a chunk has each word, and which of them may stand side by side. */
    close(positions: Int32Array, least: number): BoundedChunk[] {
      const chunks = createRoom(positions, lists.length)
      for (const [order, list] of lists.entries()) {
        const isUnread = left.includes(list) && !isNear(list)
        if (isUnread) describeUnread({ ...chunks, order, worth: list.worth })
        else describe(index.list(list.feature), { ...chunks, order, worth: list.worth })
      }
      const bounded: BoundedChunk[] = []
      for (let number = 0; number < positions.length; number += 1) {
        const position = positions[number] ?? 0
        chunks.counts.from = number * chunks.width
        const bound = bounds.unknown + (chunks.sums[number] ?? 0) + bounds.most(chunks.counts, norms[position] ?? 0)
        if (bound >= least) bounded.push({ position, bound })
      }
      return bounded
    },
  }
}

function listsOf({ index, bounds, chunksWith }: BoundedQuery): BoundedList[] {
  const counts = bounds.lists.map((feature) => chunksWith(feature) ?? 0)
  const others = bounds.otherWorths(counts.map((count) => inverseDocumentFrequency(index.norms.length, count)))
  return bounds.lists.map((feature, order) => {
    const worth = bounds.worths[order] ?? 0
    const mostWorth = worth + (others[order] ?? 0)
    return { feature, worth, mostWorth, most: mostWorth * mostSaturation, chunks: counts[order] ?? 0 }
  })
}

function addList({ positions, impacts }: PostingList, sums: Float64Array, worth: number): void {
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] ?? 0
    sums[position] = (sums[position] ?? 0) + worth * (impacts[at] ?? 0)
  }
}

interface Passing {
  readonly positions: Int32Array
  readonly sums: Float64Array
}

function sumsOf(positions: Int32Array, sums: Float64Array): Float64Array {
  const own = new Float64Array(positions.length)
  for (let number = 0; number < own.length; number += 1) own[number] = sums[positions[number] ?? 0] ?? 0
  return own
}

/** Adds a list to the sums of some chunks, and leaves out those that have less than `least`. */
function lookUp(list: PostingList, passing: Passing, { worth, least }: { readonly worth: number; readonly least: number }): Passing {
  const { positions, sums } = passing
  const indexes = indexesIn(list, positions)
  let length = 0
  for (let number = 0; number < indexes.length; number += 1) {
    const position = positions[number] ?? 0
    const at = indexes[number] ?? notThere
    const impact = at === notThere ? 0 : (list.impacts[at] ?? 0)
    const sum = (sums[number] ?? 0) + worth * impact
    if (sum < least) continue
    positions[length] = position
    sums[length] = sum
    length += 1
  }
  return { positions: positions.subarray(0, length), sums: sums.subarray(0, length) }
}

function timesOf(inText: number, beside: number): number {
  return inText === countless || beside === countless ? Infinity : inText + beside / 2
}

/** Room for what lists say of some chunks: `width` numbers for each, one for each list. */
function createRoom(positions: Int32Array, width: number) {
  const length = positions.length * width
  const counts = { from: 0, inText: new Uint8Array(length), beside: new Uint8Array(length), places: createPlaceBits(length) }
  return { positions, counts, width, sums: new Float64Array(positions.length) }
}

interface Describing extends ReturnType<typeof createRoom> {
  readonly order: number
  readonly worth: number
}

function describe(list: PostingList, { positions, counts, width, sums, order, worth }: Describing): void {
  const { places } = list
  const indexes = indexesIn(list, positions)
  for (let number = 0; number < indexes.length; number += 1) {
    const at = indexes[number] ?? notThere
    if (at === notThere) continue
    const to = number * width + order
    sums[number] = (sums[number] ?? 0) + worth * (list.impacts[at] ?? 0)
    counts.inText[to] = list.inText[at] ?? 0
    counts.beside[to] = list.beside[at] ?? 0
    counts.places[2 * to] = places?.[2 * at] ?? everyPlace
    counts.places[2 * to + 1] = places?.[2 * at + 1] ?? everyPlace
  }
}

/** Every chunk may have what is listed, as often as can be. */
function describeUnread({ counts, width, sums, order, worth }: Describing): void {
  for (let number = 0; number < sums.length; number += 1) {
    const to = number * width + order
    sums[number] = (sums[number] ?? 0) + worth * mostSaturation
    counts.inText[to] = countless
    counts.places.fill(everyPlace, 2 * to, 2 * to + 2)
  }
}
