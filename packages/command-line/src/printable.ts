/** Control characters, those that end lines and those that turn the direction of writing: a terminal would obey them. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A text from files as a terminal may have it: what would be obeyed is shown as `\u{…}` instead. */
export function printable(text: string, { keepLines = false } = {}): string {
  return text.replace(obeyed, (character) => {
    if (keepLines && (character === '\n' || character === '\t')) return character
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}
