/** Lower code units do not combine with the one before. */
export const firstMark = 0x300

let segmenter: Intl.Segmenter | undefined
/** A longer grapheme cluster is divided. */
const maxGrapheme = 64

/**
 * Finds the last grapheme boundary up to a position, but not before the end of the first cluster. `start` must be a boundary, and
 * positions must not exceed `start + maxSize`. Segments the text only once, because that is slow.
 */
export function graphemeBoundary(text: string, start: number, maxSize: number): (position: number) => number {
  let segments: Intl.Segments | undefined
  return (position) => {
    if (isPlain(text.charCodeAt(position)) && isPlain(text.charCodeAt(position - 1))) return position
    segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
    segments ??= segmenter.segment(text.slice(start, start + maxSize + maxGrapheme))
    const at = segments.containing(position - start)
    if (at === undefined) return position
    if (at.index > 0) return start + at.index
    if (at.segment.length <= maxGrapheme) return start + at.segment.length
    return position + ((text.codePointAt(position - 1) ?? 0) > 0xffff ? 1 : 0)
  }
}

/** Latin letters, digits and Han characters are always separate grapheme clusters. */
function isPlain(unit: number): boolean {
  return unit < firstMark || (unit >= 0x3400 && unit <= 0x9fff)
}
