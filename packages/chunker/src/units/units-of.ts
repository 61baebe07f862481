import type { Limits } from '../options.js'
import { breakStrength, type LineRange, type Structure } from '../structure/structure.js'
import { isBlank } from '../white-space.js'
import { divideLine, type Piece } from './divide-line.js'

/** The smallest part of a text that is packed as a whole: lines, a line or a piece of a line. Counts from 0. */
export interface Unit {
  readonly startLine: number
  /** In the first line. */
  readonly startColumn: number
  /** Inclusive. */
  readonly endLine: number
  /** In the last line, exclusive. */
  readonly endColumn: number
  readonly from: number
  /** Where it ends, behind the last character. */
  readonly to: number
  readonly tokens: number
  readonly strength: number
  /** Whether it belongs to a heading of the outline. */
  readonly isHeading: boolean
}

interface Progress {
  line: number
  /** Characters before the line. */
  from: number
  /** Tokens of the headings directly above; undefined if there is none. */
  headingTokens: number | undefined
}

/**
 * The units of a text in order. Together they hold everything but blank lines and white space at cuts. Generated one at
 * a time, so that the pieces of a large text are never all in memory.
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

/** Joins the headings at the end of a document, up to `most` tokens of them, with the content before them. */
export function* joinTrailingHeadings(units: Iterable<Unit>, most: number): Generator<Unit> {
  let content: Unit | undefined
  let headings: Unit[] = []
  let tokens = 0
  for (const unit of units) {
    if (unit.isHeading && content !== undefined) {
      headings.push(unit)
      tokens += unit.tokens
      if (tokens <= most) continue
    }
    if (content !== undefined) yield content
    yield* headings
    if (unit.isHeading && headings.length === 0) yield unit
    content = unit.isHeading ? undefined : unit
    headings = []
    tokens = 0
  }
  if (content !== undefined) yield joined(content, headings)
}

/** Finds the range that contains a line; lines must be queried in order. */
function createRangeCursor<Range extends LineRange>(
  ranges: readonly Range[],
): (line: number) => Range | undefined {
  let next = 0
  return (line) => {
    let range = ranges[next]
    while (range !== undefined && range.end <= line) range = ranges[++next]
    return range !== undefined && range.start <= line ? range : undefined
  }
}

/** A heading is not separated from what follows. */
function strengthAfter({ headingTokens }: Progress, strength: number): number {
  return headingTokens === undefined ? strength : breakStrength.never
}

interface UnitPlace {
  readonly from: number
  readonly strength: number
  /** The most tokens of the unit. */
  readonly room: number
  readonly limits: Limits
}

/** Some lines as one unit, without trailing blank lines; undefined if they have too many tokens. */
function wholeUnit(lines: readonly string[], range: LineRange, place: UnitPlace): Unit | undefined {
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

/** The tokens that the headings above leave in their chunk. */
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

function joined(content: Unit, headings: readonly Unit[]): Unit {
  const last = headings.at(-1)
  if (last === undefined) return content
  const tokens = headings.reduce((sum, heading) => sum + heading.tokens, content.tokens)
  return { ...content, endLine: last.endLine, endColumn: last.endColumn, to: last.to, tokens }
}
