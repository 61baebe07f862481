import { frontMatterEnd } from '../front-matter/front-matter-end.js'
import { breakStrength } from './break-strength.js'
import { markCodeBreaks } from './code-structure.js'
import { lineBreaks } from './line-breaks.js'
import { outlineHeading } from './outline-heading.js'
import { type Block, parseBlocks } from './parse-blocks.js'
import type { Heading, LineRange, Structure } from './structure.js'

const codeBlocks: ReadonlySet<string> = new Set(['fence', 'code_block'])
/** Blocks that start with a block of more meaning. */
const silentBlocks: ReadonlySet<string> = new Set(['thead_open', 'tbody_open', 'th_open', 'td_open'])

function strengthOf(block: Block, heading: Heading | undefined): number {
  if (heading !== undefined) return breakStrength.heading
  if (block.level === 0) return breakStrength.block
  return block.type === 'list_item_open' && block.level === 1 ? breakStrength.item : breakStrength.nested
}

/** The structure of a Markdown document. */
export function markdownStructure(lines: readonly string[]): Structure {
  const firstLine = frontMatterEnd(lines)
  const breaks = lineBreaks(lines, breakStrength.nested)
  const headings: Heading[] = []
  const wholes: LineRange[] = []
  for (const block of parseBlocks(lines, firstLine)) {
    if (silentBlocks.has(block.type)) continue
    const { start, end } = block
    const heading = outlineHeading(block)
    if (heading !== undefined) headings.push(heading)
    if (codeBlocks.has(block.type)) markCodeBreaks(lines, block, breaks)
    if (codeBlocks.has(block.type) || block.type === 'table_open') wholes.push({ start, end })
    breaks[start] = Math.max(breaks[start] ?? 0, strengthOf(block, heading))
  }
  return { firstLine, breaks, headings, wholes }
}
