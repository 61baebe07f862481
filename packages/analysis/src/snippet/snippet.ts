import { languageOf } from '../languages/language-of.js'
import type { Language } from '../languages/language.js'
import type { QueryTerm } from '../query-tree.js'
import { type Candidate, candidatesOf, chooseSentences, weighTerms } from './choose-sentences.js'
import { cutSentences, type PieceLengths } from './cut-sentences.js'
import { addContext, excerptLength, joinParts, renderExcerpt, roomFor } from './excerpt.js'
import { findMatches, type Match } from './find-matches.js'
import { flattenAsIs, flattenMarkdown, type FlatText, joinAcross } from './flat-text.js'

/** What a snippet is to be like. */
export interface SnippetOptions {
  /** The longest it may be, in UTF-16 units; default 240, at least 16. */
  readonly length?: number | undefined
  /** The text's; default what it seems to be in. */
  readonly language?: Language | undefined
}

const leastLength = 16

/**
 * What a text says about the words of a question, on one line of at most `length` UTF-16 units (16 at least): the
 * sentences that hold the most telling of them, whole and in order, with their neighbours as far as there is room; the
 * beginning where no word stands. Headings, list items, table rows and lines of code are sentences. One is cut, between
 * words and in no match, if it is too long by itself or leaves no room for a word that stands elsewhere. `…` marks what
 * is left out.
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
    // A quotation may be longer than what can be shown.
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

/** Without markup, unless all that matches is markup (the language of a fence). */
function read(text: string, terms: readonly QueryTerm[], language: Language): Reading {
  const flat = flattenMarkdown(text)
  const matches = findMatches(flat.text, terms, language)
  if (matches.length > 0) return { flat, matches }
  const asIs = flattenAsIs(text)
  const others = findMatches(asIs.text, terms, language)
  return others.length > 0 ? { flat: asIs, matches: others } : { flat, matches }
}

/** A sentence in pieces of a third leaves room for two others. */
const pieceLength = (length: number) => Math.min(roomFor(length), Math.max(24, Math.floor(length / 3)))

interface Selection {
  readonly flat: FlatText
  readonly chosen: readonly Candidate[]
}

/** Whole sentences, unless parts of them show words for which there is no room beside these. */
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
    const parts = some.map(({ sentence }) => sentence)
    return excerptLength(text, joinParts(text, parts)) <= length
  }
  const weights = weighTerms(candidates, sentences.length)
  return { flat: { text, sentences }, chosen: chooseSentences(candidates, { weights, fit }) }
}
