import { printable } from '@recallite/command-line'
import type { SearchResult } from '@recallite/core'

const position = ['root', 'path', 'startLine', 'endLine'] as const
const columns = [...position, 'confidence', 'weak', 'fusedScore', 'heading', 'snippet', 'text'] as const

/**
 * The results as a table of RFC 4180 with a header, best first. A text that a spreadsheet would compute begins with an
 * apostrophe, and control characters are escaped; JSON has each character as it is. On a terminal, which would obey
 * carriage returns, lines end with a line feed alone.
 */
export function renderCsv(
  results: readonly SearchResult[],
  { isTerminal }: { readonly isTerminal: boolean },
): string {
  const rows = results.map((result) => ({ ...result, heading: result.heading.join(' › ') }))
  const records = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  return records.map((values) => `${values.map(field).join(',')}${isTerminal ? '\n' : '\r\n'}`).join('')
}

/** A field as RFC 4180 defines it: in quotes if it contains a separator, with its own quotes doubled. */
function field(value: string | number | boolean): string {
  const text = typeof value === 'string' ? shown(value) : String(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The beginning of a formula in a spreadsheet, also after white space and in full width. */
const formula = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20|%]/u

function shown(text: string): string {
  const plain = printable(text, { keepLines: true })
  return formula.test(plain) ? `'${plain}` : plain
}
