/** Brings all that is at least `pivot` to the front of a part of the list; gives where the rest begins. */
function partition(
  list: Float64Array,
  pivot: number,
  [from, to]: readonly [number, number],
): [number, number] {
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
  return [right, left]
}

/**
 * The number that stands at a place, from 0, when the highest come first; the last one where there are fewer. Found
 * without sorting (Hoare's quickselect).
 */
export function nthHighest(numbers: Float64Array, place: number): number {
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
