import type { SourceFormat } from './formats.js'
import { frontMatterEnd, readFrontMatter } from './front-matter.js'
import { splitLines } from './lines.js'
import { outlineHeading } from './structure/headings.js'
import { parseBlocks } from './structure/parse-blocks.js'
import { isBlank } from './lines.js'

/** What a document states about itself. */
export interface SourceDescription {
  /** The `title` of the front matter, else the first heading of level 1, else null. */
  readonly title: string | null
  /** The front matter: scalars, lists of scalars and objects of these, by key. Dates are strings as written. */
  readonly metadata: Record<string, unknown>
}

/** Reads the title and the front matter of a Markdown document; code and plain text have none. */
export function describeSource(text: string, format: SourceFormat = 'markdown'): SourceDescription {
  const lines = splitLines(text)
  return describeLines(lines, format, () => firstTitle(lines))
}

/** As `describeSource`, with the lines of a text and its first heading of level 1. */
export function describeLines(
  lines: readonly string[],
  format: SourceFormat,
  readTitle: () => string | null,
): SourceDescription {
  if (format !== 'markdown') return { title: null, metadata: {} }
  const metadata = readFrontMatter(lines)
  const stated = metadata['title']
  const title = typeof stated === 'number' || typeof stated === 'string' ? String(stated).trim() : ''
  return { title: title === '' ? readTitle() : title, metadata }
}

/** Documents without such a line have no heading of level 1 and need not be parsed. */
const perhapsTitle = /^(?: {0,3}#(?!#)| {0,3}=+\s*$)/
/** A heading at the beginning of a document, whatever follows. */
const openingTitle = /^ {0,3}#[ \t]/

/** Most documents begin with their title, so the rest need not be parsed. */
function firstTitle(lines: readonly string[]): string | null {
  if (!lines.some((line) => perhapsTitle.test(line))) return null
  const firstLine = frontMatterEnd(lines)
  const opening = lines.find((line, index) => index >= firstLine && !isBlank(line)) ?? ''
  const title = openingTitle.test(opening) ? titleAmong([opening], 0) : null
  return title ?? titleAmong(lines, firstLine)
}

function titleAmong(lines: readonly string[], firstLine: number): string | null {
  for (const block of parseBlocks(lines, firstLine)) {
    const heading = outlineHeading(block)
    if (heading?.level === 1 && heading.title !== '') return heading.title
  }
  return null
}
