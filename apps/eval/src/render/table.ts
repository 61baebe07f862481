import { printable, type Io } from '@recallite/command-line'
import { columnsOf, wrapText } from '@recallite/command-line/wrap-text'

/** A table as data: the same cells for terminals, for Markdown and for pages. */
export interface Table {
  readonly title: string
  /** The first column is text, the others are figures. */
  readonly head: readonly string[]
  readonly lines: readonly (readonly string[])[]
  /** What a reader must know of the marks. */
  readonly note?: string
  /** For each line what a terminal shows below it: labels and texts. */
  readonly details?: readonly (readonly (readonly [label: string, text: string])[])[]
}

/** What is printed: a table, or a paragraph of these lines. */
export type Part = Table | readonly string[]

/** A column: its heading, and its cell for an item. */
export type Column<Item> = readonly [head: string, cell: (item: Item) => string]

interface Look {
  readonly markdown?: boolean | undefined
  /** The columns of the terminal; default: any number. */
  readonly width?: number | undefined
}

/** Narrower tables could not be read. */
const minWidth = 40

/** Spaces between two columns. */
const gap = '  '

/** A table with a line for each item. */
export function tableOf<Item>(
  about: Omit<Table, 'head' | 'lines'>,
  items: readonly Item[],
  columns: readonly Column<Item>[],
): Table {
  const lines = items.map((item) => columns.map(([, cell]) => cell(item)))
  return { ...about, head: columns.map(([head]) => head), lines }
}

/** Tables and paragraphs with a blank line between them, for a terminal or for a Markdown file. */
export function renderParts(parts: readonly Part[], { markdown, width = Infinity }: Look = {}): string {
  const render = (part: Part) => {
    if ('head' in part) return markdown ? renderMarkdown(part) : renderText(part, width)
    const lines = part.flatMap((line) => (markdown ? markdownText(line) : wrap(printable(line), width)))
    return `${lines.join('\n')}\n`
  }
  return parts.map(render).join('\n')
}

/** How many columns the terminal has that the output goes to; undefined where it goes elsewhere, and lines stay whole. */
export function screenWidth({ isOutputTerminal, columns }: Pick<Io, 'isOutputTerminal' | 'columns'>) {
  return isOutputTerminal ? Math.max(minWidth, columns) : undefined
}

/** A text cut to this many columns, with an ellipsis where something is missing. */
export function shorten(text: string, width: number): string {
  if (columnsOf(text) <= width) return text
  const [{ end } = { end: 0 }] = wrapText(text.replaceAll(/\s/gu, '\u00a0'), width - 1)
  return `${text.slice(0, end).trimEnd()}…`
}

/** A text in lines of this many columns or fewer; a longer word has a separate line. */
export function wrap(text: string, width: number): string[] {
  if (columnsOf(text) <= width) return [text]
  return wrapText(text, width, { keepsWords: true }).map(({ start, end }) => text.slice(start, end))
}

/** A table that is too wide is cut between its columns into parts, each with the first column; details are in the last part. */
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

/** The columns of each part of a table, by their positions: the first, and as many others as fit next to it. */
function columnParts([first = 0, ...others]: readonly number[], width: number): number[][] {
  const parts: number[][] = []
  let taken = Infinity
  for (const [index, own] of others.entries()) {
    taken += gap.length + own
    if (taken > width || parts.length === 0) {
      parts.push([0])
      taken = first + gap.length + own
    }
    parts.at(-1)?.push(index + 1)
  }
  return parts.length === 0 ? [[0]] : parts
}

/** A label, and a text whose further lines begin where its first one does. */
function hanging(label: string, text: string, width: number): string[] {
  const [begin, indent] = [`${gap}${label}${gap}`, ' '.repeat(label.length + 2 * gap.length)]
  const lines = wrap(printable(text), width - indent.length)
  return lines.map((line, index) => `${index === 0 ? begin : indent}${line}`)
}

/** A text of which Markdown shows every character. */
function markdownText(text: string): string {
  return printable(text).replaceAll(/[\\|<>&*_`[\]]/gu, (mark) => `\\${mark}`)
}
