const byteOrderMark = '\uFEFF'

/**
 * The lines of a text without their ends. Only `\n` and `\r\n` end a line; a lone `\r` is part of its line. A final
 * line end adds no empty line, and a leading byte order mark is dropped.
 */
export function splitLines(text: string): string[] {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text
  if (body === '') return []
  const lines = body.includes('\r\n') ? body.split(/\r?\n/) : body.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * A part of a text. Lines and columns count from 1 and are inclusive; columns count UTF-16 code units and are null for
 * whole lines.
 */
export interface Span {
  readonly startLine: number
  readonly endLine: number
  readonly startColumn: number | null
  readonly endColumn: number | null
}

/** The text of a span, its lines joined by `\n`. */
export function sliceSpan(lines: readonly string[], span: Span): string {
  const slice = lines.slice(span.startLine - 1, span.endLine)
  const last = slice.length - 1
  if (span.endColumn !== null && slice[last] !== undefined) slice[last] = slice[last].slice(0, span.endColumn)
  if (span.startColumn !== null && slice[0] !== undefined) slice[0] = slice[0].slice(span.startColumn - 1)
  return slice.join('\n')
}
