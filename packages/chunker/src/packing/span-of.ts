import type { Span } from '../span.js'
import type { Unit } from '../units/unit.js'

/** The span from the beginning of one unit to the end of another: without columns where both are line ends. */
export function spanOf(lines: readonly string[], first: Unit, last: Unit): Span {
  const isWhole = first.startColumn === 0 && last.endColumn === lines[last.endLine]?.length
  return {
    startLine: first.startLine + 1,
    endLine: last.endLine + 1,
    startColumn: isWhole ? null : first.startColumn + 1,
    endColumn: isWhole ? null : last.endColumn,
  }
}
