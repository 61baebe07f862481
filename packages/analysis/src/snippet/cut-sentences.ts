import type { Sentence } from './flat-text.js'
import { graphemeStart, type TextRange } from './text-range.js'

/** How long a sentence may be, and its pieces if it is longer, in UTF-16 units. */
export interface PieceLengths {
  readonly most: number
  readonly target: number
}

/** The sentences, those that are too long in pieces, none of which ends within a match that it could hold. */
export function cutSentences(
  { text, sentences }: { readonly text: string; readonly sentences: readonly Sentence[] },
  matches: readonly TextRange[],
  lengths: PieceLengths,
): Sentence[] {
  if (sentences.every(({ start, end }) => end - start <= lengths.most)) return [...sentences]
  const source = { text, isWithin: markInsides(text.length, matches) }
  return sentences.flatMap((sentence) => piecesOf(source, sentence, lengths))
}

/** Marks each place that has some of a range before it and some behind it. */
function markInsides(length: number, ranges: readonly TextRange[]): Uint8Array {
  const insides = new Uint8Array(length + 1)
  for (const { start, end } of ranges) if (end - start > 1) insides.fill(1, start + 1, end)
  return insides
}

/** A text in which sentences are cut, but for the places that are within a match. */
interface Source {
  readonly text: string
  readonly isWithin: Uint8Array
}

function piecesOf(source: Source, sentence: Sentence, lengths: PieceLengths): Sentence[] {
  const { isHeading, end: last } = sentence
  const pieces: Sentence[] = []
  let { start } = sentence
  while (last - start > lengths.most) {
    const cut = cutPlace(source, start, lengths)
    const end = endsWord(source.text, cut) ? cut - 1 : cut
    pieces.push({ start, end, isHeading, isContinuation: pieces.length > 0 })
    start = source.text.charAt(cut) === ' ' ? cut + 1 : cut
  }
  pieces.push({ start, end: last, isHeading, isContinuation: pieces.length > 0 })
  return pieces
}

/** Where the piece that begins at `from` ends best: behind a clause, else a word, else a character; in no match. */
function cutPlace(source: Source, from: number, { most, target }: PieceLengths): number {
  const late = { start: from + Math.ceil(target / 2), end: from + target }
  const place = lastPlace(source, late, endsClause) || lastPlace(source, late, endsWord)
  if (place > 0) return place
  const free = lastPlace(source, { start: from + 1, end: late.end }, () => true)
  const forward = source.isWithin.indexOf(0, late.end)
  const anywhere = free || (forward <= from + most ? forward : from + most)
  return graphemeStart(source.text, from, anywhere)
}

/** The last place from `latest` down to `earliest` that is in no match and is as wanted; 0 without one. */
function lastPlace(
  { text, isWithin }: Source,
  { start: earliest, end: latest }: TextRange,
  isWanted: (text: string, place: number) => boolean,
): number {
  for (let place = latest; place >= earliest; place -= 1) {
    if (isWithin[place] === 0 && isWanted(text, place)) return place
  }
  return 0
}

const clauseEnds: ReadonlySet<number> = new Set(
  Array.from(',;:)]…—–，、；：）」』', (mark) => mark.charCodeAt(0)),
)

function endsClause(text: string, place: number): boolean {
  const isSpaced = endsWord(text, place)
  const mark = text.charCodeAt(isSpaced ? place - 2 : place - 1)
  return (isSpaced || mark > 0x2fff) && clauseEnds.has(mark)
}

const space = 32

function endsWord(text: string, place: number): boolean {
  return text.charCodeAt(place - 1) === space
}
