/*
 * PostgreSQL keeps no NUL in a text. NUL is kept as U+0001 U+0001, and U+0001 as U+0001 U+0002: what is kept sorts as the
 * texts do by code points, and begins with what is kept of their beginnings. Half a surrogate pair becomes U+FFFD.
 */

/** A text as it is kept. */
export function encodeText(text: string): string {
  if (!rare.test(text)) return text.toWellFormed()
  return text.toWellFormed().replace(eachRare, (sign) => (sign === '\0' ? '\u0001\u0001' : '\u0001\u0002'))
}

/** The text that was kept. */
export function decodeText(kept: string): string {
  if (!kept.includes('\u0001')) return kept
  return kept.replace(pair, (_, second) => (second === '\u0001' ? '\0' : '\u0001'))
}

// oxlint-disable-next-line no-control-regex
const rare = /[\0\u0001]/
// oxlint-disable-next-line no-control-regex
const eachRare = /[\0\u0001]/g
// oxlint-disable-next-line no-control-regex
const pair = /\u0001([\u0001\u0002])/g
