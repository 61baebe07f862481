import type { Heading } from './structure.js'

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
