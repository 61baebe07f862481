import { type Span, splitLines } from './lines.js'
import { type ChunkOptions, limitsOf, resolveOptions } from './options.js'
import { pack } from './packing/pack.js'
import { createHeadingPath, createHeadingsWithin } from './structure/headings.js'
import { structureOf } from './structure/structure-of.js'
import { joinTrailingHeadings, unitsOf } from './units/units-of.js'

/** A part of a text, small enough to embed. */
export interface Chunk extends Span {
  /**
   * The headings in force at the chunk's first line that is no heading, outermost first, in plain text of at most 200
   * characters each. Empty for code and plain text.
   */
  readonly heading: string[]
  /** Titles of all sections that it lies in or has a part of: those of `heading`, and of the headings in it. */
  readonly sections: string[]
  /** `sliceSpan(splitLines(source), chunk)`: exactly what the source holds there, with `\n` at line ends. */
  readonly text: string
  /** `countTokens(text)`. */
  readonly tokens: number
}

/**
 * Cuts a text into chunks of at most `target` tokens, in order. Every character but white space and the front matter is in at
 * least one. Cuts are made at headings where the sections are large enough, else at the best place near the target;
 * a fence or table that fits a chunk is never cut, and a heading stays with what follows.
 *
 * A chunk is larger than the target only where it ends with headings behind which nothing follows, or where one
 * character counts more. A chunk holds nothing but headings only where these leave no room for anything else.
 *
 * Time is linear in the length of the text, whatever it holds.
 * @throws ChunkerError `CHUNK_INVALID_OPTIONS`
 */
export function chunk(text: string, options: ChunkOptions = {}): Chunk[] {
  const resolved = resolveOptions(options)
  const limits = limitsOf(resolved)
  const lines = splitLines(text)
  const structure = structureOf(lines, resolved.format)
  const headingsAt = createHeadingPath(structure.headings)
  const headingsIn = createHeadingsWithin(structure.headings)
  const units = joinTrailingHeadings(unitsOf(lines, structure, limits), limits.target)
  return Array.from(pack(lines, units, limits), ({ span, text: chunkText, tokens, contentLine }) => {
    const heading = headingsAt(contentLine)
    const sections = [...new Set([...heading, ...headingsIn(span)])]
    return { ...span, heading, sections, text: chunkText, tokens }
  })
}
