import { countTokens } from '../counting.js'
import { sliceSpan, type Span } from '../lines.js'
import type { Limits } from '../options.js'
import { breakStrength } from '../structure/parse-blocks.js'
import type { Unit } from '../units/units-of.js'
import { chooseEnd, chooseOverlap } from './choose-break.js'

interface Packed {
  readonly span: Span
  readonly text: string
  readonly tokens: number
  /** The line, from 0, of its first unit that is not a heading, or of its last unit. */
  readonly contentLine: number
}

/** Packs units into chunks. Each chunk begins and ends after the previous one does. */
export function* pack(lines: readonly string[], units: readonly Unit[], limits: Limits): Generator<Packed> {
  let [start, fresh] = [0, 0]
  while (fresh < units.length) {
    const end = chooseEnd(units, { start, fresh }, limits)
    yield packUnits(lines, units.slice(start, end))
    start = chooseOverlap(units, { start, end }, limits)
    fresh = end
  }
}

/** Joins the headings at the end of a document, up to `maxTokens`, with the content before them, but not across noise. */
export function* joinTrailingHeadings(units: Iterable<Unit>, maxTokens: number): Generator<Unit> {
  let content: Unit | undefined
  let headings: Unit[] = []
  let tokens = 0
  for (const unit of units) {
    if (content !== undefined && mayTrail(unit)) {
      headings.push(unit)
      tokens += unit.tokens
      if (tokens <= maxTokens) continue
    }
    if (content !== undefined) yield content
    yield* headings
    if (unit.isHeading && headings.at(-1) !== unit) yield unit
    content = unit.isHeading ? undefined : unit
    headings = []
    tokens = 0
  }
  if (content !== undefined) yield joined(content, headings)
}

/** A unit after noise begins a chunk. */
function mayTrail({ isHeading, strength }: Unit): boolean {
  return isHeading && strength !== breakStrength.start
}

function joined(content: Unit, headings: readonly Unit[]): Unit {
  const { endLine, endColumn, to } = headings.at(-1) ?? content
  const tokens = headings.reduce((sum, heading) => sum + heading.tokens, content.tokens)
  return { ...content, endLine, endColumn, to, tokens }
}

function packUnits(lines: readonly string[], units: readonly Unit[]): Packed {
  const content = units.find(({ isHeading }) => !isHeading) ?? units.at(-1)
  const { startLine = 0, startColumn = 0 } = units[0] ?? {}
  const { endLine = 0, endColumn = 0 } = units.at(-1) ?? {}
  const span = spanOf(lines, { startLine, startColumn, endLine, endColumn })
  const text = sliceSpan(lines, span)
  return { span, text, tokens: countTokens(text), contentLine: content?.startLine ?? 0 }
}

/** The span of the units; without columns if both ends are line ends. */
function spanOf(
  lines: readonly string[],
  { startLine, startColumn, endLine, endColumn }: Pick<Unit, keyof Span>,
): Span {
  const isWhole = startColumn === 0 && endColumn === lines[endLine]?.length
  return {
    startLine: startLine + 1,
    endLine: endLine + 1,
    startColumn: isWhole ? null : startColumn + 1,
    endColumn: isWhole ? null : endColumn,
  }
}
