/**
 * Whether a text has nothing but letters of Latin, Greek and Cyrillic and usual punctuation: then each UTF-16 unit is a
 * grapheme of its own that takes one column.
 */
export function isSimpleText(text: string): boolean {
  return /^[ -~\u00a0-\u00ac\u00ae-\u024f\u0370-\u0482\u2010-\u2027\u2030-\u205e]*$/u.test(text)
}
