import type { Limits } from '../limits.js'
import { breakStrength } from '../structure/break-strength.js'
import type { LineRange, Structure } from '../structure/structure.js'
import { isBlank } from '../white-space.js'
import { divideLine } from './divide-line.js'
import type { Piece } from './piece.js'
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

/** What stays with a heading is not parted from it. */
function strengthAfter({ headingTokens }: Progress, strength: number): number {
  return headingTokens === undefined ? strength : breakStrength.never
}

/** What headings leave of a chunk to the content that stays with them. */
function roomAfter({ headingTokens }: Progress, { target }: Limits): number {
  return headingTokens !== undefined && headingTokens < target ? target - headingTokens : target
}

function pieceUnit(piece: Piece, progress: Progress, isHeading: boolean): Unit {
  return {
    startLine: progress.line,
    startColumn: piece.start,
    endLine: progress.line,
    endColumn: piece.end,
    from: progress.from + piece.start,
    to: progress.from + piece.end,
    tokens: piece.tokens,
    strength: strengthAfter(progress, piece.strength),
    isHeading,
  }
}

/**
 * The units of a text in order. Together they hold everything but blank lines and white space at cuts. One at a time,
 * so that a large text is never in memory in pieces.
 */
export function* unitsOf(lines: readonly string[], structure: Structure, limits: Limits): Generator<Unit> {
  const headingAt = createRangeCursor(structure.headings)
  const wholeRangeAt = createRangeCursor(structure.wholes)
  const progress: Progress = { line: structure.firstLine, from: 0, headingTokens: undefined }

  function wholeAt(range: LineRange | undefined, strength: number): Unit | undefined {
    if (range === undefined || range.start !== progress.line) return undefined
    const place = { from: progress.from, strength: strengthAfter(progress, strength) }
    return wholeUnit(lines, range, { ...place, room: roomAfter(progress, limits), limits })
  }

  while (progress.line < lines.length) {
    const line = lines[progress.line] ?? ''
    const strength = structure.breaks[progress.line] ?? breakStrength.line
    const whole = wholeAt(wholeRangeAt(progress.line), strength)
    if (whole !== undefined) {
      yield whole
      progress.headingTokens = undefined
      progress.line = whole.endLine + 1
      progress.from = whole.to + 1
      continue
    }
    if (!isBlank(line)) {
      const isHeading = headingAt(progress.line) !== undefined
      const room = isHeading ? limits.target : roomAfter(progress, limits)
      for (const piece of divideLine(line, { limits, room, strength })) {
        yield pieceUnit(piece, progress, isHeading)
        progress.headingTokens = isHeading ? (progress.headingTokens ?? 0) + piece.tokens : undefined
      }
    }
    progress.line++
    progress.from += line.length + 1
  }
}
