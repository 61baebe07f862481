import type { ResolvedChunkOptions } from './options.js'

/**
 * The part of the target that a chunk must reach before a heading ends it. Smaller sections are joined with what
 * follows.
 */
export const minimumSection = 1 / 8

/** A chunk is cut at the strongest break behind this part of its tokens. */
export const earliestCut = 1 / 2

/** The part of the target above which a line is divided into sentences, unless the overlap is larger. */
const longLine = 1 / 5

/** The part of the target above which a sentence is divided into pieces. */
const longSentence = 1 / 2

/** The part of the target that a piece of a sentence may have. */
const piece = 1 / 32

/** No limit is less, unless the target is. */
const leastTokens = 4

/** Characters for a token at most, so that white space, which costs no tokens, cannot swell a chunk. */
export const charactersPerToken = 32

/** What follows from the options; all in tokens, except where said. */
export interface Limits {
  readonly target: number
  readonly overlap: number
  readonly minimumSection: number
  readonly line: number
  readonly sentence: number
  readonly piece: number
  /** The most characters of a chunk. */
  readonly characters: number
  readonly count: (text: string) => number
}

/** The limits that the cutting keeps to. */
export function limitsOf({ target, overlap, countTokens }: ResolvedChunkOptions): Limits {
  const part = (share: number): number => Math.max(Math.floor(target * share), Math.min(target, leastTokens))
  return {
    target,
    overlap,
    minimumSection: target * minimumSection,
    line: Math.max(overlap, part(longLine)),
    sentence: part(longSentence),
    // What is to be repeated must come in pieces that are small enough.
    piece: overlap === 0 ? part(piece) : Math.min(part(piece), overlap),
    characters: target * charactersPerToken,
    count: countTokens,
  }
}
