import type { Limits } from '../limits.js'
import { breakStrength } from '../structure/break-strength.js'
import type { LineRange, Structure } from '../structure/structure.js'
import { isBlank } from '../white-space.js'
import { divideLine } from './divide-line.js'
import { createRangeCursor } from './range-cursor.js'
import type { Unit } from './unit.js'
import { wholeUnit } from './whole-unit.js'

/** How far the reading of a text has come. */
interface Progress {
  line: number
  /** Characters before the line. */
  from: number
  /** Tokens of the headings right above, undefined where content is. */
  headingTokens: number | undefined
}

/** What headings leave of a chunk to the content that stays with them. */
function roomAfter(headingTokens: number | undefined, { target }: Limits): number {
  return headingTokens !== undefined && headingTokens < target ? target - headingTokens : target
}

function strengthAt({ line, headingTokens }: Progress, structure: Structure): number {
  return headingTokens === undefined ? (structure.breaks[line] ?? breakStrength.line) : breakStrength.never
}

function* lineUnits(text: string, isHeading: boolean, context: UnitContext): Generator<Unit> {
  const { progress, structure, limits } = context
  const { line, from } = progress
  const room = roomAfter(progress.headingTokens, limits)
  for (const piece of divideLine(text, { limits, room, strength: strengthAt(progress, structure) })) {
    const place = { startLine: line, startColumn: piece.start, endLine: line, endColumn: piece.end }
    const strength = progress.headingTokens === undefined ? piece.strength : breakStrength.never
    yield {
      ...place,
      from: from + piece.start,
      to: from + piece.end,
      tokens: piece.tokens,
      strength,
      isHeading,
    }
    progress.headingTokens = isHeading ? (progress.headingTokens ?? 0) + piece.tokens : undefined
  }
}

interface UnitContext {
  readonly progress: Progress
  readonly structure: Structure
  readonly limits: Limits
}

function wholeAt(
  lines: readonly string[],
  range: LineRange | undefined,
  context: UnitContext,
): Unit | undefined {
  const { progress, structure, limits } = context
  if (range === undefined || range.start !== progress.line) return undefined
  const strength = strengthAt(progress, structure)
  const room = roomAfter(progress.headingTokens, limits)
  return wholeUnit(lines, range, { from: progress.from, strength, room, limits })
}

/**
 * The units of a text in order. Together they hold everything but blank lines and white space at cuts. One at a time,
 * so that a large text is never in memory in pieces.
 */
export function* unitsOf(lines: readonly string[], structure: Structure, limits: Limits): Generator<Unit> {
  const headingAt = createRangeCursor(structure.headings)
  const wholeRangeAt = createRangeCursor(structure.wholes)
  const progress: Progress = { line: structure.firstLine, from: 0, headingTokens: undefined }
  const context: UnitContext = { progress, structure, limits }
  while (progress.line < lines.length) {
    const line = lines[progress.line] ?? ''
    const whole = wholeAt(lines, wholeRangeAt(progress.line), context)
    if (whole !== undefined) {
      yield whole
      progress.headingTokens = undefined
      progress.line = whole.endLine + 1
      progress.from = whole.to + 1
      continue
    }
    if (!isBlank(line)) yield* lineUnits(line, headingAt(progress.line) !== undefined, context)
    progress.line++
    progress.from += line.length + 1
  }
}
