import { seek } from './number-list.js'

/** Numbers in rising order, and what finds one of them quickly. */
export interface SortedNumbers {
  readonly numbers: Int32Array
  /** Where there are many: a bit for each number that is there, and how many are there before every 32 bits. */
  readonly bitmap: Int32Array | undefined
  readonly ranks: Int32Array | undefined
}

/** What `placesIn` says of a number that is not there. */
export const notThere = -1

/** From numbers in rising order, each below `end`. */
export function createSortedNumbers(numbers: Int32Array, end: number): SortedNumbers {
  if (numbers.length * sparsest < end) return { numbers, bitmap: undefined, ranks: undefined }
  const bitmap = new Int32Array((end >> 5) + 1)
  const ranks = new Int32Array(bitmap.length)
  for (let place = numbers.length - 1; place >= 0; place -= 1) {
    const number = numbers[place] ?? 0
    const at = number >> 5
    bitmap[at] = (bitmap[at] ?? 0) | (1 << number)
    ranks[at] = place
  }
  return { numbers, bitmap, ranks }
}

/** Where each of some numbers in rising order is. */
export function placesIn(list: SortedNumbers, wanted: Int32Array): Int32Array {
  const places = new Int32Array(wanted.length)
  const { numbers, bitmap, ranks } = list
  if (bitmap && ranks) placeByBits(places, wanted, { bitmap, ranks })
  else if (numbers.length > searchedFactor * wanted.length) placeBySearch(places, wanted, numbers)
  else placeBySteps(places, wanted, numbers)
  return places
}

/** Bits take two bits for each number that may be there: at most 16 bytes for each that is there. */
const sparsest = 64

/** To search takes less time than to go on by one where a list is so many times as long. */
const searchedFactor = 16

interface Bits {
  readonly bitmap: Int32Array
  readonly ranks: Int32Array
}

function placeByBits(places: Int32Array, wanted: Int32Array, { bitmap, ranks }: Bits): void {
  for (let index = 0; index < wanted.length; index += 1) {
    const number = wanted[index] ?? 0
    const bits = bitmap[number >> 5] ?? 0
    const bit = 1 << number
    places[index] = (bits & bit) === 0 ? notThere : (ranks[number >> 5] ?? 0) + countBits(bits & (bit - 1))
  }
}

function placeBySearch(places: Int32Array, wanted: Int32Array, numbers: Int32Array): void {
  let place = 0
  for (let index = 0; index < wanted.length; index += 1) {
    const number = wanted[index] ?? 0
    place = seek(numbers, number, place)
    places[index] = place < numbers.length && numbers[place] === number ? place : notThere
  }
}

function placeBySteps(places: Int32Array, wanted: Int32Array, numbers: Int32Array): void {
  let place = 0
  for (let index = 0; index < wanted.length; index += 1) {
    const number = wanted[index] ?? 0
    while (place < numbers.length && (numbers[place] ?? 0) < number) place += 1
    places[index] = place < numbers.length && numbers[place] === number ? place : notThere
  }
}

/** By adding up bits side by side: pairs, then fours, then bytes. */
function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
