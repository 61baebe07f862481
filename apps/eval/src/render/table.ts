import { printable, type Io } from '@recallite/command-line'
import { columnsOf, wrapText } from '@recallite/command-line/wrap-text'
import type { ReportTable } from '@recallite/ui/api'

/** A table for terminals, Markdown and pages. The first column contains text, the others figures. */
export interface Table extends ReportTable {
  /** Labels and texts to print below each line in a terminal. */
  readonly details?: readonly (readonly (readonly [label: string, text: string])[])[]
}

/** A table, or the lines of a paragraph. */
export type Part = Table | readonly string[]

/** A column: heading, and the cell for an item. */
export type Column<Item> = readonly [head: string, cell: (item: Item) => string]

interface Look {
  readonly markdown?: boolean | undefined
  /** In columns; default unlimited. */
  readonly width?: number | undefined
}

const minWidth = 40
/** For output that does not go to a terminal. */
const defaultWidth = 100

const gap = '  '

export function tableOf<Item>(
  about: Omit<Table, 'head' | 'lines'>,
  items: readonly Item[],
  columns: readonly Column<Item>[],
): Table {
  const lines = items.map((item) => columns.map(([, cell]) => cell(item)))
  return { ...about, head: columns.map(([head]) => head), lines }
}

/** Tables and paragraphs, separated by blank lines, for a terminal or a Markdown file. */
export function renderParts(parts: readonly Part[], { markdown, width = Infinity }: Look = {}): string {
  const render = (part: Part) => {
    if ('head' in part) return markdown ? renderMarkdown(part) : renderText(part, width)
    const lines = part.flatMap((line) => (markdown ? markdownText(line) : wrap(printable(line), width)))
    return `${lines.join('\n')}\n`
  }
  return parts.map(render).join('\n')
}

/** The maximum width of output: that of the terminal, if there is one. */
export function screenWidth({ isOutputTerminal, columns }: Pick<Io, 'isOutputTerminal' | 'columns'>): number {
  return isOutputTerminal ? Math.max(minWidth, columns) : defaultWidth
}

/** Cuts a text to `width` columns and marks the cut with an ellipsis. */
export function shorten(text: string, width: number): string {
  if (columnsOf(text) <= width) return text
  const [{ end } = { end: 0 }] = wrapText(text.replaceAll(/\s/gu, '\u00a0'), width - 1)
  return `${text.slice(0, end).trimEnd()}…`
}

/** Wraps a text at `width` columns without breaking words. */
export function wrap(text: string, width: number): string[] {
  if (columnsOf(text) <= width) return [text]
  return wrapText(text, width, { keepsWords: true }).map(({ start, end }) => text.slice(start, end))
}

/** Splits a table that is too wide into parts, each with the first column; the last part has the details. */
function renderText({ title, head, lines, note, details = [] }: Table, width: number): string {
  const cells = [head, ...lines].map((line) => line.map((cell) => printable(cell)))
  const widths = head.map((_, column) => Math.max(...cells.map((line) => columnsOf(line[column] ?? ''))))
  const align = (text: string, column: number) => {
    const space = ' '.repeat(Math.max(0, (widths[column] ?? 0) - columnsOf(text)))
    return column === 0 ? text + space : space + text
  }
  const parts = columnParts(widths, width)
  const rendered = parts.map((columns) => {
    const rows = cells.map((line) => columns.map((column) => align(line[column] ?? '', column)))
    const below = columns === parts.at(-1) ? details : []
    return rows.flatMap((row, index) => [
      row.join(gap).trimEnd(),
      ...(below[index - 1] ?? []).flatMap(([label, text]) => hanging(label, text, width)),
    ])
  })
  const above = wrap(printable(title), width).join('\n')
  const last = note ? `${wrap(note, width).join('\n')}\n` : ''
  return `${above}\n\n${rendered.map((rows) => rows.join('\n')).join('\n\n')}\n${last}`
}

function renderMarkdown({ title, head, lines, note }: Table): string {
  const row = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`
  const below = note ? `\n${markdownText(note)}\n` : ''
  return `**${markdownText(title)}**\n\n${[row(head), rule, ...lines.map(row)].join('\n')}\n${below}`
}

/** The column indexes of each part of a table: the first column and as many others as fit. */
function columnParts([first = 0, ...others]: readonly number[], width: number): number[][] {
  const parts: number[][] = []
  let total = Infinity
  for (const [index, columnWidth] of others.entries()) {
    total += gap.length + columnWidth
    if (total > width || parts.length === 0) {
      parts.push([0])
      total = first + gap.length + columnWidth
    }
    parts.at(-1)?.push(index + 1)
  }
  return parts.length === 0 ? [[0]] : parts
}

/** A label and a text with a hanging indent. */
function hanging(label: string, text: string, width: number): string[] {
  const [begin, indent] = [`${gap}${label}${gap}`, ' '.repeat(label.length + 2 * gap.length)]
  const lines = wrap(printable(text), width - indent.length)
  return lines.map((line, index) => `${index === 0 ? begin : indent}${line}`)
}

/** Escapes what Markdown would interpret. */
function markdownText(text: string): string {
  return printable(text).replaceAll(/[\\|<>&*_`[\]]/gu, (mark) => `\\${mark}`)
}
