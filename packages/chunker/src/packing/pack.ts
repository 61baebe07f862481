import { sliceSpan, type Span } from '../lines.js'
import type { Limits } from '../options.js'
import type { Unit } from '../units/units-of.js'
import { chooseEnd, chooseOverlap, createLookahead, type Lookahead } from './choose-break.js'

/** A chunk without its headings. */
interface Packed {
  readonly span: Span
  readonly text: string
  readonly tokens: number
  /** The line, from 0, of its first unit that is not a heading, or of the last unit. */
  readonly contentLine: number
}

/** Packs units into chunks. Each chunk begins and ends after the previous one does. */
export function* pack(lines: readonly string[], source: Iterator<Unit>, limits: Limits): Generator<Packed> {
  const units = createLookahead(source)
  let repeated = 0
  for (;;) {
    const next = nextChunk({ lines, units, limits }, repeated)
    if (next === undefined) return
    const [chunk, end] = next
    yield chunk
    if (units.at(end) === undefined) return
    const start = chooseOverlap(units, end, limits)
    units.drop(start)
    repeated = end - start
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

function joined(content: Unit, headings: readonly Unit[]): Unit {
  const { endLine, endColumn, to } = headings.at(-1) ?? content
  const tokens = headings.reduce((sum, heading) => sum + heading.tokens, content.tokens)
  return { ...content, endLine, endColumn, to, tokens }
}

interface Packing {
  readonly lines: readonly string[]
  readonly units: Lookahead<Unit>
  readonly limits: Limits
}

/**
 * The next chunk and the number of its units, which then are the first ones ahead. If its text counts more tokens than
 * its units together, the chunk is reduced, at last by its overlap.
 */
function nextChunk(packing: Packing, repeatedUnits: number): [Packed, number] | undefined {
  const { units, limits } = packing
  let repeated = repeatedUnits
  let budget = limits.target
  for (;;) {
    const end = chooseEnd(units, { repeated, budget }, limits)
    const chunk = packUnits(packing, end)
    if (chunk === undefined) return undefined
    if (chunk.tokens <= limits.target || end === 1) return [chunk, end]
    if (end > repeated + 1) {
      budget = Math.min((budget * limits.target) / chunk.tokens, tokensOf(units, end) - 1)
    } else {
      units.drop(repeated)
      repeated = 0
      budget = limits.target
    }
  }
}

function packUnits({ lines, units, limits }: Packing, end: number): Packed | undefined {
  const first = units.at(0)
  const last = units.at(end - 1)
  if (first === undefined || last === undefined) return undefined
  const span = spanOf(lines, first, last)
  const text = sliceSpan(lines, span)
  return { span, text, tokens: limits.count(text), contentLine: contentLine(units, end) }
}

/** The span of the units; without columns if both ends are line ends. */
function spanOf(lines: readonly string[], first: Unit, last: Unit): Span {
  const isWhole = first.startColumn === 0 && last.endColumn === lines[last.endLine]?.length
  return {
    startLine: first.startLine + 1,
    endLine: last.endLine + 1,
    startColumn: isWhole ? null : first.startColumn + 1,
    endColumn: isWhole ? null : last.endColumn,
  }
}

function contentLine(units: Lookahead<Unit>, end: number): number {
  let line = 0
  for (let index = 0; index < end; index++) {
    const unit = units.at(index)
    if (unit === undefined) break
    line = unit.startLine
    if (!unit.isHeading) break
  }
  return line
}

function tokensOf(units: Lookahead<Unit>, end: number): number {
  let tokens = 0
  for (let index = 0; index < end; index++) tokens += units.at(index)?.tokens ?? 0
  return tokens
}
