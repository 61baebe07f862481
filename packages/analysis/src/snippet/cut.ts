import { graphemeStart } from './graphemes.js'
import type { TextRange } from './text-range.js'

/** How far from where it must be at the latest a cut may be for the sake of a whole word. */
const longestWord = 24

/** What begins a sentence and is at most `room` units long: whole words, if one ends late enough. */
export function beginningOf(text: string, { start, end }: TextRange, room: number): TextRange {
  const latest = Math.min(end, start + room)
  if (latest === end || text.charAt(latest) === ' ') return { start, end: latest }
  const least = Math.max(start, latest - longestWord)
  const gap = text.slice(least, latest).lastIndexOf(' ')
  return { start, end: gap < 0 ? graphemeStart(text, start, latest) : least + gap }
}
