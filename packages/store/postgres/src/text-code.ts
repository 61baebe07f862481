/*
 * PostgreSQL keeps no NUL in a text. NUL is kept as U+0001 U+0001, and U+0001 as U+0001 U+0002: what is kept sorts as the
 * texts do by code points, and begins with what is kept of their beginnings. Half a surrogate pair becomes U+FFFD.
 */

/** A text as it is kept. */
export function encodeText(text: string): string {
  const whole = text.toWellFormed()
  if (!whole.includes('\0') && !whole.includes(first)) return whole
  return whole.replaceAll(first, `${first}\u0002`).replaceAll('\0', first + first)
}

/** The text that was kept. */
export function decodeText(kept: string): string {
  if (!kept.includes(first)) return kept
  return kept.replaceAll(first + first, '\0').replaceAll(`${first}\u0002`, first)
}

const first = '\u0001'
