/** Control characters but line feed and tab, and those that turn the direction of writing: a terminal would obey them. */
const obeyed = /(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text from files as a terminal may have it: what would be obeyed is shown as `\u{…}` instead. */
export function printable(text: string): string {
  return text.replace(obeyed, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}
