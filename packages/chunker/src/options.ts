import type { SourceFormat } from './formats.js'

/** How a text is divided. */
export interface ChunkOptions {
  /** Default `markdown`. */
  readonly format?: SourceFormat | undefined
  /** Maximum tokens of a chunk, a whole number from 1; default 400. */
  readonly target?: number | undefined
  /** Maximum tokens repeated from the previous chunk, a whole number below `target`; default 80, up to a fifth of the target. */
  readonly overlap?: number | undefined
  /** Lines, from 1, that always begin a chunk, such as the turns of a conversation; lines that do not exist are ignored. Default none. */
  readonly starts?: readonly number[] | undefined
  /** Which properties are left out of a chunk of front matter, by key and value as written; default none. */
  readonly isWithheld?: ((key: string, value: string) => boolean) | undefined
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
  isWithheld: () => false,
})

/** @throws RangeError for options out of range; no text makes the chunker fail */
export function resolveOptions(options: ChunkOptions): ResolvedChunkOptions {
  const { target = defaultChunkOptions.target, format = defaultChunkOptions.format, starts = [] } = options
  const { isWithheld = defaultChunkOptions.isWithheld } = options
  const { overlap = Math.min(defaultChunkOptions.overlap, Math.floor(target / 5)) } = options
  if (!['markdown', 'code', 'text'].includes(format))
    throw new RangeError(`format must be markdown, code or text, not ${format}`)
  if (!isWhole(target, 1))
    throw new RangeError(`target must be a whole number of tokens from 1, not ${target}`)
  if (!isWhole(overlap, 0) || overlap >= target)
    throw new RangeError(`overlap must be a whole number of tokens from 0, below ${target}, not ${overlap}`)
  return { format, target, overlap, starts, isWithheld }
}

/** The share of the target that a chunk needs before a heading ends it; smaller sections are joined. */
export const sectionShare = 1 / 8

/** A chunk ends at the strongest break after this share of the target. */
export const earliestCut = 1 / 2

/** Maximum characters per token, so that white space, which has no tokens, cannot enlarge a chunk. */
export const charactersPerToken = 32

/** The minimum of a limit, unless the target is smaller. */
const minTokens = 4
/** The share of the target above which a line is divided into sentences, unless the overlap is larger. */
const longLine = 1 / 5
const longSentence = 1 / 2
const piece = 1 / 32

/** The limits that follow from the options, in tokens unless stated otherwise. */
export type Limits = Readonly<ReturnType<typeof limitsOf>>

export function limitsOf({ target, overlap }: Pick<ResolvedChunkOptions, 'target' | 'overlap'>) {
  const part = (share: number): number => Math.max(Math.floor(target * share), Math.min(target, minTokens))
  return {
    target,
    overlap,
    minimumSection: target * sectionShare,
    line: Math.max(overlap, part(longLine)),
    sentence: part(longSentence),
    // The overlap consists of whole pieces, so they must fit into it.
    piece: overlap === 0 ? part(piece) : Math.min(part(piece), overlap),
    characters: target * charactersPerToken,
  }
}

function isWhole(value: number, min: number): boolean {
  return Number.isSafeInteger(value) && value >= min
}
