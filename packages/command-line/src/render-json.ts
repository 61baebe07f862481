import { replaceInvisible } from '@recallite/analysis/invisible'

/** What JSON leaves as it is and a terminal would obey; such characters stand in strings only. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** A character as JSON escapes it, by its UTF-16 units. */
function escape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('')
}

function escapeAll(json: string): string {
  return replaceInvisible(json, escape).replace(obeyed, escape)
}

/** A value as JSON on one line, without its end; a terminal obeys nothing in it, and no text in it is invisible. */
export function renderJsonLine(value: unknown): string {
  return escapeAll(JSON.stringify(value))
}

/** A value as JSON for people and programs, with a line end; a terminal obeys nothing in it, and no text in it is invisible. */
export function renderJson(value: unknown): string {
  return `${escapeAll(JSON.stringify(value, null, 2))}\n`
}
