import type { QueryTerm } from './query-tree.js'

/** Part of a text, in UTF-16 units; `end` is the first one after it. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

const ending = /(?:ations?|ating|ated|ates?|ings?|ions?|ers?|ed|es|e|ly|s|y|ies|ied)$/u
const spacedWord = /[\p{L}\p{N}\p{M}]+/gu

/** Close enough to what a stemmer joins to mark words for a reader; ranking never sees it. */
function rootOf(word: string): string {
  const folded = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const root = folded.replace(ending, '')
  return root.length >= 3 ? root : folded
}

function rangesOfText(text: string, wanted: string): TextRange[] {
  const ranges: TextRange[] = []
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + wanted.length)) {
    ranges.push({ start, end: start + wanted.length })
  }
  return ranges
}

function mergeTouching(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    } else merged.push(range)
  }
  return merged
}

/** Where words of a question stand in a text, in order and without overlaps; for marking, not for ranking. */
export function matchRanges(text: string, terms: readonly QueryTerm[]): TextRange[] {
  const words = terms.flatMap((term) => (term.kind === 'word' ? [term.word] : term.words))
  const roots = new Set(words.filter((word) => word.length > 1 || /^[\x20-\x7e]$/u.test(word)).map(rootOf))
  const runs = terms.flatMap((term) => {
    const run = term.kind === 'word' ? term.word : term.words.join('')
    return /^[\x20-\x7e]/u.test(run) ? [] : [run]
  })
  const spaced = Array.from(text.matchAll(spacedWord)).flatMap((match) =>
    roots.has(rootOf(match[0])) ? [{ start: match.index, end: match.index + match[0].length }] : [],
  )
  return mergeTouching([...spaced, ...runs.flatMap((run) => rangesOfText(text, run))])
}
