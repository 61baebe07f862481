/** A part of a line of a text. */
export interface Stretch {
  /** From 0. */
  readonly line: number
  /** First character, from 0. */
  readonly from: number
  /** Behind the last character. */
  readonly to: number
}

/** A sentence, and where it stands. */
export interface Sentence {
  /** As written; line ends are spaces. */
  readonly source: string
  /** With the white space behind it. */
  readonly stretches: readonly Stretch[]
}

/** What is left of a line without words: indentation, a list's mark, a box to tick. */
const emptied = /^\s*(?:(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]\])?)?\s*$/u

/** `Dr.`, `e.g.`, `U.S.`, an initial: what follows goes on with the sentence. */
const abbreviation = /(?:^|[\s(])(?:\p{Lu}\p{Ll}{0,2}|(?:\p{L}\.)+\p{L}|vs|etc|approx|ca|cf|no)\.\s*$/u

const longestAbbreviation = 12

let segmenter: Intl.Segmenter | undefined

const rewritings: readonly (readonly [RegExp, string])[] = [
  // Pictures, footnote marks and tags say nothing in words.
  [/!\[[^\]]*\]\([^()]*\)|\[\^[^\]]*\]|<\/?[A-Za-z][^<>]*>/gu, ''],
  // Links: to addresses, to notes with a name of their own, to notes.
  [/\[([^[\]]*)\]\([^()]*\)/gu, '$1'],
  [/!?\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/gu, '$1'],
  // What makes text bold, slanted, marked, struck out or code; single marks only around words.
  [/\*\*|__|~~|==|`/gu, ''],
  [/(?<![\p{L}\p{N}\\])([*_])(?=\S)([^*_]+?)(?<=[^\s\\])\1(?![\p{L}\p{N}])/gu, '$2'],
  [/\\(?=[!-/:-@[-`{-~])/gu, ''],
  // In a query these would ask for the words side by side.
  [/"/gu, ''],
  [/\s+/gu, ' '],
]

const pairs: readonly (readonly [opening: RegExp, closing: RegExp])[] = [
  [/\[/gu, /\]/gu],
  [/\(/gu, /\)/gu],
  [/[「『（【《]/gu, /[」』）】》]/gu],
  [/“/gu, /”/gu],
]

const evenMarks = [/\*\*/gu, /`/gu, /"/gu, /~~/gu, /==/gu]

const longestSource = 1000

/** The sentences of a paragraph, in every script, in order. */
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

/** The words of Markdown as a person would type them into a search box: on one line, without marks and link targets. */
export function plainText(source: string): string {
  return rewritings
    .reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), source)
    .trim()
}

/** Whether a part of Markdown can be cut out: each bracket, quote or mark that opens in it closes in it. */
export function isWhole(source: string): boolean {
  return (
    source.length <= longestSource &&
    pairs.every(([opening, closing]) => count(source, opening) === count(source, closing)) &&
    evenMarks.every((mark) => count(source, mark) % 2 === 0)
  )
}

/**
 * The lines of a text without some stretches, which must not overlap. A line of which nothing but a list's mark stays is
 * undefined, so that the index of each other line stays the same.
 */
export function cutLines(lines: readonly string[], stretches: readonly Stretch[]): (string | undefined)[] {
  const kept: (string | undefined)[] = [...lines]
  for (const [line, cuts] of Map.groupBy(stretches, (stretch) => stretch.line)) {
    let rest = lines[line] ?? ''
    // The last first, so that the positions of the others stay.
    for (const { from, to } of cuts.toSorted((a, b) => b.from - a.from))
      rest = rest.slice(0, from) + rest.slice(to)
    kept[line] = emptied.test(rest) ? undefined : rest
  }
  return kept
}

/** A text without some stretches, as `cutLines` cuts them. */
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
    const tail = text.slice(Math.max(0, end - longestAbbreviation), end)
    if (end === text.length || !abbreviation.test(tail)) yield end
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
