import { printable } from '@recallite/command-line'
import type { SearchResult } from '@recallite/core'

const columns = [
  'root',
  'path',
  'startLine',
  'endLine',
  'score',
  'evidence',
  'heading',
  'snippet',
  'text',
] as const

/**
 * The results as a table of RFC 4180 with a header, best first. A text that a spreadsheet would compute begins with an
 * apostrophe, and control characters are shown: who wants each character as it is takes JSON. On a terminal, which would
 * obey the carriage returns, lines end as it wants them.
 */
export function renderCsv(
  results: readonly SearchResult[],
  { isTerminal }: { readonly isTerminal: boolean },
): string {
  const rows = results.map((result) => ({ ...result, heading: result.heading.join(' › ') }))
  const records = [columns, ...rows.map((row) => columns.map((name) => row[name]))].map(record)
  return records.map((line) => `${line}${isTerminal ? '\n' : '\r\n'}`).join('')
}

function record(values: readonly (string | number)[]): string {
  return values.map(field).join(',')
}

/** A field as RFC 4180 has it: in quotes where it holds a separator, with its own quotes doubled. */
function field(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : shown(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What spreadsheets take for a formula, also behind white space and in full width. */
const formula = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20|%]/u

/** A text that a spreadsheet shows: one that it would compute begins with an apostrophe. */
function shown(text: string): string {
  const plain = printable(text, { keepLines: true })
  return formula.test(plain) ? `'${plain}` : plain
}
