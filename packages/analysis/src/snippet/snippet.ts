import { languageOf } from '../languages/language-of.js'
import type { Language } from '../languages/language.js'
import type { QueryTerm } from '../query-tree.js'
import { type Candidate, candidatesOf, chooseSentences, weighTerms } from './choose-sentences.js'
import { cutSentences, type PieceLengths } from './cut-sentences.js'
import { addContext, joinParts, renderExcerpt, roomFor } from './excerpt.js'
import { findMatches, type Match } from './find-matches.js'
import { flattenAsIs, flattenMarkdown, type FlatText, joinAcross } from './flat-text.js'

/** Options of `snippet`. */
export interface SnippetOptions {
  /** The most UTF-16 units; default 240, at least 16. */
  readonly length?: number | undefined
  /** The language of the text; detected if not given. */
  readonly language?: Language | undefined
}

const leastLength = 16

/**
 * The sentences of a text that contain the most important terms, on one line of at most `length` UTF-16 units: whole
 * and in order, with their neighbours as far as they fit, or the beginning of the text where no term occurs. Headings,
 * list items, table rows and lines of code count as sentences. A sentence is cut, between words and outside of matches,
 * only if it is too long or leaves no room for another term. `…` marks omissions.
 * @throws LanguageNotLoadedError
 */
export function snippet(
  text: string,
  terms: readonly QueryTerm[],
  { length = 240, language = languageOf(text) }: SnippetOptions = {},
): string {
  const most = Math.max(length, leastLength)
  const { flat, matches } = read(text, terms, language)
  if (flat.text.length <= most) return flat.text
  const reading = {
    flat: { text: flat.text, sentences: joinAcross(flat.sentences, matches) },
    matches: matches.map((match) => ({
      ...match,
      end: Math.min(match.end, match.start + pieceLength(most)),
    })),
  }
  const { chosen, flat: cut } = selectBest(reading, most)
  const places = chosen.length > 0 ? chosen.map(({ place }) => place) : [0]
  return renderExcerpt(cut.text, addContext(cut, { places, length: most }))
}

interface Reading {
  readonly flat: FlatText
  readonly matches: readonly Match[]
}

/** Ignores markup, unless only markup matches (such as the language of a fence). */
function read(text: string, terms: readonly QueryTerm[], language: Language): Reading {
  const flat = flattenMarkdown(text)
  const matches = findMatches(flat.text, terms, language)
  if (matches.length > 0) return { flat, matches }
  const asIs = flattenAsIs(text)
  const others = findMatches(asIs.text, terms, language)
  return others.length > 0 ? { flat: asIs, matches: others } : { flat, matches }
}

/** Pieces of a third leave room for two others. */
const pieceLength = (length: number) => Math.min(roomFor(length), Math.max(24, Math.floor(length / 3)))

interface Selection {
  readonly flat: FlatText
  readonly chosen: readonly Candidate[]
}

/** Whole sentences, unless pieces show more of the terms. */
function selectBest(reading: Reading, length: number): Selection {
  const shown = ({ chosen }: Selection) => countTerms(chosen.flatMap(({ matches }) => matches))
  const most = roomFor(length)
  const target = pieceLength(length)
  const whole = select(reading, { most, target }, length)
  if (shown(whole) === countTerms(reading.matches)) return whole
  const parted = select(reading, { most: target, target }, length)
  return shown(parted) > shown(whole) ? parted : whole
}

const countTerms = (matches: readonly Match[]) => new Set(matches.map(({ term }) => term)).size

function select({ flat, matches }: Reading, pieces: PieceLengths, length: number): Selection {
  const { text } = flat
  const sentences = cutSentences(flat, matches, pieces)
  const candidates = candidatesOf(sentences, matches)
  const fit = (some: readonly Candidate[]) => {
    const parts = joinParts(
      text,
      some.map(({ sentence }) => sentence),
    )
    return renderExcerpt(text, parts).length <= length
  }
  const weights = weighTerms(candidates, sentences.length)
  return { flat: { text, sentences }, chosen: chooseSentences(candidates, weights, fit) }
}
