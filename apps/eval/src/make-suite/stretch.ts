/** A part of a line of a text. */
export interface Stretch {
  /** From 0. */
  readonly line: number
  /** First character, from 0. */
  readonly from: number
  /** Behind the last character. */
  readonly to: number
}

/** What is left of a line without words: indentation, a list's mark, a box to tick. */
const emptied = /^\s*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]\])?)?\s*$/u

/**
 * The lines of a text without some stretches, which must not overlap. A line of which nothing but a list's mark stays is
 * undefined, so that the index of each other line stays the same.
 */
export function cutLines(lines: readonly string[], stretches: readonly Stretch[]): (string | undefined)[] {
  const kept: (string | undefined)[] = [...lines]
  for (const [line, cuts] of Map.groupBy(stretches, (stretch) => stretch.line)) {
    let rest = lines[line] ?? ''
    // The last first, so that the positions of the others stay.
    for (const { from, to } of cuts.toSorted((a, b) => b.from - a.from))
      rest = rest.slice(0, from) + rest.slice(to)
    kept[line] = emptied.test(rest) ? undefined : rest
  }
  return kept
}

/** A text without some stretches, as `cutLines` cuts them. */
export function cutText(text: string, stretches: readonly Stretch[]): string {
  return cutLines(text.split('\n'), stretches)
    .filter((line) => line !== undefined)
    .join('\n')
}

/** Whether two stretches share a character. */
export function overlap(one: Stretch, other: Stretch): boolean {
  return one.line === other.line && one.from < other.to && other.from < one.to
}
