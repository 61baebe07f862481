import type { LineRange } from '../structure/structure.js'

/** Finds the range that holds a line, if one does; lines must be asked for in order. */
export function createRangeCursor<Range extends LineRange>(
  ranges: readonly Range[],
): (line: number) => Range | undefined {
  let next = 0
  return (line) => {
    let range = ranges[next]
    while (range !== undefined && range.end <= line) range = ranges[++next]
    return range !== undefined && range.start <= line ? range : undefined
  }
}
