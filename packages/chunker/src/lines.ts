const byteOrderMark = '\uFEFF'

/**
 * The lines of a text without line ends, which are `\n` and `\r\n`; a lone `\r` is part of its line. A final line end adds no empty
 * line, and a leading byte order mark is dropped.
 */
export function splitLines(text: string): string[] {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text
  if (body === '') return []
  const lines = body.includes('\r\n') ? body.split(/\r?\n/) : body.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** A part of a text. Lines and columns count from 1 and are inclusive; columns count UTF-16 units, and are null for whole lines. */
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

const rareSpaces = new Set([0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])

/** Whether a UTF-16 code unit is white space, as `\s` and `String.prototype.trim` define it. */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit < 0x1680) return unit === 0xa0
  return (unit >= 0x2000 && unit <= 0x200a) || rareSpaces.has(unit)
}

/** Whether a text contains only white space. */
export function isBlank(text: string): boolean {
  return skipSpace(text, 0, text.length) === text.length
}

/** The first position from `from` that is not white space, or `to`. */
export function skipSpace(text: string, from: number, to: number): number {
  let position = from
  while (position < to && isSpace(text.charCodeAt(position))) position++
  return position
}

/** The end of `text.slice(from, to)` without trailing white space. */
export function trimEnd(text: string, from: number, to: number): number {
  let position = to
  while (position > from && isSpace(text.charCodeAt(position - 1))) position--
  return position
}
