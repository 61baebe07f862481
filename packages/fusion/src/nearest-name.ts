/** The known name with the fewest edits from the given one; undefined if that is more than half its length. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const rated = known
    .map((candidate) => ({ candidate, edits: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(name.length, candidate.length) / 2)
    .toSorted((a, b) => a.edits - b.edits)
  return rated[0]?.candidate
}

/** Levenshtein distance, one row at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
