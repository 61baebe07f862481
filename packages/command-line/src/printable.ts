import { replaceInvisible } from './invisible.js'

/** Control characters, those that end lines and those that turn the direction of writing: a terminal would obey them. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** The same, and beside them what colours text. */
const obeyedOrColour = new RegExp(`\u001b\\[[\\d;]*m|${obeyed.source}`, 'gu')

function show(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

function isLineOrTab(character: string): boolean {
  return character === '\n' || character === '\t'
}

/**
 * A text from files as a terminal may have it: what would be obeyed, and what would not be seen, is shown as `\u{…}`
 * instead.
 */
export function printable(text: string, { keepLines = false } = {}): string {
  const visible = replaceInvisible(text, show)
  if (!keepLines) return visible.replace(obeyed, show)
  // How a line is ended is nothing to look at.
  return visible
    .replaceAll('\r\n', '\n')
    .replace(obeyed, (character) => (isLineOrTab(character) ? character : show(character)))
}

/**
 * Output as a terminal may have it, whoever made it: colours, lines and tabs stay, whatever else would be obeyed, or would
 * not be seen, is shown.
 */
export function terminalSafe(text: string): string {
  return replaceInvisible(text, show).replace(obeyedOrColour, (found) =>
    found.length > 1 || isLineOrTab(found) ? found : show(found),
  )
}
