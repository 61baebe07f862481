import { frontMatterOf, withoutProperties } from './front-matter.js'
import { type Span, splitLines } from './lines.js'
import { countLeftOut, hasWords } from './noise.js'
import { type ChunkOptions, type Limits, limitsOf, resolveOptions } from './options.js'
import { joinTrailingHeadings, pack } from './packing/pack.js'
import { readableText } from './readable.js'
import { createHeadingPath, createHeadingsWithin, headingTitle } from './structure/headings.js'
import { breakStrength, type Structure } from './structure/parse-blocks.js'
import { readReferences, type References } from './references.js'
import { structureOf } from './structure/structure-of.js'
import { createTablesIn, type TablePart } from './tables.js'
import { unitsOf } from './units/units-of.js'

/** A part of a text that is small enough to embed. */
export interface Chunk extends Span {
  /** The headings above the first line of content, outermost first, as plain text of up to 200 characters each. */
  readonly heading: string[]
  /** The titles of all sections that the chunk overlaps. */
  readonly sections: string[]
  /** `sliceSpan(splitLines(source), chunk)`: the exact text of the span, with `\n` line ends. */
  readonly text: string
  /** `countTokens(text)`. */
  readonly tokens: number
  /** The tables in it, in order. A table that begins above a chunk has its column names here only. */
  readonly tables: readonly TablePart[]
}

/**
 * Divides a text into chunks of up to `target` tokens, in order, in linear time. Every character except white space, front
 * matter and noise is in at least one chunk; front matter without text is a chunk too. Chunks end before headings if the sections are large enough, else at the best position near the target.
 * A fence or table that fits is not divided, and a heading stays with the text below it. Only a chunk with the last headings of the
 * text, or with a single character, can exceed the target.
 * @throws RangeError for options out of range
 */
export function chunk(text: string, options: ChunkOptions = {}): Chunk[] {
  return chunkSource(text, options).chunks
}

/** The chunks of a text, with its title, metadata and references. */
export interface ChunkedSource extends References {
  readonly chunks: Chunk[]
  /** The `title` of the front matter, else the first heading of level 1, else the first heading, else null; null for code and plain text. */
  readonly title: string | null
  /** The front matter: scalars, lists of scalars and objects of these, by key. Dates are strings. */
  readonly metadata: Record<string, unknown>
  /** Lines and characters in no chunk: front matter; noise, such as data URIs and minified code, and empty list items. */
  readonly leftOut: ReturnType<typeof countLeftOut>
  /** Whether it begins with TOML or JSON between marks that cannot be read, and is text. */
  readonly hasUnreadFrontMatter: boolean
}

/**
 * As `chunk`, with the title, metadata and references of a Markdown document.
 * @throws RangeError for options out of range
 */
export function chunkSource(text: string, options: ChunkOptions = {}): ChunkedSource {
  const resolved = resolveOptions(options)
  const lines = splitLines(text)
  const { end, metadata, isUnread } = frontMatterOf(resolved.format === 'markdown' ? lines : [])
  const structure = structureOf(lines, resolved.format, end)
  for (const line of resolved.starts) structure.breaks[line - 1] = breakStrength.start
  const title = statedTitle(metadata) ?? firstTitle(structure)
  const references =
    resolved.format === 'markdown' ? readReferences(lines, structure) : { links: [], tags: [] }
  const limits = limitsOf(resolved)
  const chunks = chunkLines(lines, structure, limits)
  // A note of properties only must be found by them.
  if (isFrontMatterOnly(chunks, metadata)) {
    const properties = withoutProperties(lines.slice(0, structure.firstLine), resolved.isWithheld)
    chunks.unshift(...chunkLines(properties, structureOf(properties, 'text'), limits))
  }
  const leftOut = countLeftOut(lines, structure.firstLine, chunks)
  return { chunks, title, metadata, leftOut, hasUnreadFrontMatter: isUnread, ...references }
}

/** Whether there is front matter, and below it no text that a reader sees. */
function isFrontMatterOnly(
  [first, ...others]: readonly Chunk[],
  metadata: ChunkedSource['metadata'],
): boolean {
  if (others.length > 0 || Object.keys(metadata).length === 0) return false
  return !first || !hasWords(readableText(first.text, 'markdown'))
}

/** Placeholders of templates such as `{{title}}` are no titles. */
function statedTitle(metadata: Record<string, unknown>): string | undefined {
  const [, title] = Object.entries(metadata).find(([key]) => key.toLowerCase() === 'title') ?? []
  const text = ['number', 'string'].includes(typeof title) ? String(title).trim() : ''
  if (text === '' || /^(?:\{\{|<%)/u.test(text)) return undefined
  return text.startsWith('[[') ? headingTitle(text) : text
}

function firstTitle({ headings }: Structure): string | null {
  const titled = headings.filter(({ title }) => title !== '')
  const [first] = titled
  const top = titled.find(({ level }) => level === 1)
  return top?.title ?? (first && !commonHeading.test(first.title) ? first.title : null)
}

/** Lower headings that many files share say less than a file's name. */
const commonHeading =
  /^(?:(?:table of )?contents|toc|index|overview|introduction|about|background|context|notes?|tasks?|to-?dos?|agenda|attendees|participants|ingredients|instructions|usage|installation|changelog|summary|links|references|resources|see also|log|tags|inhalt|übersicht|einleitung|notizen|aufgaben|teilnehmer|zutaten|sommaire|ingrédients|introducción|índice|目录|目次|概要|简介)\W*$/iu

function chunkLines(lines: readonly string[], structure: Structure, limits: Limits): Chunk[] {
  const headingsAt = createHeadingPath(structure.headings)
  const headingsIn = createHeadingsWithin(structure.headings)
  const tablesIn = createTablesIn(lines, structure.tables)
  const units = joinTrailingHeadings([...unitsOf(lines, structure, limits)], limits.target)
  const packed = Array.from(pack(lines, units, limits)).filter(({ text }) => hasWords(text))
  return packed.map(({ span, text, tokens, contentLine }) => {
    const heading = headingsAt(contentLine)
    const sections = [...new Set([...heading, ...headingsIn(span)])]
    return { ...span, heading, sections, text, tokens, tables: tablesIn(span, text) }
  })
}
