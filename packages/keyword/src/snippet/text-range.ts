/** A range of a text in UTF-16 units; `end` is exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The ranges in order; those that overlap, touch or satisfy `areOne` are joined. */
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

/** Characters that combine with the one before them. */
export const joiningCharacters = '\\p{M}\\p{Gr_Ext}\\p{Emoji_Modifier}\\u200d\\u0e33\\u0eb3'
let segmenter: Intl.Segmenter | undefined

/** The last position in (`from`, `position`] that does not split a grapheme cluster; in a longer one, a surrogate pair. */
export function graphemeStart(text: string, from: number, position: number): number {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  const start =
    segmenter.segment(text.slice(from, position + 2)).containing(position - from)?.index ?? position - from
  if (start > 0) return from + start
  const code = text.charCodeAt(position)
  return code >= 0xdc00 && code <= 0xdfff && position - from > 1 ? position - 1 : position
}
