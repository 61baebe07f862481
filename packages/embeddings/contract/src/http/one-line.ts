/**
 * Words of a server, fit for a message: one line of at most 300 characters, without control characters, which a terminal
 * would obey.
 */
export function oneLine(words: string): string {
  const line = words.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300).toWellFormed()}…` : line.toWellFormed()
}
