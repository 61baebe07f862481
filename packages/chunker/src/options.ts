import type { SourceFormat } from './formats.js'

/** How a text is divided. */
export interface ChunkOptions {
  /** Default `markdown`. */
  readonly format?: SourceFormat | undefined
  /** The most tokens of a chunk, a whole number from 1; default 400. */
  readonly target?: number | undefined
  /**
   * The most tokens that a chunk repeats from the one before, a whole number from 0 and below `target`; default 80, at
   * most a fifth of the target.
   */
  readonly overlap?: number | undefined
  /** Lines, from 1, with which a chunk begins in any case, such as those of a conversation's turns; others than the text has are passed over. Default none. */
  readonly starts?: readonly number[] | undefined
}

/** Options with defaults filled in. */
export type ResolvedChunkOptions = {
  readonly [Name in keyof ChunkOptions]-?: NonNullable<ChunkOptions[Name]>
}

/** The defaults of `chunk`. */
export const defaultChunkOptions: ResolvedChunkOptions = Object.freeze({
  format: 'markdown',
  target: 400,
  overlap: 80,
  starts: [],
})

/**
 * Fills in the defaults.
 * @throws RangeError; no text makes the chunker fail
 */
export function resolveOptions(options: ChunkOptions): ResolvedChunkOptions {
  const { target = defaultChunkOptions.target, format = defaultChunkOptions.format, starts = [] } = options
  const usualOverlap = Math.min(defaultChunkOptions.overlap, Math.floor(target / 5))
  const { overlap = usualOverlap } = options
  if (!['markdown', 'code', 'text'].includes(format))
    throw new RangeError(`format must be markdown, code or text, not ${format}`)
  if (!isWhole(target, 1))
    throw new RangeError(`target must be a whole number of tokens from 1, not ${target}`)
  if (!isWhole(overlap, 0) || overlap >= target)
    throw new RangeError(`overlap must be a whole number of tokens from 0, below ${target}, not ${overlap}`)
  return { format, target, overlap, starts }
}

/** The part of the target that a chunk must have before a heading ends it; smaller sections are joined. */
export const sectionShare = 1 / 8

/** A chunk ends at the strongest break after this part of its tokens. */
export const earliestCut = 1 / 2

/** The most characters per token, so that white space, which costs none, cannot enlarge a chunk. */
export const charactersPerToken = 32

/** The least value of a limit, unless the target is smaller. */
const leastTokens = 4
/** The part of the target above which a line is divided into sentences, unless the overlap is larger. */
const longLine = 1 / 5
const longSentence = 1 / 2
/** The part of the target that a piece of a sentence may have. */
const piece = 1 / 32

/** The limits that follow from the options, in tokens unless stated otherwise. */
export type Limits = Readonly<ReturnType<typeof limitsOf>>

export function limitsOf({ target, overlap }: Pick<ResolvedChunkOptions, 'target' | 'overlap'>) {
  const part = (share: number): number => Math.max(Math.floor(target * share), Math.min(target, leastTokens))
  return {
    target,
    overlap,
    minimumSection: target * sectionShare,
    line: Math.max(overlap, part(longLine)),
    sentence: part(longSentence),
    // The overlap consists of whole pieces, so they must be small enough for it.
    piece: overlap === 0 ? part(piece) : Math.min(part(piece), overlap),
    /** The most characters of a chunk. */
    characters: target * charactersPerToken,
  }
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least
}
