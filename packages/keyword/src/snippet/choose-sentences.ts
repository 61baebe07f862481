import type { Match } from './find-matches.js'
import type { Sentence } from './flat-text.js'
import { graphemeStart, type TextRange } from './text-range.js'

/** A sentence that contains matches. */
export interface Candidate {
  readonly position: number
  readonly sentence: Sentence
  /** The matches completely inside the sentence. */
  readonly matches: readonly Match[]
}

type Weights = ReadonlyMap<number, number>

interface Rated {
  readonly candidate: Candidate
  readonly weight: number
}

/**
 * Chooses the sentences to show, most important first: the one whose distinct terms weigh most, then those that add most weight,
 * until all terms are included or nothing else fits. The earliest one wins a tie.
 * @param fit whether these sentences fit together
 */
export function chooseSentences(
  candidates: readonly Candidate[],
  weights: Weights,
  fit: (candidates: readonly Candidate[]) => boolean,
): Candidate[] {
  const chosen: Candidate[] = []
  const included = new Set<number>()
  let rest = candidates
  for (;;) {
    const useful = rest
      .map((candidate) => ({ candidate, weight: newWeightOf(candidate, weights, included) }))
      .filter(({ weight }) => weight > 0)
    const best = useful
      .toSorted((one, other) => compare(one, other, chosen))
      .find(({ candidate }) => fit([...chosen, candidate]))
    if (!best) return chosen
    chosen.push(best.candidate)
    for (const { term } of best.candidate.matches) included.add(term)
    rest = useful.map(({ candidate }) => candidate)
  }
}

/** The sentences that contain matches, in order. */
export function candidatesOf(sentences: readonly Sentence[], matches: readonly Match[]): Candidate[] {
  const candidates = sentences.map((sentence, position) => ({
    position,
    sentence,
    matches: matches.filter(({ start, end }) => start >= sentence.start && end <= sentence.end),
  }))
  return candidates.filter((candidate) => candidate.matches.length > 0)
}

/** The weight of each term among `count` sentences: ln(1 + (N − n + .5) / (n + .5)) for a term in n of N sentences. */
export function weighTerms(candidates: readonly Candidate[], count: number): Map<number, number> {
  const holding = new Map<number, number>()
  for (const { matches } of candidates) {
    for (const term of new Set(matches.map((match) => match.term)))
      holding.set(term, (holding.get(term) ?? 0) + 1)
  }
  return new Map(Array.from(holding, ([term, n]) => [term, Math.log(1 + (count - n + 0.5) / (n + 0.5))]))
}

/** Adjacent matches weigh more than the same words apart. */
const sideWeight = 0.25

/** The weight of its distinct new terms; adjacent ones weigh more. */
function newWeightOf({ matches }: Candidate, weights: Weights, included: ReadonlySet<number>): number {
  const isNew = ({ term }: Match) => !included.has(term)
  const isPaired = ({ term, start }: Match, index: number) => {
    const before = matches[index - 1]
    return before !== undefined && before.term !== term && [0, 1].includes(start - before.end)
  }
  const sumOf = (some: readonly Match[]) =>
    [...new Set(some.map(({ term }) => term))].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0)
  return sumOf(matches.filter(isNew)) + sideWeight * sumOf(matches.filter(isPaired).filter(isNew))
}

const rounding = 1e-9

/** Ranks by weight, then prose before headings, then nearness to the chosen ones, then number of matches. */
function compare(one: Rated, other: Rated, chosen: readonly Candidate[]): number {
  if (Math.abs(one.weight - other.weight) > rounding) return other.weight - one.weight
  const [a, b] = [one.candidate, other.candidate]
  if (a.sentence.isHeading !== b.sentence.isHeading) return a.sentence.isHeading ? 1 : -1
  // The distance is infinite while none is chosen.
  return distanceTo(chosen, a) - distanceTo(chosen, b) || b.matches.length - a.matches.length
}

function distanceTo(chosen: readonly Candidate[], { position }: Candidate): number {
  return Math.min(...chosen.map((other) => Math.abs(other.position - position)))
}

/** The maximum sentence length, and the length of the pieces of longer ones, in UTF-16 units. */
export interface PieceLengths {
  readonly max: number
  readonly target: number
}

const address = /[a-z][a-z\d+.-]*:\/\/[^\s<>\u3000-\u303f\uff00-\uffef]+|\]\([^\s()]+/giu

/**
 * Divides sentences that are too long. No piece ends inside a match or an address that fits into it, and none begins inside a longer
 * address: the rest of that is left out.
 */
export function cutSentences(
  { text, sentences }: { readonly text: string; readonly sentences: readonly Sentence[] },
  matches: readonly TextRange[],
  lengths: PieceLengths,
): Sentence[] {
  if (sentences.every(({ start, end }) => end - start <= lengths.max)) return [...sentences]
  const isWithin = new Uint8Array(text.length + 1)
  for (const { start, end } of matches) isWithin.fill(1, start + 1, end)
  for (const {
    0: { length },
    index,
  } of text.matchAll(address))
    isWithin.fill(1, index + 1, index + length)
  return sentences.flatMap((sentence) => piecesOf({ text, isWithin }, sentence, lengths))
}

/** A text, and for each position whether it is inside a match or an address. */
interface Source {
  readonly text: string
  readonly isWithin: Uint8Array
}

function piecesOf(source: Source, sentence: Sentence, lengths: PieceLengths): Sentence[] {
  const { isHeading, end: last } = sentence
  const pieces: Sentence[] = []
  let { start } = sentence
  while (last - start > lengths.max) {
    const cut = cutPosition(source, start, lengths)
    const end = endsWord(source.text, cut) ? cut - 1 : cut
    pieces.push({ start, end, isHeading, isContinuation: pieces.length > 0 })
    const next = Math.min(last, Math.max(cut, source.isWithin.indexOf(0, cut)))
    start = source.text.charAt(next) === ' ' ? next + 1 : next
  }
  if (start < last) pieces.push({ start, end: last, isHeading, isContinuation: pieces.length > 0 })
  return pieces
}

/** The end of the piece that begins at `from`: after a clause, else a word, else a character; not inside a match. */
function cutPosition(source: Source, from: number, { max, target }: PieceLengths): number {
  const late = { start: from + Math.ceil(target / 2), end: from + target }
  const position = lastPosition(source, late, endsClause) || lastPosition(source, late, endsWord)
  if (position > 0) return position
  const free = lastPosition(source, { start: from + 1, end: late.end }, () => true)
  const forward = source.isWithin.indexOf(0, late.end)
  const anywhere = free || (forward <= from + max ? forward : from + max)
  return graphemeStart(source.text, from, anywhere)
}

/** The last position from `latest` down to `earliest` outside of matches that passes `isAllowed`; 0 if there is none. */
function lastPosition(
  { text, isWithin }: Source,
  { start: earliest, end: latest }: TextRange,
  isAllowed: (text: string, position: number) => boolean,
): number {
  for (let position = latest; position >= earliest; position -= 1) {
    if (isWithin[position] === 0 && isAllowed(text, position)) return position
  }
  return 0
}

function endsClause(text: string, position: number): boolean {
  const isSpaced = endsWord(text, position)
  const mark = text.charAt(isSpaced ? position - 2 : position - 1)
  return (isSpaced || mark > '\u2fff') && mark !== '' && ',;:)]…—–，、；：）」』'.includes(mark)
}

function endsWord(text: string, position: number): boolean {
  return text.charAt(position - 1) === ' '
}
