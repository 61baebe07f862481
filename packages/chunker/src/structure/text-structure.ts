import { breakStrength } from './break-strength.js'
import { lineBreaks } from './line-breaks.js'
import type { Structure } from './structure.js'

/** The structure of plain text: paragraphs parted by blank lines. */
export function textStructure(lines: readonly string[]): Structure {
  return { firstLine: 0, breaks: lineBreaks(lines, breakStrength.block), headings: [], wholes: [] }
}
