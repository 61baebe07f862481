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

/** The lines of a text: parted at `\n`, so that joining them with it gives the very text. */
export function linesOf(text: string): string[] {
  return text.split('\n')
}

function cutLine(line: string, stretches: readonly Stretch[]): string {
  const fromBehind = stretches.toSorted((a, b) => b.from - a.from)
  return fromBehind.reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), line)
}

/**
 * The lines of a text without some stretches, which must not overlap. A line of which nothing but a list's mark stays
 * is gone; the others are undefined where they are gone, so that a place in the list is still a line's number.
 */
export function cutLines(lines: readonly string[], stretches: readonly Stretch[]): (string | undefined)[] {
  const byLine = new Map<number, Stretch[]>()
  for (const stretch of stretches) byLine.set(stretch.line, [...(byLine.get(stretch.line) ?? []), stretch])
  const kept: (string | undefined)[] = [...lines]
  for (const [line, cuts] of byLine) {
    const rest = cutLine(lines[line] ?? '', cuts)
    kept[line] = emptied.test(rest) ? undefined : rest
  }
  return kept
}

/** A text without some stretches, as `cutLines` cuts them. */
export function cutText(text: string, stretches: readonly Stretch[]): string {
  return cutLines(linesOf(text), stretches)
    .filter((line) => line !== undefined)
    .join('\n')
}

/** Whether two stretches share a character. */
export function overlap(one: Stretch, other: Stretch): boolean {
  return one.line === other.line && one.from < other.to && other.from < one.to
}
