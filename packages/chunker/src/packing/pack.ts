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
export function joinTrailingHeadings(units: readonly Unit[], maxTokens: number): readonly Unit[] {
  const last = units.findLastIndex(({ isHeading }) => !isHeading)
  const [content, headings] = [units[last], units.slice(last + 1)]
  const end = headings.at(-1)
  const tokens = headings.reduce((sum, heading) => sum + heading.tokens, 0)
  // A unit after noise begins a chunk.
  const isAfterNoise = headings.some(({ strength }) => strength === breakStrength.start)
  if (!content || !end || tokens > maxTokens || isAfterNoise) return units
  const { endLine, endColumn, to } = end
  return [...units.slice(0, last), { ...content, endLine, endColumn, to, tokens: content.tokens + tokens }]
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
