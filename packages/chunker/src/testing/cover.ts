import type { Chunk } from '../chunk.js'
import type { Span } from '../lines.js'

/** The offsets of a span in a text; the end is exclusive. */
export function rangeOf(
  lines: readonly string[],
  span: Span,
): { readonly from: number; readonly to: number } {
  const before = (line: number): number =>
    lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  const endColumn = span.endColumn ?? lines[span.endLine - 1]?.length ?? 0
  return { from: before(span.startLine) + (span.startColumn ?? 1) - 1, to: before(span.endLine) + endColumn }
}

/** The text after the first `firstLine` lines that is in no chunk. */
export function uncovered(lines: readonly string[], chunks: readonly Chunk[], firstLine: number): string {
  const text = lines.join('\n')
  let position = lines.slice(0, firstLine).reduce((sum, line) => sum + line.length + 1, 0)
  let left = ''
  for (const { from, to } of chunks.map((chunk) => rangeOf(lines, chunk))) {
    left += text.slice(position, Math.max(from, position))
    position = Math.max(position, to)
  }
  return left + text.slice(position)
}
