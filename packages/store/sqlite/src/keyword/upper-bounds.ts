import { countless, inverseDocumentFrequency, type ScoreBounds } from '@recallite/keyword-ranking'
import { countOfLevel, levelBits, partOf, type Postings } from './postings.js'

/** Bounds of the scores of all chunks, by their positions. */
export interface UpperBounds {
  /** What each chunk has by the lists it is in, without words that may stand side by side; 0 for those in no list. */
  readonly sums: Float64Array
  /** The least sum with which a chunk's bound can be as high as this. */
  leastSum(bound: number): number
  /** The bound of a chunk with this sum. */
  of(position: number, sum: number): number
}

/** Makes bounds of the scores of so many chunks; they hold until the next call. */
export function createUpperBounds() {
  let sums = new Float64Array()
  const levels = createLevels()
  return (bounds: ScoreBounds, lists: readonly Postings[], norms: Float64Array): UpperBounds => {
    const { length } = norms
    sums = sums.length === length ? sums.fill(0) : new Float64Array(length)
    const { worths, ratio } = divideWorths(bounds, lists, length)
    levels.begin(bounds.runLists, length)
    for (const [index, list] of lists.entries()) {
      const worth = (worths[index] ?? 0) * partOf
      const levelsOfList = levels.of(index)
      if (levelsOfList) addList(list, { sums, worth, ...levelsOfList })
      else addWorth(list, sums, worth)
    }
    const { unknown } = bounds
    return {
      sums,
      leastSum: (bound) => (bound - unknown) / (1 + ratio),
      of: (position, sum) => sum + bounds.runs(levels.countsOf(position), norms[position] ?? 0) + unknown,
    }
  }
}

/** The worth of each list, and the most that runs add to a sum, as a share of it. */
function divideWorths(bounds: ScoreBounds, lists: readonly Postings[], chunks: number) {
  const runs = bounds.runWorths(
    lists.map(({ positions }) => inverseDocumentFrequency(chunks, positions.length)),
  )
  // A run's words are usually scored by themselves too. Where one is not, its list gets what the run may add.
  const worths = bounds.worths.map((worth, index) => (worth > 0 ? worth : (runs[index] ?? 0)))
  const ratio = Math.max(0, ...worths.map((worth, index) => (worth > 0 ? (runs[index] ?? 0) / worth : 0)))
  return { worths, ratio }
}

function addWorth({ positions, codes }: Postings, sums: Float64Array, worth: number): void {
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0
    sums[position] = (sums[position] ?? 0) + worth * ((codes[index] ?? 0) >>> levelBits)
  }
}

const levelMask = (1 << levelBits) - 1

/** The same, and keeps the levels: one pass takes less time than two. */
function addList(
  { positions, codes }: Postings,
  to: Levels & { readonly sums: Float64Array; readonly worth: number },
) {
  const { sums, worth, bits, shift } = to
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0
    const code = codes[index] ?? 0
    sums[position] = (sums[position] ?? 0) + worth * (code >>> levelBits)
    bits[position] = (bits[position] ?? 0) | ((code & levelMask) << shift)
  }
}

/** Where the levels of a list are: by position, from a bit on. */
interface Levels {
  readonly bits: Int32Array
  readonly shift: number
}

const listsPerNumber = 32 / levelBits

/** Keeps roughly how often each chunk has what is listed, in two bits; never less often than it has. */
function createLevels() {
  let wanted: readonly number[] = []
  let numbers: Int32Array[] = []
  let counts = new Uint8Array()
  return {
    begin(lists: readonly number[], chunks: number): void {
      wanted = lists
      counts = new Uint8Array(Math.max(0, ...lists) + 1)
      const count = Math.ceil(lists.length / listsPerNumber)
      const kept = numbers.filter(({ length }) => length === chunks).slice(0, count)
      for (const one of kept) one.fill(0)
      numbers = Array.from({ length: count }, (_, index) => kept[index] ?? new Int32Array(chunks))
    },
    /** Where the levels of a list are to be kept; undefined if they are not wanted. */
    of(list: number): Levels | undefined {
      const place = wanted.indexOf(list)
      const bits = numbers[Math.floor(place / listsPerNumber)]
      return bits && { bits, shift: levelBits * (place % listsPerNumber) }
    },
    /** The counts of a chunk, until the next call. */
    countsOf(position: number): Uint8Array {
      for (let place = 0; place < wanted.length; place += 1) {
        const bits = numbers[Math.floor(place / listsPerNumber)]?.[position] ?? 0
        const level = (bits >>> (levelBits * (place % listsPerNumber))) & levelMask
        counts[wanted[place] ?? 0] = countOfLevel[level] ?? countless
      }
      return counts
    },
  }
}
