/**
 * The distance of two words in optimal string alignment: the fewest letters left out, put in, replaced, or swapped
 * with their neighbour that turn one into the other, no stretch being edited twice (`ca` and `abc` stand 3 apart).
 * Counted in UTF-16 units. Only cells within `most` of the diagonal are worked out, and none after the first row that
 * has nothing below `most + 1`. Source: Boytsov, “Indexing methods for approximate dictionary searching”, ACM Journal
 * of Experimental Algorithmics 16 (2011), 2.1.
 *
 * @param most the largest distance of interest; `most + 1` stands for every larger one
 */
export function editDistance(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > most) return most + 1
  const beyond = most + 1
  let earlier: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, beyond))
  for (let row = 1; row <= a.length; row += 1) {
    const current = nextRow({ a, b, beyond, row, above, earlier })
    if (current.every((distance) => distance >= beyond)) return beyond
    earlier = above
    above = current
  }
  return above[b.length] ?? beyond
}

interface Row {
  readonly a: string
  readonly b: string
  readonly beyond: number
  readonly row: number
  readonly above: readonly number[]
  readonly earlier: readonly number[]
}

function nextRow({ a, b, beyond, row, above, earlier }: Row): number[] {
  const current = Array.from({ length: b.length + 1 }, () => beyond)
  current[0] = Math.min(row, beyond)
  const last = Math.min(b.length, row + beyond - 1)
  for (let column = Math.max(1, row - beyond + 1); column <= last; column += 1) {
    const same = a[row - 1] === b[column - 1]
    let least = (above[column - 1] ?? beyond) + (same ? 0 : 1)
    least = Math.min(least, (above[column] ?? beyond) + 1, (current[column - 1] ?? beyond) + 1)
    const swap = !same && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
    if (swap) least = Math.min(least, (earlier[column - 2] ?? beyond) + 1)
    current[column] = Math.min(least, beyond)
  }
  return current
}
