import type { FlatText, Sentence } from './flat-text.js'
import { graphemeStart, mergeRanges, type TextRange } from './text-range.js'

/** Marks for what is left out before, between and after the parts of an excerpt. */
const omission = { before: '… ', between: ' … ', behind: ' …' }

/** The longest part that fits into an excerpt, with omission marks on both sides. */
export function roomFor(length: number): number {
  return length - omission.before.length - omission.behind.length
}

/** The parts in order; parts with nothing but spaces and dividers between them are joined. */
export function joinParts(text: string, parts: readonly TextRange[]): TextRange[] {
  return mergeRanges(parts, (end, start) => start - end <= 3 && /^[ ·]*$/u.test(text.slice(end, start)))
}

/** The parts, with marks for what is left out. */
export function renderExcerpt(text: string, parts: readonly TextRange[]): string {
  const before = (parts[0]?.start ?? 0) > 0 ? omission.before : ''
  const behind = (parts.at(-1)?.end ?? 0) < text.length ? omission.behind : ''
  return before + parts.map(({ start, end }) => text.slice(start, end)).join(omission.between) + behind
}

/** The positions of the sentences, most important first, and the most units to show. */
interface Chosen {
  readonly places: readonly number[]
  readonly length: number
}

/** A shorter piece would hardly hold a word. */
const leastBeginning = 24

/**
 * Extends the chosen sentences by as many neighbours as fit. Neighbours are shown whole; in part only where they are
 * pieces already, or if more than half of the length would stay empty.
 */
export function addContext(flat: FlatText, chosen: Chosen): TextRange[] {
  const { text } = flat
  const parts = addSentences(flat, chosen)
  const room = chosen.length - renderExcerpt(text, parts).length
  const next = nextSentence(flat, parts, chosen.places[0])
  const mayBeCut = next?.isContinuation === true || room * 2 > chosen.length
  const left = room - omission.between.length
  if (!next || !mayBeCut || left < leastBeginning) return parts
  return joinParts(text, [...parts, beginningOf(text, next, left)])
}

/** How many units a cut may move back in order to keep a word whole. */
const longestWord = 24

/** The beginning of a sentence, at most `room` units long; ends at a word boundary if one is near enough. */
export function beginningOf(text: string, { start, end }: TextRange, room: number): TextRange {
  const latest = Math.min(end, start + room)
  if (latest === end || text.charAt(latest) === ' ') return { start, end: latest }
  const least = Math.max(start, latest - longestWord)
  const gap = text.slice(least, latest).lastIndexOf(' ')
  return { start, end: gap < 0 ? graphemeStart(text, start, latest) : least + gap }
}

interface Edge {
  place: number
  readonly step: 1 | -1
}

/** Adds the neighbours of the chosen sentences, alternately after and before, as long as they fit whole. */
function addSentences({ text, sentences }: FlatText, { places, length }: Chosen): TextRange[] {
  let parts = joinParts(
    text,
    places.flatMap((place) => sentences[place] ?? []),
  )
  const advance = (edge: Edge): boolean => {
    edge.place += edge.step
    const sentence = sentences[edge.place]
    if (!sentence) return false
    const more = joinParts(text, [...parts, sentence])
    if (renderExcerpt(text, more).length > length) return false
    parts = more
    return true
  }
  let edges = places.flatMap((place): Edge[] => [
    { place, step: 1 },
    { place, step: -1 },
  ])
  while (edges.length > 0) edges = edges.filter(advance)
  return parts
}

function nextSentence({ sentences }: FlatText, parts: readonly TextRange[], main = 0): Sentence | undefined {
  const part = parts.find(({ end }) => end > (sentences[main]?.start ?? 0))
  return part && sentences.find(({ start }) => start >= part.end)
}
