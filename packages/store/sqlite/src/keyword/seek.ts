/** The first place from `from` on with at least this number: found by steps that double, then by halving (galloping search). */
export function seek(sorted: Int32Array | Float64Array, number: number, from: number): number {
  let step = 1
  let [low, high] = [from, from]
  while (high < sorted.length && (sorted[high] ?? 0) < number) {
    low = high + 1
    high += step
    step *= 2
  }
  high = Math.min(high, sorted.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
