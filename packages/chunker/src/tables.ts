import type { Span } from './lines.js'
import { headingTitle } from './structure/headings.js'
import type { LineRange } from './structure/parse-blocks.js'

/** A table in a chunk. Offsets are UTF-16 units in the text of the chunk. */
export interface TablePart {
  /** The column names, as `city | floor`, without markup. */
  readonly columns: string
  /** The start of its first row below the header and the separator; 0 if that is above the chunk. */
  readonly rows: number
  /** The start of the line below it, or the end of the text. */
  readonly to: number
}

/** Returns the tables in a span and its text. Spans must be queried in the order of their beginnings. */
export function createTablesIn(lines: readonly string[], tables: readonly LineRange[]) {
  let first = 0
  return ({ startLine, endLine, startColumn }: Span, text: string): TablePart[] => {
    const offset = (line: number) => {
      const above = lines.slice(startLine - 1, Math.min(line, endLine))
      const length = above.reduce((sum, each) => sum + each.length + 1, 1 - (startColumn ?? 1))
      return Math.min(Math.max(0, length), text.length)
    }
    while ((tables[first]?.end ?? Infinity) < startLine) first++
    const parts: TablePart[] = []
    let next = first
    for (let table = tables[next]; table && table.start < endLine; table = tables[++next]) {
      const columns = columnNames(lines[table.start] ?? '')
      if (columns !== '') parts.push({ columns, rows: offset(table.start + 2), to: offset(table.end) })
    }
    return parts
  }
}

/** Wider padding counts, so that it cannot enlarge a chunk without limit. */
const maxPadding = 64

/** The length of a line; of a row of a table without the padding of its cells and most dashes of its separator. */
export function rowLength(line: string, isRow: boolean): number {
  if (!isRow) return line.length
  const text = line.replace(/\s{2,}/gu, ' ').replace(/-{4,}/gu, '---')
  return Math.max(text.length, Math.floor(line.length / maxPadding))
}

/** In UTF-16 units. */
const maxColumns = 1000

function columnNames(row: string): string {
  const cells = row.replace(/^(?:[\s>]|[-*+]\s|\d+[.)]\s)+/u, '').split(/(?<!\\)\|/u)
  return cells
    .map(headingTitle)
    .filter((cell) => cell !== '')
    .join(' | ')
    .slice(0, maxColumns)
}
