import { languageOf } from '../languages/language-of.js'
import type { Language } from '../languages/language.js'
import type { QueryTerm } from '../query-tree.js'
import {
  type Candidate,
  candidatesOf,
  chooseSentences,
  cutSentences,
  type PieceLengths,
  weighTerms,
} from './choose-sentences.js'
import { findMatches, type Match } from './find-matches.js'
import {
  flattenAsIs,
  flattenMarkdown,
  type FlatText,
  type HeadingText,
  joinAcross,
  type Sentence,
} from './flat-text.js'
import { graphemeStart, mergeRanges, type TextRange } from './text-range.js'

/** Options of `snippet`. */
export interface SnippetOptions {
  /** The maximum number of UTF-16 units; default 240, at least 16. */
  readonly length?: number | undefined
  /** The language of the text; detected by default. */
  readonly language?: Language | undefined
  /** Converts a heading's inline markup to plain text; default: the markup stays. */
  readonly headingText?: HeadingText | undefined
}

const minLength = 16

/**
 * The sentences that contain the most important terms, on one line of up to `length` UTF-16 units: whole and in order, with
 * neighbours that fit, or the beginning of the text if no term occurs. Headings, list items, table rows and lines of code count
 * as sentences. A sentence is cut, between words and outside of matches, only if it is too long or leaves no space for another
 * term. `…` marks omissions.
 * @throws TypeError if the language was not loaded
 */
export function snippet(
  text: string,
  terms: readonly QueryTerm[],
  { length = 240, language = languageOf(text), headingText }: SnippetOptions = {},
): string {
  const max = Math.max(length, minLength)
  const { flat, matches } = read(flattenMarkdown(text, headingText), { text, terms, language })
  if (flat.text.length <= max) return flat.text
  const reading = {
    flat: { text: flat.text, sentences: joinAcross(flat.sentences, matches) },
    matches: matches.map((match) => ({
      ...match,
      end: Math.min(match.end, match.start + pieceLength(max)),
    })),
  }
  const { chosen, flat: cut } = selectBest(reading, max)
  const positions = chosen.length > 0 ? chosen.map(({ position }) => position) : [0]
  return renderExcerpt(cut.text, addContext(cut, { positions, length: max }))
}

type Reading = ReturnType<typeof read>

/** Ignores markup, unless only markup matches (such as the language of a fence). */
function read(
  flat: FlatText,
  { text, terms, language }: { text: string; terms: readonly QueryTerm[]; language: Language },
) {
  const matches = findMatches(flat.text, terms, language)
  if (matches.length > 0) return { flat, matches }
  const asIs = flattenAsIs(text)
  const others = findMatches(asIs.text, terms, language)
  return others.length > 0 ? { flat: asIs, matches: others } : { flat, matches }
}

/** Pieces of a third leave space for two others. */
const pieceLength = (length: number) => Math.min(roomFor(length), Math.max(24, Math.floor(length / 3)))

interface Selection {
  readonly flat: FlatText
  readonly chosen: readonly Candidate[]
}

/** Whole sentences, unless pieces include more of the terms. */
function selectBest(reading: Reading, length: number): Selection {
  const termsIn = ({ chosen }: Selection) => countTerms(chosen.flatMap(({ matches }) => matches))
  const max = roomFor(length)
  const target = pieceLength(length)
  const whole = select(reading, { max, target }, length)
  if (termsIn(whole) === countTerms(reading.matches)) return whole
  const parted = select(reading, { max: target, target }, length)
  return termsIn(parted) > termsIn(whole) ? parted : whole
}

const countTerms = (matches: readonly Match[]) => new Set(matches.map(({ term }) => term)).size

function select({ flat, matches }: Reading, pieces: PieceLengths, length: number): Selection {
  const { text } = flat
  const sentences = cutSentences(flat, matches, pieces)
  const candidates = candidatesOf(sentences, matches)
  const fit = (some: readonly Candidate[]) => {
    const parts = some.map(({ sentence }) => sentence)
    return renderExcerpt(text, joinParts(text, parts)).length <= length
  }
  const weights = weighTerms(candidates, sentences.length)
  return { flat: { text, sentences }, chosen: chooseSentences(candidates, weights, fit) }
}

/** Marks for omissions before, between and after the parts of an excerpt. */
const omission = { before: '… ', between: ' … ', after: ' …' }

/** The longest part that fits into an excerpt, with omission marks on both sides. */
export function roomFor(length: number): number {
  return length - omission.before.length - omission.after.length
}

/** The parts in order, joined if only spaces and dividers are between them. */
export function joinParts(text: string, parts: readonly TextRange[]): TextRange[] {
  return mergeRanges(parts, (end, start) => start - end <= 3 && /^[ ·]*$/u.test(text.slice(end, start)))
}

/** The parts, with omission marks. */
export function renderExcerpt(text: string, parts: readonly TextRange[]): string {
  const before = (parts[0]?.start ?? 0) > 0 ? omission.before : ''
  const after = (parts.at(-1)?.end ?? 0) < text.length ? omission.after : ''
  return before + parts.map(({ start, end }) => text.slice(start, end)).join(omission.between) + after
}

/** The positions of the sentences, most important first, and the maximum length of the excerpt. */
interface Chosen {
  readonly positions: readonly number[]
  readonly length: number
}

/** A shorter piece would hardly contain a word. */
const minBeginning = 24

/** Adds neighbours that fit: whole, or in part if they are pieces already or more than half of the length would stay empty. */
export function addContext(flat: FlatText, chosen: Chosen): TextRange[] {
  const { text } = flat
  const parts = addSentences(flat, chosen)
  const room = chosen.length - renderExcerpt(text, parts).length
  const next = nextSentence(flat, parts, chosen.positions[0])
  const mayBeCut = next?.isContinuation === true || room * 2 > chosen.length
  const left = room - omission.between.length
  if (!next || !mayBeCut || left < minBeginning) return parts
  return joinParts(text, [...parts, beginningOf(text, next, left)])
}

/** How many units a cut may move back in order to keep a word whole. */
const maxWordLength = 24

/** The beginning of a sentence, up to `room` units; ends at a word boundary if one is near enough. */
export function beginningOf(text: string, { start, end }: TextRange, room: number): TextRange {
  const latest = Math.min(end, start + room)
  if (latest === end || text.charAt(latest) === ' ') return { start, end: latest }
  const earliest = Math.max(start, latest - maxWordLength)
  const gap = text.slice(earliest, latest).lastIndexOf(' ')
  return { start, end: gap < 0 ? graphemeStart(text, start, latest) : earliest + gap }
}

interface Edge {
  position: number
  readonly step: 1 | -1
}

/** Adds the neighbours of the chosen sentences, alternately after and before, while they fit whole. */
function addSentences({ text, sentences }: FlatText, { positions, length }: Chosen): TextRange[] {
  let parts = joinParts(
    text,
    positions.flatMap((position) => sentences[position] ?? []),
  )
  const advance = (edge: Edge): boolean => {
    edge.position += edge.step
    const sentence = sentences[edge.position]
    if (!sentence) return false
    const more = joinParts(text, [...parts, sentence])
    if (renderExcerpt(text, more).length > length) return false
    parts = more
    return true
  }
  let edges = positions.flatMap((position): Edge[] => [
    { position, step: 1 },
    { position, step: -1 },
  ])
  while (edges.length > 0) edges = edges.filter(advance)
  return parts
}

function nextSentence({ sentences }: FlatText, parts: readonly TextRange[], main = 0): Sentence | undefined {
  const part = parts.find(({ end }) => end > (sentences[main]?.start ?? 0))
  return part && sentences.find(({ start }) => start >= part.end)
}
