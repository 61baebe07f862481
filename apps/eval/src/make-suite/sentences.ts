import type { Stretch } from './stretch.js'

/** A sentence, and where it stands. */
export interface Sentence {
  /** As written; line ends are spaces. */
  readonly source: string
  /** With the white space behind it. */
  readonly stretches: readonly Stretch[]
}

/** `Dr.`, `e.g.`, `U.S.`, an initial: what follows goes on with the sentence. */
const abbreviation = /(?:^|[\s(])(?:\p{Lu}\p{Ll}{0,2}|(?:\p{L}\.)+\p{L}|vs|etc|approx|ca|cf|no)\.\s*$/u
const longestAbbreviation = 12

let segmenter: Intl.Segmenter | undefined

/** The places in a text behind its sentences. */
function* sentenceEnds(text: string): Generator<number> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'sentence' })
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length
    const tail = text.slice(Math.max(0, end - longestAbbreviation), end)
    if (end === text.length || !abbreviation.test(tail)) yield end
  }
}

/** The parts of a paragraph's lines between two places in its text. */
function stretchesBetween(paragraph: readonly Stretch[], start: number, end: number): Stretch[] {
  const parts: Stretch[] = []
  let lineStart = 0
  for (const { line, from, to } of paragraph) {
    const first = Math.max(from, from + start - lineStart)
    const last = Math.min(to, from + end - lineStart)
    if (first < last) parts.push({ line, from: first, to: last })
    lineStart += to - from + 1
  }
  return parts
}

/** The sentences of a paragraph, in every script, in order. */
export function sentencesOf(lines: readonly string[], paragraph: readonly Stretch[]): Sentence[] {
  const text = paragraph.map(({ line, from, to }) => lines[line]?.slice(from, to) ?? '').join(' ')
  let start = 0
  return Array.from(sentenceEnds(text), (end) => {
    const source = text.slice(start, end).trim()
    const stretches = stretchesBetween(paragraph, start, end)
    start = end
    return { source, stretches }
  })
}
