/** What JSON leaves as it is and a terminal would obey; such characters stand in strings only. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

function escape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}

/** A value as JSON on one line, without its end; a terminal obeys nothing in it. */
export function renderJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(obeyed, escape)
}

/** A value as JSON for people and programs, with a line end; a terminal obeys nothing in it. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(obeyed, escape)}\n`
}
