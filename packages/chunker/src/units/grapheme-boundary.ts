/** A character that takes more is cut. */
const longestGrapheme = 64
/** Below this code unit no character joins the one before it. */
export const firstMark = 0x300

/** Latin letters, digits and Han characters: each one is a character of its own. */
function isPlain(unit: number): boolean {
  return unit < firstMark || (unit >= 0x3400 && unit <= 0x9fff)
}

let segmenter: Intl.Segmenter | undefined

function splitsSurrogates(text: string, place: number): boolean {
  const unit = text.charCodeAt(place)
  return unit >= 0xdc00 && unit <= 0xdfff && text.charCodeAt(place - 1) >>> 10 === 0xd800 >>> 10
}

/**
 * The last place up to `place`, but behind `start`, that parts no character as a reader sees it. `start` must be such a
 * place. The first character is kept whole even where it reaches beyond `place`.
 */
export function graphemeBoundary(text: string, start: number, place: number): number {
  if (isPlain(text.charCodeAt(place)) && isPlain(text.charCodeAt(place - 1))) return place
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  const segments = segmenter.segment(text.slice(start, place + longestGrapheme))
  const at = segments.containing(place - start)
  if (at === undefined) return place
  if (at.index > 0) return start + at.index
  if (at.segment.length <= longestGrapheme) return start + at.segment.length
  return splitsSurrogates(text, place) ? place + 1 : place
}
