import { mergeRanges, type TextRange } from './text-range.js'

/** Stand for what is left out before, between and behind the parts of an excerpt. */
const omission = { before: '… ', between: ' … ', behind: ' …' }

/** The longest part that fits into an excerpt wherever in its text it stands. */
export function roomFor(length: number): number {
  return length - omission.before.length - omission.behind.length
}

const nothing = /^[ ·]*$/u

/** Parts of a text in order; those with nothing but spaces and dividers between them are one. */
export function joinParts(text: string, parts: readonly TextRange[]): TextRange[] {
  return mergeRanges(parts, (end, start) => start - end <= 3 && nothing.test(text.slice(end, start)))
}

function marksAround(text: string, parts: readonly TextRange[]): { before: string; behind: string } {
  return {
    before: (parts[0]?.start ?? 0) > 0 ? omission.before : '',
    behind: (parts.at(-1)?.end ?? 0) < text.length ? omission.behind : '',
  }
}

/** Parts of a text, as `joinParts` gives them, with a mark wherever something is left out. */
export function renderExcerpt(text: string, parts: readonly TextRange[]): string {
  const { before, behind } = marksAround(text, parts)
  return before + parts.map(({ start, end }) => text.slice(start, end)).join(omission.between) + behind
}

/** How long `renderExcerpt` makes parts, in UTF-16 units. */
export function excerptLength(text: string, parts: readonly TextRange[]): number {
  const { before, behind } = marksAround(text, parts)
  const shown = parts.reduce((sum, { start, end }) => sum + end - start, 0)
  return before.length + shown + omission.between.length * Math.max(0, parts.length - 1) + behind.length
}
