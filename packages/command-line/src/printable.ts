import { replaceInvisible, showCharacter } from '@recallite/analysis/invisible'

/** Control characters, those that end lines and those that turn the direction of writing: a terminal would obey them. */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * A text from files as a terminal may have it: what would be obeyed, and what would not be seen, is shown as `\u{…}`
 * instead.
 */
export function printable(text: string, { keepLines = false } = {}): string {
  const visible = replaceInvisible(text, showCharacter)
  if (!keepLines) return visible.replace(obeyed, showCharacter)
  // How a line is ended is nothing to look at.
  return visible
    .replaceAll('\r\n', '\n')
    .replace(obeyed, (character) => (isLineOrTab(character) ? character : showCharacter(character)))
}

function isLineOrTab(character: string): boolean {
  return character === '\n' || character === '\t'
}

const obeyedOrColour = new RegExp(`\u001b\\[[\\d;]*m|${obeyed.source}`, 'gu')

/**
 * Output as a terminal may have it, whoever made it: colours, lines and tabs stay, whatever else would be obeyed, or would
 * not be seen, is shown.
 */
export function terminalSafe(text: string): string {
  return replaceInvisible(text, showCharacter).replace(obeyedOrColour, (found) =>
    found.length > 1 || isLineOrTab(found) ? found : showCharacter(found),
  )
}

/** A value as JSON on one line, without its end; a terminal obeys nothing in it, and no text in it is invisible. */
export function renderJsonLine(value: unknown): string {
  return escapeAll(JSON.stringify(value))
}

/** Characters that JSON leaves as they are and a terminal would obey; they occur in strings only. */
const obeyedInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

function escapeAll(json: string): string {
  return replaceInvisible(json, escape).replace(obeyedInJson, escape)
}

/** By its UTF-16 units. */
function escape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('')
}

/** A value as JSON for people and programs, with a line end; a terminal obeys nothing in it, and no text in it is invisible. */
export function renderJson(value: unknown): string {
  return `${escapeAll(JSON.stringify(value, null, 2))}\n`
}
