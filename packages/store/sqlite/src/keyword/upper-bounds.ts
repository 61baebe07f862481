import {
  countless,
  createPlaceBits,
  everyPlace,
  inverseDocumentFrequency,
  type ListedCounts,
  type ListedFeature,
  type ScoreBounds,
} from '@recallite/keyword-ranking'
import { notThere, placesIn } from './places-in.js'
import { mostParts, mostSaturation, partOf, type PostingReader, type Postings } from './postings.js'

/** What the scores of chunks are bounded by. */
export interface BoundedQuery {
  readonly bounds: ScoreBounds
  /** How many chunks have what is listed; undefined if that was not counted. */
  readonly chunksWith: (feature: ListedFeature) => number | undefined
  /** Of every chunk, by position. */
  readonly norms: Float64Array
  /** Whether all lists are read, so that the bounds are as close as they can be. */
  readonly isWhole: boolean
}

/** A chunk, by its position, with the most that its score can be, and the least as far as that is known. */
export interface BoundedChunk {
  readonly position: number
  readonly bound: number
  readonly least: number
}

/** Bounds of the scores of all chunks; closer ones cost more. */
export interface UpperBounds {
  /** By position, the most that a chunk has by the lists added so far; 0 for those in none of these lists. */
  readonly sums: Float64Array
  /** The most that any chunk has besides. */
  rest(): number
  /** Adds the list that may add most of those left; false if none is left. */
  addList(): boolean
  /** The chunks whose bound is as high as `least`, of some in rising order of position. */
  boundsOf(positions: readonly number[], least: number): BoundedChunk[]
}

/** To score a chunk takes about as long as to read so many postings that are not kept. */
const postingsPerScore = 50

/**
 * Makes bounds of the scores of chunks; they hold until the next call. Lists are taken in the order of what they may add to a
 * score (as MaxScore of Turtle and Flood does): common words, whose lists are long, are looked up for few chunks or not at all.
 */
export function createUpperBounds(postings: PostingReader) {
  let sums = new Float64Array()
  const describeEach = createDescriptions()
  return (query: BoundedQuery): UpperBounds => {
    const { length } = query.norms
    sums = sums.length === length ? sums.fill(0) : new Float64Array(length)
    const lists = listsOf(query)
    const left = [...lists]
    const { unknown } = query.bounds
    const isNear = (list: BoundedList) => isCheap(list, query, postings)

    function boundAll(positions: Int32Array, least: number): BoundedChunk[] {
      const lookedUp = left.filter(isNear)
      const others = mostOf(
        left.filter((list) => !lookedUp.includes(list)),
        unknown,
      )
      const passing = narrow(startOf(positions, sums), { lists: lookedUp, postings, others, least })
      const read = new Set([...lists.filter((list) => !left.includes(list)), ...lookedUp])
      const known = lists.map((list) => (read.has(list) ? postings.list(list.feature) : undefined))
      return boundEach(passing, { query, lists, known, least, chunk: describeEach(passing, lists) })
    }

    return {
      sums,
      rest: () => mostOf(left, unknown),
      addList() {
        const next = left.shift()
        if (!next) return false
        addAll(postings.list(next.feature), sums, next.mostWorth * partOf)
        return true
      },
      boundsOf(positions, least) {
        let found = boundAll(new Int32Array(positions), least)
        for (const list of left) {
          if (isNear(list)) continue
          const saved = found.length * postingsPerScore
          if (!postings.isWorthReading(list.feature, { length: list.chunks ?? 0, saved })) continue
          postings.list(list.feature)
          found = boundAll(
            Int32Array.from(found, ({ position }) => position),
            least,
          )
        }
        return found
      },
    }
  }
}

/** The chunks with something that counts. */
interface BoundedList {
  readonly feature: ListedFeature
  /** The place among the lists of the bounds. */
  readonly index: number
  /** What it adds for each unit of saturation, and the most with all that it is a part of. */
  readonly worth: number
  readonly mostWorth: number
  /** The most that it adds. */
  readonly most: number
  readonly chunks: number | undefined
}

/** What lists may add together with something else: always added up anew, as differences of such sums may be below 0. */
function mostOf(lists: readonly BoundedList[], start: number): number {
  return lists.reduce((sum, { most }) => sum + most, start)
}

/** Those that may add most come first. */
function listsOf({ bounds, chunksWith, norms }: BoundedQuery): BoundedList[] {
  const counts = bounds.lists.map(chunksWith)
  const others = bounds.otherWorths(counts.map((count = 0) => inverseDocumentFrequency(norms.length, count)))
  const lists = bounds.lists.map((feature, index) => {
    const worth = bounds.worths[index] ?? 0
    const mostWorth = worth + (others[index] ?? 0)
    return { feature, index, worth, mostWorth, most: mostWorth * mostSaturation, chunks: counts[index] }
  })
  return lists.toSorted((a, b) => b.most - a.most)
}

/** Whether to read a list takes less time than to score some chunks more. */
function isCheap({ feature, chunks = 0 }: BoundedList, { isWhole }: BoundedQuery, postings: PostingReader) {
  return isWhole || chunks < postingsPerScore || postings.isKept(feature)
}

function addAll({ found: { numbers: positions }, parts }: Postings, sums: Float64Array, worth: number): void {
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0
    sums[position] = (sums[position] ?? 0) + worth * (parts[index] ?? 0)
  }
}

/** Chunks in rising order of position, and the most that each has by the lists looked up so far. */
interface Passing {
  readonly positions: Int32Array
  readonly sums: Float64Array
}

function startOf(positions: Int32Array, sums: Float64Array): Passing {
  const own = new Float64Array(positions.length)
  for (let index = 0; index < own.length; index += 1) own[index] = sums[positions[index] ?? 0] ?? 0
  return { positions, sums: own }
}

interface Narrowing {
  readonly lists: readonly BoundedList[]
  readonly postings: PostingReader
  /** The most that lists add which are not looked up. */
  readonly others: number
  readonly least: number
}

/** Looks the chunks up in one list after the other, and leaves out those that cannot be among the best any more. */
function narrow(chunks: Passing, { lists, postings, others, least }: Narrowing): Passing {
  let { positions, sums } = chunks
  for (const [order, { feature, mostWorth }] of lists.entries()) {
    const rest = mostOf(lists.slice(order + 1), others)
    const list = postings.list(feature)
    const places = placesIn(list.found, positions)
    let length = 0
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? notThere
      const part = place === notThere ? 0 : (list.parts[place] ?? 0)
      const sum = (sums[index] ?? 0) + mostWorth * partOf * part
      if (sum + rest < least) continue
      positions[length] = positions[index] ?? 0
      sums[length] = sum
      length += 1
    }
    positions = positions.subarray(0, length)
    sums = sums.subarray(0, length)
  }
  return { positions, sums }
}

interface Bounding {
  readonly query: BoundedQuery
  readonly lists: readonly BoundedList[]
  /** What was read of each of `lists`. */
  readonly known: readonly (Postings | undefined)[]
  readonly least: number
  readonly chunk: ReturnType<ReturnType<typeof createDescriptions>>
}

/** Room for the counts of chunks, empty at each call: arrays made anew for each query would take as long as a part of the search. */
function createDescriptions() {
  let room = roomFor(0)
  return ({ positions }: Passing, lists: readonly unknown[]) => {
    const length = positions.length * lists.length
    if (room.inText.length < length) room = roomFor(length)
    room.inText.fill(0, 0, length)
    room.beside.fill(0, 0, length)
    room.places.fill(0, 0, 2 * length)
    return room
  }
}

const roomFor = (length: number) => ({
  inText: new Uint8Array(length),
  beside: new Uint8Array(length),
  places: createPlaceBits(length),
  from: 0,
})

/** The closest bounds that the lists give: how often a chunk has each word, and which of them may stand side by side. */
function boundEach({ positions }: Passing, { query, lists, known, least, chunk }: Bounding): BoundedChunk[] {
  const { bounds, norms } = query
  const width = lists.length
  const sums = new Float64Array(positions.length).fill(bounds.unknown)
  const leastSums = new Float64Array(positions.length)
  for (const [order, { index, worth }] of lists.entries()) {
    const list = known[order]
    const certain = (bounds.certainWorths[index] ?? 0) * partOf
    if (list)
      describe(list, { positions, sums, leastSums, worth: worth * partOf, certain, chunk, width, index })
    else describeUnread({ sums, most: worth * mostSaturation, chunk, width, index })
  }
  const bounded: BoundedChunk[] = []
  for (let number = 0; number < positions.length; number += 1) {
    const position = positions[number] ?? 0
    chunk.from = number * width
    const norm = norms[position] ?? 0
    const bound = (sums[number] ?? 0) + bounds.most(chunk, norm)
    if (bound < least) continue
    bounded.push({ position, bound, least: (leastSums[number] ?? 0) + bounds.least(chunk, norm) })
  }
  return bounded
}

/** What becomes known of some chunks: `width` numbers for each of them, one for each list. */
interface Describing {
  readonly positions: Int32Array
  readonly sums: Float64Array
  readonly leastSums: Float64Array
  readonly certain: number
  readonly worth: number
  readonly chunk: ListedCounts
  readonly width: number
  readonly index: number
}

function describe(list: Postings, to: Describing): void {
  const { positions, sums, leastSums, worth, certain } = to
  const found = placesIn(list.found, positions)
  for (let number = 0; number < found.length; number += 1) {
    const place = found[number] ?? notThere
    if (place === notThere) continue
    const part = list.parts[place] ?? 0
    sums[number] = (sums[number] ?? 0) + worth * part
    // Parts are rounded up, and the highest one stands for any number of occurrences.
    if (part < mostParts) leastSums[number] = (leastSums[number] ?? 0) + certain * (part - 1)
  }
  copyCounts(list, found, to)
}

function copyCounts({ inText, beside, places }: Postings, found: Int32Array, to: Describing): void {
  const { chunk, width, index } = to
  for (let number = 0; number < found.length; number += 1) {
    const place = found[number] ?? notThere
    if (place === notThere) continue
    const at = number * width + index
    chunk.inText[at] = inText[place] ?? 0
    chunk.beside[at] = beside[place] ?? 0
    chunk.places[2 * at] = places[2 * place] ?? 0
    chunk.places[2 * at + 1] = places[2 * place + 1] ?? 0
  }
}

/** Every chunk may have what is listed, as often as can be. */
function describeUnread({
  sums,
  most,
  chunk: { inText, places },
  width,
  index,
}: Pick<Describing, 'sums' | 'chunk' | 'width' | 'index'> & { readonly most: number }): void {
  for (let number = 0; number < sums.length; number += 1) {
    const at = number * width + index
    sums[number] = (sums[number] ?? 0) + most
    inText[at] = countless
    places.fill(everyPlace, 2 * at, 2 * at + 2)
  }
}
