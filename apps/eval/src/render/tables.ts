import { printable } from '@recallite/command-line'
import { padEndTo, padStartTo, widestOf } from './fit-text.js'

/** A table as data: the same cells for terminals and for Markdown. */
export interface Table {
  readonly title: string
  /** The first column is text, the others are figures. */
  readonly head: readonly string[]
  readonly lines: readonly (readonly string[])[]
  /** What a reader must know of the marks; empty if nothing. */
  readonly note: string
}

/** Cells in columns: the first to the left, the others to the right, two spaces between. */
function alignColumns(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => widestOf(lines.map((cells) => cells[column] ?? '')))
  const align = (cell: string, column: number) =>
    (column === 0 ? padEndTo : padStartTo)(cell, widths[column] ?? 0)
  return lines.map((cells) => cells.map(align).join('  ').trimEnd())
}

/** A table for a terminal. */
export function renderText({ title, head, lines, note }: Table): string {
  const cells = [head, ...lines].map((line) => line.map((cell) => printable(cell)))
  const below = note === '' ? '' : `${note}\n`
  return `${printable(title)}\n\n${alignColumns(cells).join('\n')}\n${below}`
}

function markdownCell(text: string): string {
  return printable(text).replaceAll(/[\\|<>&*_`[\]]/gu, (mark) => `\\${mark}`)
}

/** A table for a Markdown file. */
export function renderMarkdown({ title, head, lines, note }: Table): string {
  const row = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |`
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`
  const below = note === '' ? '' : `\n${markdownCell(note)}\n`
  return `**${markdownCell(title)}**\n\n${[row(head), rule, ...lines.map(row)].join('\n')}\n${below}`
}
