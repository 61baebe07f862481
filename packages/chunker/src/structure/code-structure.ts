import { isBlank } from '../white-space.js'
import { breakStrength, type LineRange, type Structure } from './structure.js'

interface PreviousLine {
  readonly line: string
  readonly indent: number
}

/**
 * Break strengths of code by blank lines and indentation: strongest before a line at the margin after a blank line, so
 * that a comment stays with its definition; weak before a closing bracket.
 */
export function markCodeBreaks(lines: readonly string[], range: LineRange, breaks: Uint8Array): void {
  let previous: PreviousLine = { line: '', indent: 0 }
  for (let index = range.start; index < range.end; index++) {
    const line = lines[index] ?? ''
    const indent = indentOf(line)
    breaks[index] = strengthOf(line, indent, previous)
    previous = { line, indent }
  }
}

export function codeStructure(lines: readonly string[]): Structure {
  const breaks = new Uint8Array(lines.length)
  markCodeBreaks(lines, { start: 0, end: lines.length }, breaks)
  return { firstLine: 0, breaks, headings: [], wholes: [] }
}

const tabWidth = 4
/** Deeper lines are treated alike. */
const deepest = tabWidth * 16

function indentOf(line: string): number {
  let indent = 0
  for (const character of line) {
    if (character === ' ') indent++
    else if (character === '\t') indent += tabWidth
    else break
    if (indent >= deepest) break
  }
  return indent
}

/** A line that only closes a block, including the last line of a fence. */
const closer = /^\s*(?:[)\]};,]|end\b|fi\b|done\b|esac\b|<\/|\/?>\s*$|```|~~~)/
const afterBlank = [breakStrength.block, breakStrength.item, breakStrength.nested] as const

function strengthOf(line: string, indent: number, previous: PreviousLine): number {
  if (closer.test(line)) return breakStrength.clause
  if (isBlank(previous.line)) return afterBlank[depthOf(indent)]
  const closesDefinition = indent === 0 && previous.indent === 0 && closer.test(previous.line)
  if (closesDefinition || indent < previous.indent) return breakStrength.nested
  return breakStrength.line
}

/** 0 at the margin, 1 for one step of indentation, 2 for more. */
function depthOf(indent: number): 0 | 1 | 2 {
  if (indent === 0) return 0
  return indent <= tabWidth ? 1 : 2
}
