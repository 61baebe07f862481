import { isBlank } from '../white-space.js'
import { breakStrength, type LineRange } from './structure.js'

/**
 * Break strengths of code by blank lines and indentation: strongest before a line at the margin after a blank line, so
 * that a comment stays with its definition; weak before a closing bracket.
 */
export function markCodeBreaks(lines: readonly string[], range: LineRange, breaks: Uint8Array): void {
  let previous = { line: '', indent: 0 }
  for (let index = range.start; index < range.end; index++) {
    const line = lines[index] ?? ''
    const indent = indentOf(line)
    breaks[index] = strengthOf(line, indent, previous)
    previous = { line, indent }
  }
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
function strengthOf(line: string, indent: number, previous: { line: string; indent: number }): number {
  if (closer.test(line)) return breakStrength.clause
  if (isBlank(previous.line)) return strengthAfterBlank(indent)
  const closesDefinition = indent === 0 && previous.indent === 0 && closer.test(previous.line)
  if (closesDefinition || indent < previous.indent) return breakStrength.nested
  return breakStrength.line
}

/** Strongest at the margin, weaker with each step of indentation. */
function strengthAfterBlank(indent: number): number {
  if (indent === 0) return breakStrength.block
  return indent <= tabWidth ? breakStrength.item : breakStrength.nested
}
