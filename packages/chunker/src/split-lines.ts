const byteOrderMark = '\uFEFF'

/**
 * The lines of a text, without their ends. Only `\n` and `\r\n` end a line; a lone `\r` is a character of its line. A
 * line end at the end of the text opens no further line: `a\n` is one line, the empty text none. A leading byte
 * order mark is dropped.
 */
export function splitLines(text: string): string[] {
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text
  if (body === '') return []
  const lines = body.includes('\r\n') ? body.split(/\r?\n/) : body.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
