import type { Unit } from './unit.js'

function joined(content: Unit, headings: readonly Unit[]): Unit {
  const last = headings.at(-1)
  if (last === undefined) return content
  const tokens = headings.reduce((sum, heading) => sum + heading.tokens, content.tokens)
  return { ...content, endLine: last.endLine, endColumn: last.endColumn, to: last.to, tokens }
}

/**
 * Joins the headings at the end of a document, up to `most` tokens of them, with the content before: nothing comes that
 * they could stay with.
 */
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
