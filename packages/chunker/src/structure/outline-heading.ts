import { headingTitle } from './heading-title.js'
import type { Block } from './parse-blocks.js'
import type { Heading } from './structure.js'

/** The heading that a block is, or undefined: headings in lists and quotes are not part of the outline. */
export function outlineHeading(block: Block): Heading | undefined {
  if (block.type !== 'heading_open' || block.level > 0) return undefined
  const level = Number(block.tag.slice(1))
  return { start: block.start, end: block.end, level, title: headingTitle(block.content) }
}
