import { plainText } from '@recallite/chunker'

/** The characters `from` (inclusive) to `to` (exclusive) of a line. All count from 0. */
export interface Stretch {
  readonly line: number
  readonly from: number
  readonly to: number
}

/** The Markdown of a sentence, with spaces for line ends, and its stretches, including the white space after it. */
export interface Sentence {
  readonly source: string
  readonly stretches: readonly Stretch[]
}

/** A line without words: only indentation, a list mark, a check box. */
const emptied = /^\s*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]\])?)?\s*$/u

/** Abbreviations that do not end a sentence: `Dr.`, `e.g.`, `U.S.`, an initial. */
const abbreviation = /(?:^|[\s(])(?:\p{Lu}\p{Ll}{0,2}|(?:\p{L}\.)+\p{L}|vs|etc|approx|ca|cf|no)\.\s*$/u

const maxAbbreviation = 12

let segmenter: Intl.Segmenter | undefined

const pairs: readonly (readonly [opening: RegExp, closing: RegExp])[] = [
  [/\[/gu, /\]/gu],
  [/\(/gu, /\)/gu],
  [/[「『（【《]/gu, /[」』）】》]/gu],
  [/“/gu, /”/gu],
]

const evenMarks = [/\*\*/gu, /`/gu, /"/gu, /~~/gu, /==/gu]

const maxSource = 1000

/** The sentences of a paragraph in any script, in order. */
export function sentencesOf(lines: readonly string[], paragraph: readonly Stretch[]): Sentence[] {
  const text = paragraph.map(({ line, from, to }) => lines[line]?.slice(from, to) ?? '').join(' ')
  let start = 0
  return Array.from(sentenceEnds(text), (end) => {
    const source = text.slice(start, end).trim()
    const stretches: Stretch[] = []
    let lineStart = 0
    for (const { line, from, to } of paragraph) {
      const first = Math.max(from, from + start - lineStart)
      const last = Math.min(to, from + end - lineStart)
      if (first < last) stretches.push({ line, from: first, to: last })
      lineStart += to - from + 1
    }
    start = end
    return { source, stretches }
  })
}

/** The text of Markdown on one line, without markup and quotation marks, which mean a phrase in a query. */
export const questionText = (source: string): string => plainText(source).replace(/==|"/gu, '')

/** Whether Markdown can be cut out, because its brackets, quotes and marks are balanced. */
export function isWhole(source: string): boolean {
  return (
    source.length <= maxSource &&
    pairs.every(([opening, closing]) => count(source, opening) === count(source, closing)) &&
    evenMarks.every((mark) => count(source, mark) % 2 === 0)
  )
}

/** Cuts stretches, which must not overlap, out of lines. A line that loses all words becomes undefined. */
export function cutLines(lines: readonly string[], stretches: readonly Stretch[]): (string | undefined)[] {
  const remaining: (string | undefined)[] = [...lines]
  for (const [line, cuts] of Map.groupBy(stretches, (stretch) => stretch.line)) {
    let rest = lines[line] ?? ''
    // Cuts from the end, so that positions stay valid.
    for (const { from, to } of cuts.toSorted((a, b) => b.from - a.from))
      rest = rest.slice(0, from) + rest.slice(to)
    remaining[line] = emptied.test(rest) ? undefined : rest
  }
  return remaining
}

/** Cuts stretches out of a text, as `cutLines` does. */
export function cutText(text: string, stretches: readonly Stretch[]): string {
  return cutLines(text.split('\n'), stretches)
    .filter((line) => line !== undefined)
    .join('\n')
}

/** Whether two stretches share a character. */
export function overlap(one: Stretch, other: Stretch): boolean {
  return one.line === other.line && one.from < other.to && other.from < one.to
}

function* sentenceEnds(text: string): Generator<number> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'sentence' })
  for (const { segment, index } of segmenter.segment(text)) {
    const end = index + segment.length
    const tail = text.slice(Math.max(0, end - maxAbbreviation), end)
    if (end === text.length || !abbreviation.test(tail)) yield end
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
