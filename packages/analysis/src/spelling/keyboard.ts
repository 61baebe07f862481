/** Rows of a QWERTY keyboard, each shifted half a key to the right of the one above it. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function neighbourPairs(): Set<string> {
  const pairs = new Set<string>()
  const join = (a: string | undefined, b: string | undefined): void => {
    if (a && b) pairs.add(a + b).add(b + a)
  }
  for (const [index, row] of rows.entries()) {
    for (const [column, key] of [...row].entries()) {
      join(key, row[column + 1])
      join(key, rows[index + 1]?.[column - 1])
      join(key, rows[index + 1]?.[column])
    }
  }
  return pairs
}

const pairs = neighbourPairs()

/** Whether two letters' keys touch on a QWERTY keyboard, so that a finger may hit one for the other. */
export function areKeyboardNeighbours(a: string, b: string): boolean {
  return pairs.has(a + b)
}
