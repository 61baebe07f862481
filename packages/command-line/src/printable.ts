import { replaceInvisible } from '@recallite/keyword/invisible'

/** The first texts, and the number of the others: `a, b and 3 more`. */
export function firstOf(texts: readonly string[], { max = 5, separator = ', ' } = {}): string {
  const rest = texts.length > max ? ` and ${texts.length - max} more` : ''
  return `${texts.slice(0, max).join(separator)}${rest}`
}

/** A value as JSON on one line without a line end; escapes characters that a terminal would obey or hide. */
export const renderJsonLine = (value: unknown): string => escapeAll(JSON.stringify(value))

/** A value as indented JSON with a line end; escapes characters that a terminal would obey or hide. */
export const renderJson = (value: unknown): string => `${escapeAll(JSON.stringify(value, null, 2))}\n`

/** Control characters that JSON does not escape; they occur only in strings. */
const obeyedInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const escapeAll = (json: string): string => replaceInvisible(json, escape).replace(obeyedInJson, escape)

function escape(character: string): string {
  return character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A text quoted as one word of a shell command; on Windows for PowerShell, and for cmd unless it has special characters. */
export function shellWord(text: string): string {
  if (process.platform !== 'win32')
    return /^[\w@%+=:,./~-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
  if (/^[\w+=:./\\-]+$/u.test(text)) return text
  return /["`$%]/u.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`
}
