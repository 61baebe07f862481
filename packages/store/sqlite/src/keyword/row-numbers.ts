import { saturation } from '@recallite/keyword-ranking'

const comma = 0x2c
const zero = 0x30

/** Rows in rising order, each with a number. */
export interface RowNumbers {
  readonly rows: Float64Array
  readonly numbers: Float64Array
}

/** Whole numbers from 0 in decimal, told apart by commas, as `group_concat` makes them: a fifth of what JSON takes. */
export function parseNumberList(list: Uint8Array | null | undefined): Float64Array {
  if (!list || list.length === 0) return new Float64Array()
  const numbers = new Float64Array((list.length + 1) >> 1)
  let length = 0
  let number = 0
  for (let index = 0; index < list.length; index += 1) {
    const byte = list[index] ?? 0
    if (byte === comma) {
      numbers[length] = number
      length += 1
      number = 0
    } else number = 10 * number + (byte - zero)
  }
  numbers[length] = number
  return numbers.subarray(0, length + 1)
}

/** How often each row stands in a list that is in rising order. */
export function countRows(list: Float64Array): RowNumbers {
  const rows = new Float64Array(list.length)
  const numbers = new Float64Array(list.length)
  let length = 0
  for (let index = 0; index < list.length; index += 1) {
    const row = list[index] ?? 0
    if (length === 0 || rows[length - 1] !== row) {
      rows[length] = row
      length += 1
    }
    numbers[length - 1] = (numbers[length - 1] ?? 0) + 1
  }
  return { rows: rows.subarray(0, length), numbers: numbers.subarray(0, length) }
}

/** The rows that are allowed. */
export function keepRows({ rows, numbers }: RowNumbers, allowed: ReadonlySet<number>): RowNumbers {
  const isKept = (_: number, index: number) => allowed.has(rows[index] ?? -1)
  return { rows: rows.filter(isKept), numbers: numbers.filter(isKept) }
}

/** From how often a word is in each row to its part of the rows' BM25, if they were of mean length. */
export function scoreAtMean({ rows, numbers: counts }: RowNumbers, idf: number): RowNumbers {
  return { rows, numbers: counts.map((count) => idf * saturation(count, { length: 1, mean: 1 })) }
}

/** The same with the rows' lengths; rows whose length is not given are left out. */
export function scoreAtLength(
  counts: RowNumbers,
  idf: number,
  { lengths, mean }: { lengths: RowNumbers; mean: number },
): RowNumbers {
  const rows = new Float64Array(Math.min(counts.rows.length, lengths.rows.length))
  const numbers = new Float64Array(rows.length)
  let length = 0
  let place = 0
  for (let index = 0; index < counts.rows.length && place < lengths.rows.length; index += 1) {
    const row = counts.rows[index] ?? 0
    while (place < lengths.rows.length && (lengths.rows[place] ?? 0) < row) place += 1
    if (lengths.rows[place] !== row) continue
    rows[length] = row
    numbers[length] =
      idf * saturation(counts.numbers[index] ?? 0, { length: lengths.numbers[place] ?? 0, mean })
    length += 1
  }
  return { rows: rows.subarray(0, length), numbers: numbers.subarray(0, length) }
}

/** Both together: a row that is in both has the sum of its numbers. */
function merge(a: RowNumbers, b: RowNumbers): RowNumbers {
  const rows = new Float64Array(a.rows.length + b.rows.length)
  const numbers = new Float64Array(rows.length)
  let [i, j, length] = [0, 0, 0]
  while (i < a.rows.length || j < b.rows.length) {
    const left = a.rows[i] ?? Infinity
    const right = b.rows[j] ?? Infinity
    let sum = 0
    if (left <= right) sum += a.numbers[i++] ?? 0
    if (right <= left) sum += b.numbers[j++] ?? 0
    rows[length] = Math.min(left, right)
    numbers[length] = sum
    length += 1
  }
  return { rows: rows.subarray(0, length), numbers: numbers.subarray(0, length) }
}

/** All together; merged in halves, so that many short lists cost no more than few long ones. */
export function addUp(lists: readonly RowNumbers[]): RowNumbers {
  const [first = countRows(new Float64Array())] = lists
  if (lists.length < 2) return first
  const middle = lists.length >> 1
  return merge(addUp(lists.slice(0, middle)), addUp(lists.slice(middle)))
}

/** The rows of the highest numbers, highest first: as many as wanted, and those that share the lowest number of these. */
export function highest({ rows, numbers }: RowNumbers, most: number): number[] {
  if (rows.length === 0 || most < 1) return []
  const lowest = nthHighest(numbers, most - 1)
  const found: { row: number; number: number }[] = []
  for (let index = 0; index < rows.length; index += 1) {
    const number = numbers[index] ?? 0
    if (number >= lowest) found.push({ row: rows[index] ?? 0, number })
  }
  return found
    .toSorted((a, b) => (a.number === b.number ? a.row - b.row : b.number - a.number))
    .map(({ row }) => row)
}

/**
 * The number that stands at a place, from 0, when the highest come first; the last one where there are fewer. Found
 * without sorting (Hoare's quickselect).
 */
function nthHighest(numbers: Float64Array, place: number): number {
  const list = numbers.slice()
  const wanted = Math.min(place, list.length - 1)
  let [from, to] = [0, list.length - 1]
  while (from < to) {
    const [endOfHigh, startOfLow] = partition(list, list[(from + to) >> 1] ?? 0, [from, to])
    if (wanted <= endOfHigh) to = endOfHigh
    else if (wanted >= startOfLow) from = startOfLow
    else break
  }
  return list[wanted] ?? 0
}

/** Brings all that is at least `pivot` to the front of a part of the list; gives where the rest begins. */
function partition(list: Float64Array, pivot: number, [from, to]: readonly [number, number]) {
  let [left, right] = [from, to]
  while (left <= right) {
    while ((list[left] ?? 0) > pivot) left += 1
    while ((list[right] ?? 0) < pivot) right -= 1
    if (left > right) break
    const held = list[left] ?? 0
    list[left] = list[right] ?? 0
    list[right] = held
    left += 1
    right -= 1
  }
  return [right, left] as const
}
