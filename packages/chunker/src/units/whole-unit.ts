import type { Limits } from '../limits.js'
import type { LineRange } from '../structure/structure.js'
import { isBlank } from '../white-space.js'
import type { Unit } from './unit.js'

/** Where a unit begins, and what may be in it. */
export interface UnitPlace {
  /** Characters of the text before. */
  readonly from: number
  readonly strength: number
  /** The most tokens of the unit. */
  readonly room: number
  readonly limits: Limits
}

/**
 * Some lines as one unit, without the blank ones at their end, or undefined where they are too many tokens, line by line
 * or together.
 */
export function wholeUnit(lines: readonly string[], range: LineRange, place: UnitPlace): Unit | undefined {
  const { from, strength, room, limits } = place
  let tokens = 0
  let to = from
  let end = { line: range.start, column: 0, to: from }
  for (let index = range.start; index < range.end; index++) {
    const line = lines[index] ?? ''
    to += line.length
    if (to - from > limits.characters) return undefined
    if (!isBlank(line)) {
      tokens += limits.count(line)
      end = { line: index, column: line.length, to }
    }
    if (tokens > room) return undefined
    to++
  }
  const together = limits.count(lines.slice(range.start, end.line + 1).join('\n'))
  if (together > room) return undefined
  const start = { startLine: range.start, startColumn: 0, from }
  return {
    ...start,
    endLine: end.line,
    endColumn: end.column,
    to: end.to,
    tokens,
    strength,
    isHeading: false,
  }
}
