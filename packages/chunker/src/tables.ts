import type { Span } from './lines.js'
import { headingTitle } from './structure/headings.js'
import type { LineRange } from './structure/parse-blocks.js'

/** The part of a table in a chunk. Offsets are UTF-16 units in the text of the chunk. */
export interface TablePart {
  /** The column names, as `city | floor`, without markup. */
  readonly columns: string
  /** The start of its header row; 0 if that is above the chunk. */
  readonly from: number
  /** The start of its first row below the header and the separator; 0 if that is above the chunk. */
  readonly rows: number
  /** The start of the line below it, or the end of the text. */
  readonly to: number
}

/** Returns the parts of tables in a span and its text. Spans must be queried in the order of their beginnings. */
export function createTablesIn(lines: readonly string[], tables: readonly LineRange[]) {
  let first = 0
  return (span: Span, text: string): TablePart[] => {
    while ((tables[first]?.end ?? Infinity) < span.startLine) first++
    const parts: TablePart[] = []
    let next = first
    for (let table = tables[next]; table && table.start < span.endLine; table = tables[++next]) {
      const columns = columnNames(lines[table.start] ?? '')
      const offset = (line: number) => Math.min(offsetIn(lines, span, line), text.length)
      const [from, rows, to] = [offset(table.start), offset(table.start + 2), offset(table.end)]
      if (columns !== '') parts.push({ columns, from, rows, to })
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

/** The offset of a line, from 0, in the text of a span. */
function offsetIn(lines: readonly string[], { startLine, endLine, startColumn }: Span, line: number): number {
  const above = lines.slice(startLine - 1, Math.min(line, endLine))
  const length = above.reduce((sum, { length: each }) => sum + each + 1, 1 - (startColumn ?? 1))
  return Math.max(0, length)
}

function columnNames(row: string): string {
  const cells = row.split(/(?<!\\)\|/u).map((cell) => headingTitle(cell.replace(/^[\s>]+/u, '')))
  return headingTitle(cells.filter((cell) => cell !== '').join(' | '))
}
