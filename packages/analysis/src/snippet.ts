import { matchRanges, type TextRange } from './match-ranges.js'
import type { QueryTerm } from './query-tree.js'

/** The stretch of at most `length` units that holds the most matches, the earliest of equals. */
function densest(ranges: readonly TextRange[], length: number): TextRange {
  let best: TextRange = { start: 0, end: 0 }
  let most = 0
  let first = 0
  for (let last = 0; last < ranges.length; last += 1) {
    const end = ranges[last]?.end ?? 0
    while ((ranges[first]?.start ?? end) < end - length) first += 1
    const count = last - first + 1
    if (count > most) {
      most = count
      best = { start: ranges[first]?.start ?? 0, end }
    }
  }
  return best
}

function wordStart(text: string, position: number): number {
  const reach = text.slice(Math.max(0, position - 24), position)
  const gap = reach.search(/\s\S*$/u)
  return gap < 0 ? safeCut(text, position) : position - reach.length + gap + 1
}

function wordEnd(text: string, position: number): number {
  const gap = text.slice(position, position + 24).search(/\s/u)
  return gap < 0 ? safeCut(text, position) : position + gap
}

/** Never between the halves of a surrogate pair. */
function safeCut(text: string, position: number): number {
  const code = text.charCodeAt(position)
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position
}

/**
 * The part of a text, about `length` characters on one line, where most of a question's words stand; the beginning
 * where none does. `…` marks what was left out.
 */
export function snippet(text: string, terms: readonly QueryTerm[], length = 240): string {
  const flat = text.replace(/\s+/gu, ' ').trim()
  if (flat.length <= length) return flat
  const match = densest(matchRanges(flat, terms), length)
  const spare = Math.max(0, length - (match.end - match.start))
  const from = Math.max(0, Math.min(match.start - Math.floor(spare / 3), flat.length - length))
  const start = from === 0 ? 0 : wordStart(flat, from)
  const end = from + length >= flat.length ? flat.length : wordEnd(flat, from + length)
  return `${start > 0 ? '… ' : ''}${flat.slice(start, end)}${end < flat.length ? ' …' : ''}`
}
