import type { Span } from '../lines.js'
import type { Block } from './parse-blocks.js'
import type { Heading } from './structure.js'

/** The heading that a block is, or undefined: headings in lists and quotes are not part of the outline. */
export function outlineHeading(block: Block): Heading | undefined {
  if (block.type !== 'heading_open' || block.level > 0) return undefined
  const level = Number(block.tag.slice(1))
  return { start: block.start, end: block.end, level, title: headingTitle(block.content) }
}

/**
 * Gives the titles of the headings in force at a line, its own included, outermost first. Lines must be asked for in
 * order.
 */
export function createHeadingPath(headings: readonly Heading[]): (line: number) => string[] {
  const path: Heading[] = []
  let next = 0
  return (line) => {
    for (
      let heading = headings[next];
      heading !== undefined && heading.start <= line;
      heading = headings[next]
    ) {
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
      next++
    }
    return path.map(({ title }) => title).filter((title) => title !== '')
  }
}

/**
 * Gives the titles of the headings that begin in a span, in order. Spans must be asked for in the order of their
 * beginnings.
 */
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

const longestSource = 1000

// Neither pattern can run over the opening character of its next match, so both are linear.
const link = /!?\[([^[\]]*)\]\([^()]*\)/g
const markup = /\*\*|`|\\(?=[!-/:-@[-`{-~])/g

/** Titles are breadcrumbs: a longer one is cut. */
const longestTitle = 200

/** A heading's text on one line without bold marks, backticks, escapes and the targets of links. */
export function headingTitle(source: string): string {
  const plain = source.slice(0, longestSource).replace(link, '$1').replace(markup, '')
  const title = plain.replace(/\s+/g, ' ').trim()
  return title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed()}…` : title
}
