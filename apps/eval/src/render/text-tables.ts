import { printable, type Io } from '@recallite/command-line'
import { columnsOf, wrapText } from '@recallite/command-line/wrap-text'
import type { Flags } from '../flags.js'

/** A table as data: the same cells for terminals and for Markdown. */
export interface Table {
  readonly title: string
  /** The first column is text, the others are figures. */
  readonly head: readonly string[]
  readonly lines: readonly (readonly string[])[]
  /** What a reader must know of the marks. */
  readonly note?: string
}

/** Narrower tables could not be read. */
const leastWidth = 40

/** Spaces between two columns. */
const gap = 2

/**
 * A table for a terminal of so many columns (default: any number). One that is wider is cut between its columns into parts,
 * each with the first column.
 */
export function renderText({ title, head, lines, note = '' }: Table, width = Infinity): string {
  const cells = [head, ...lines].map((line) => line.map((cell) => printable(cell)))
  const parts = columnParts(cells, width).map((columns) => {
    const part = cells.map((line) => columns.map((column) => line[column] ?? ''))
    return alignColumns(part).join('\n')
  })
  const above = wrap(printable(title), width).join('\n')
  const below = note && `${wrap(note, width).join('\n')}\n`
  return `${above}\n\n${parts.join('\n\n')}\n${below}`
}

/** A table for a Markdown file. */
export function renderMarkdown({ title, head, lines, note = '' }: Table): string {
  const row = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`
  const below = note && `\n${markdownText(note)}\n`
  return `**${markdownText(title)}**\n\n${[row(head), rule, ...lines.map(row)].join('\n')}\n${below}`
}

/** Tables one below the other, for a terminal or for a Markdown file. */
export function renderTables(
  tables: readonly Table[],
  { markdown }: Pick<Flags, 'markdown'>,
  io: Io,
): string {
  const width = screenWidth(io)
  return tables.map((table) => (markdown ? renderMarkdown(table) : renderText(table, width))).join('\n')
}

/** How many columns the terminal has that the output goes to; undefined where it goes elsewhere, and lines stay whole. */
export function screenWidth({ isOutputTerminal, columns }: Pick<Io, 'isOutputTerminal' | 'columns'>) {
  return isOutputTerminal ? Math.max(leastWidth, columns) : undefined
}

/** How many columns the widest of some texts takes. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0)
}

/** A text cut to so many columns, with an ellipsis where something is gone. */
export function shorten(text: string, width: number): string {
  if (columnsOf(text) <= width) return text
  const [{ end } = { end: 0 }] = wrapText(text.replaceAll(/\s/gu, '\u00a0'), width - 1)
  return `${text.slice(0, end).trimEnd()}…`
}

/** A text with spaces after it, so that it takes so many columns. */
export const padEndTo = (text: string, width: number): string => text + spaceBeside(text, width)

/** A text in lines of at most so many columns; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  if (columnsOf(text) <= width) return [text]
  return wrapText(text, width, { keepsWords: true }).map(({ start, end }) => text.slice(start, end))
}

/** The columns of each part of a table, by their positions: as many as fit beside the first. */
function columnParts(lines: readonly (readonly string[])[], width: number): number[][] {
  const widths = (lines[0] ?? []).map((_, column) => widestOf(lines.map((cells) => cells[column] ?? '')))
  const parts: number[][] = []
  let taken = Infinity
  for (const [column, own] of widths.entries()) {
    if (column === 0) continue
    taken += gap + own
    if (taken > width || parts.length === 0) {
      parts.push([0])
      taken = (widths[0] ?? 0) + gap + own
    }
    parts.at(-1)?.push(column)
  }
  return parts.length === 0 ? [[0]] : parts
}

/** Cells in columns: the first to the left, the others to the right, two spaces between. */
function alignColumns(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => widestOf(lines.map((cells) => cells[column] ?? '')))
  const align = (cell: string, column: number) => {
    const space = spaceBeside(cell, widths[column] ?? 0)
    return column === 0 ? cell + space : space + cell
  }
  return lines.map((cells) => cells.map(align).join(' '.repeat(gap)).trimEnd())
}

/** A text of which Markdown shows every character. */
export function markdownText(text: string): string {
  return printable(text).replaceAll(/[\\|<>&*_`[\]]/gu, (mark) => `\\${mark}`)
}

const spaceBeside = (text: string, width: number): string => ' '.repeat(Math.max(0, width - columnsOf(text)))
