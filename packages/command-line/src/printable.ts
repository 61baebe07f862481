import { replaceInvisible } from '@recallite/keyword/invisible'

/** The first of some texts, and how many more there are: `a, b and 3 more`. */
export function firstOf(texts: readonly string[], { most = 5, separator = ', ' } = {}): string {
  const rest = texts.length > most ? ` and ${texts.length - most} more` : ''
  return `${texts.slice(0, most).join(separator)}${rest}`
}

/** A value as JSON on one line, without a line end; characters that a terminal would obey or hide are escaped. */
export const renderJsonLine = (value: unknown): string => escapeAll(JSON.stringify(value))

/** A value as indented JSON with a line end; characters that a terminal would obey or hide are escaped. */
export const renderJson = (value: unknown): string => `${escapeAll(JSON.stringify(value, null, 2))}\n`

/** Characters that JSON leaves as they are although a terminal would obey them; they occur in strings only. */
const obeyedInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const escapeAll = (json: string): string => replaceInvisible(json, escape).replace(obeyedInJson, escape)

function escape(character: string): string {
  const units = Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/** A text as one word of a shell's command: on Windows of PowerShell and, unless a sign has a meaning in quotes, of cmd. */
export function shellWord(text: string): string {
  if (process.platform !== 'win32')
    return /^[\w@%+=:,./~-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
  if (/^[\w+=:./\\-]+$/u.test(text)) return text
  return /["`$%]/u.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`
}
