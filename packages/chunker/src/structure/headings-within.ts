import type { Span } from '../span.js'
import type { Heading } from './structure.js'

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
