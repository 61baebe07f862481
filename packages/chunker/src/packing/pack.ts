import { countTokens } from '../counting.js'
import { sliceSpan, type Span } from '../lines.js'
import { earliestCut, type Limits } from '../options.js'
import { breakStrength } from '../structure/parse-blocks.js'
import type { Unit } from '../units/units-of.js'

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

/**
 * The exclusive end of the chunk that begins at `start`: at a line of the option `starts`, at a heading once the chunk is large enough,
 * else at the last of the strongest breaks in the later part of the units that fit. Units from `fresh` on are not in a chunk yet;
 * this one contains the first of them.
 */
export function chooseEnd(
  units: readonly Unit[],
  { start, fresh }: { readonly start: number; readonly fresh: number },
  limits: Limits,
): number {
  const lastPosition = (units[start]?.from ?? 0) + limits.characters
  let best = noBreak
  let tokens = 0
  let index = start
  for (let unit = units[index]; unit !== undefined; unit = units[++index]) {
    const { strength } = unit
    if (index > fresh) {
      if (strength === breakStrength.start || endsSection(strength, tokens, limits)) return index
      best = betterBreak(best, { index, strength, isPreferred: tokens >= limits.target * earliestCut })
      if (tokens + unit.tokens > limits.target || unit.to > lastPosition) return best.index || index
    }
    tokens += unit.tokens
  }
  return index
}

function endsSection(strength: number, tokens: number, { minimumSection }: Limits): boolean {
  return strength === breakStrength.heading && tokens >= minimumSection
}

/**
 * The start of the next chunk: up to `limits.overlap` tokens before the cut, at the earliest of the strongest breaks in the earlier
 * half. The cut itself if it is at a heading, or if no unit would fit after the overlap. The overlap never crosses a heading.
 */
export function chooseOverlap(
  units: readonly Unit[],
  { start, end }: { readonly start: number; readonly end: number },
  limits: Limits,
): number {
  const next = units[end]
  if (next === undefined || next.strength >= breakStrength.heading) return end
  const reach = Math.min(limits.overlap, limits.target - next.tokens)
  const nearest = next.to - limits.characters
  let best = noBreak
  let tokens = 0
  for (let index = end - 1; index > start; index--) {
    const unit = units[index]
    if (unit === undefined) break
    tokens += unit.tokens
    if (tokens > reach || unit.from < nearest) break
    best = betterBreak(best, { index, strength: unit.strength, isPreferred: tokens * 2 >= limits.overlap })
    if (unit.isHeading) break
  }
  return best.index || end
}

interface Break {
  readonly index: number
  readonly strength: number
  /** Whether it is in the preferred part of the units. */
  readonly isPreferred: boolean
}

const noBreak: Break = { index: 0, strength: breakStrength.never, isPreferred: false }

/** The better of two breaks: a preferred one, else the stronger one, else the candidate. */
function betterBreak(best: Break, candidate: Break): Break {
  if (candidate.strength === breakStrength.never) return best
  if (best.strength === breakStrength.never) return candidate
  if (candidate.isPreferred !== best.isPreferred) return candidate.isPreferred ? candidate : best
  return candidate.strength >= best.strength ? candidate : best
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
