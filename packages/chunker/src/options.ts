import { countTokens } from './counting/count-tokens.js'
import { ChunkerError } from './errors.js'
import type { SourceFormat } from './formats/source-format.js'

/** How a text is cut. */
export interface ChunkOptions {
  /** What the text is; default `markdown`. */
  readonly format?: SourceFormat | undefined
  /** The most tokens of a chunk, a whole number from 1; default 400. */
  readonly target?: number | undefined
  /**
   * The most tokens that a chunk repeats of the one before, a whole number from 0 and below `target`; default 80, or a
   * fifth of the target where that is less. 0 repeats nothing.
   */
  readonly overlap?: number | undefined
  /**
   * What counts tokens; default `countTokens`. It should add up over lines: a counter that adds special tokens to every
   * text makes chunks small.
   */
  readonly countTokens?: ((text: string) => number) | undefined
}

/** Every option with its value. */
export type ResolvedChunkOptions = {
  readonly [Name in keyof ChunkOptions]-?: NonNullable<ChunkOptions[Name]>
}

/** What `chunk` takes for options that are not given. */
export const defaultChunkOptions: ResolvedChunkOptions = Object.freeze({
  format: 'markdown',
  target: 400,
  overlap: 80,
  countTokens,
})

const formats: ReadonlySet<string> = new Set<SourceFormat>(['markdown', 'code', 'text'])

/**
 * The options with defaults filled in.
 * @throws ChunkerError `CHUNK_INVALID_OPTIONS` when one is out of its range
 */
export function resolveOptions(options: ChunkOptions): ResolvedChunkOptions {
  const { target = defaultChunkOptions.target, format = defaultChunkOptions.format } = options
  const { overlap = defaultOverlap(target), countTokens: count = countTokens } = options
  if (!formats.has(format)) throw invalid(`format must be markdown, code or text, not ${format}`)
  if (!isWhole(target, 1)) throw invalid(`target must be a whole number of tokens from 1, not ${target}`)
  if (!isWhole(overlap, 0) || overlap >= target) {
    throw invalid(
      `overlap must be a whole number of tokens from 0 and below target, ${target}, not ${overlap}`,
    )
  }
  return { format, target, overlap, countTokens: checked(count) }
}

function defaultOverlap(target: number): number {
  return Math.min(defaultChunkOptions.overlap, Math.floor(target / 5))
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least
}

function checked(count: (text: string) => number): (text: string) => number {
  if (count === countTokens) return count
  return (text) => {
    const tokens = count(text)
    if (tokens >= 0 && Number.isFinite(tokens)) return tokens
    throw invalid(`countTokens must return a number from 0, not ${tokens}`)
  }
}

function invalid(message: string): ChunkerError {
  return new ChunkerError('CHUNK_INVALID_OPTIONS', message)
}
