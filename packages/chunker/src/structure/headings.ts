import { inlineText } from '../inline.js'
import type { Span } from '../lines.js'
import type { Block, Heading } from './parse-blocks.js'

/** The heading of the outline; undefined for other blocks and for headings in lists and quotes. */
export function outlineHeading(block: Block): Heading | undefined {
  if (block.type !== 'heading_open' || block.level > 0) return undefined
  const level = Number(block.tag.slice(1))
  return { start: block.start, end: block.end, level, title: headingTitle(block.content) }
}

/** Returns the titles of the headings in force at a line, outermost first. Lines must be queried in order. */
export function createHeadingPath(headings: readonly Heading[]): (line: number) => string[] {
  const path: Heading[] = []
  let next = 0
  return (line) => {
    for (let heading = headings[next]; heading && heading.start <= line; heading = headings[next]) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
      next++
    }
    return path.map(({ title }) => title).filter((title) => title !== '')
  }
}

/** Returns the titles of the headings that begin in a span. Spans must be queried in the order of their beginnings. */
export function createHeadingsWithin(
  headings: readonly Heading[],
): (span: Pick<Span, 'startLine' | 'endLine'>) => string[] {
  let first = 0
  return ({ startLine, endLine }) => {
    while ((headings[first]?.start ?? endLine) < startLine - 1) first++
    const titles: string[] = []
    for (let index = first; (headings[index]?.start ?? endLine) < endLine; index++) {
      titles.push(headings[index]?.title ?? '')
    }
    return titles.filter((title) => title !== '')
  }
}

/** In UTF-16 units, of a heading's source and of its title. */
const [maxSource, maxTitle] = [1000, 200]

/** The plain text of a heading on one line. */
export function headingTitle(source: string): string {
  const title = inlineText(source.slice(0, maxSource)).replace(/\s+/g, ' ').trim()
  return title.length > maxTitle ? `${title.slice(0, maxTitle).toWellFormed()}…` : title
}
