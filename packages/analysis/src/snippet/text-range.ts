/** Part of a text, in UTF-16 units; `end` is the first one after it. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Ranges in order, those that overlap, touch or `areOne` put together. */
export function mergeRanges(
  ranges: readonly TextRange[],
  areOne: (end: number, start: number) => boolean,
): TextRange[] {
  const merged: TextRange[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && (start <= last.end || areOne(last.end, start))) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    } else merged.push({ start, end })
  }
  return merged
}
