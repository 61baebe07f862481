import type { Sentence } from './flat-text.js'
import { graphemeStart, type TextRange } from './text-range.js'

/** The longest sentence, and the length of the pieces of longer ones, in UTF-16 units. */
export interface PieceLengths {
  readonly most: number
  readonly target: number
}

/** Divides sentences that are too long into pieces. No piece ends inside a match that fits into it. */
export function cutSentences(
  { text, sentences }: { readonly text: string; readonly sentences: readonly Sentence[] },
  matches: readonly TextRange[],
  lengths: PieceLengths,
): Sentence[] {
  if (sentences.every(({ start, end }) => end - start <= lengths.most)) return [...sentences]
  const isWithin = new Uint8Array(text.length + 1)
  for (const { start, end } of matches) isWithin.fill(1, start + 1, end)
  return sentences.flatMap((sentence) => piecesOf({ text, isWithin }, sentence, lengths))
}

/** A text, and for each position whether it lies inside a match. */
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

/**
 * Where the piece that begins at `from` ends: preferably after a clause, else a word, else a character; not inside a
 * match.
 */
function cutPlace(source: Source, from: number, { most, target }: PieceLengths): number {
  const late = { start: from + Math.ceil(target / 2), end: from + target }
  const place = lastPlace(source, late, endsClause) || lastPlace(source, late, endsWord)
  if (place > 0) return place
  const free = lastPlace(source, { start: from + 1, end: late.end }, () => true)
  const forward = source.isWithin.indexOf(0, late.end)
  const anywhere = free || (forward <= from + most ? forward : from + most)
  return graphemeStart(source.text, from, anywhere)
}

/** The last position from `latest` down to `earliest` that is outside of matches and wanted; 0 if there is none. */
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

function endsClause(text: string, place: number): boolean {
  const isSpaced = endsWord(text, place)
  const mark = text.charAt(isSpaced ? place - 2 : place - 1)
  return (isSpaced || mark > '\u2fff') && mark !== '' && ',;:)]…—–，、；：）」』'.includes(mark)
}

function endsWord(text: string, place: number): boolean {
  return text.charAt(place - 1) === ' '
}
