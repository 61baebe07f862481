/**
 * The number of edits between two words: a letter inserted, deleted or replaced, or two neighbours swapped (optimal string
 * alignment). Letters are UTF-16 units. Returns `limit + 1` for any distance above `limit`.
 */
export function editDistance(one: string, other: string, limit = Infinity): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  const width = other.length + 1
  const table = new Uint16Array(width * (one.length + 1))
  for (let column = 1; column < width; column += 1) table[column] = column
  for (let line = 1; line <= one.length; line += 1) {
    // A swap continues from the row before, whose minimum is at least one less.
    if (fillRow(table, line, { one, other }) > limit + 1) return limit + 1
  }
  return Math.min(table[table.length - 1] ?? 0, limit + 1)
}

/** Fills a row of the table of distances between prefixes of the words, and returns its minimum. */
function fillRow(
  table: Uint16Array,
  line: number,
  { one, other }: { readonly one: string; readonly other: string },
): number {
  const width = other.length + 1
  const edits = (at: number) => table[at] ?? 0
  const [letter, letterBefore] = [one[line - 1], one[line - 2]]
  let min = line
  table[line * width] = line
  for (let column = 1; column < width; column += 1) {
    const at = line * width + column
    const replaced = edits(at - width - 1) + (letter === other[column - 1] ? 0 : 1)
    const isSwap = letter === other[column - 2] && letterBefore === other[column - 1]
    const swapped = isSwap && line > 1 ? edits(at - 2 * width - 2) + 1 : replaced
    const distance = Math.min(replaced, swapped, edits(at - width) + 1, edits(at - 1) + 1)
    table[at] = distance
    if (distance < min) min = distance
  }
  return min
}

/** The similarity of two words from 0 to 1: the share of the longer one's letters that no edit changes. */
export function editSimilarity(one: string, other: string): number {
  return 1 - editDistance(one, other) / Math.max(one.length, other.length, 1)
}

/** The name nearest to a mistyped one, ignoring letter case; undefined if the edits exceed half of the longer name. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const rated = names
    .map((name) => ({ name, edits: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(typed.length, name.length) / 2)
  return rated.toSorted((a, b) => a.edits - b.edits)[0]?.name
}
