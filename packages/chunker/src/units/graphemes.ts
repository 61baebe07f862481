/** Lower code units do not combine with the one before. */
export const firstMark = 0x300

let segmenter: Intl.Segmenter | undefined
/** A longer grapheme cluster is divided. */
const maxGrapheme = 64

/** Latin letters, digits and Han characters are always separate grapheme clusters. */
const separate = /^[\0-\u02ff\u3400-\u9fff]{2}$/

/**
 * Finds the last grapheme boundary up to a position, but not before the end of the first cluster. `start` must be a boundary, and
 * positions must not exceed `start + maxSize`. Segments the text only once, because that is slow.
 */
export function graphemeBoundary(text: string, start: number, maxSize: number): (position: number) => number {
  let segments: Intl.Segments | undefined
  return (position) => {
    if (separate.test(text.slice(position - 1, position + 1))) return position
    segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
    segments ??= segmenter.segment(text.slice(start, start + maxSize + maxGrapheme))
    const at = segments.containing(position - start)
    if (at === undefined) return position
    if (at.index > 0) return start + at.index
    if (at.segment.length <= maxGrapheme) return start + at.segment.length
    return position + ((text.codePointAt(position - 1) ?? 0) > 0xffff ? 1 : 0)
  }
}
