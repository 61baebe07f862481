import { columnsOf, wrapText } from '@recallite/command-line/wrap-text'

interface TableLayout {
  /** The width of a line; only the last cell of a row is wrapped. Default: unlimited. */
  readonly columns?: number
  readonly indent?: string
  readonly numbers?: readonly number[]
}

const gap = '  '
const minCell = 24

/** Rows of printable texts as lines with aligned cells; the last cell is wrapped, without cutting paths and commands. */
export function renderTable(
  rows: readonly (readonly string[])[],
  { columns = Infinity, indent = '', numbers = [] }: TableLayout = {},
): string {
  const cells = Math.max(0, ...rows.map(({ length }) => length))
  const widths = Array.from({ length: cells - 1 }, (_, cell) =>
    Math.max(...rows.map((row) => columnsOf(row[cell] ?? ''))),
  )
  const lines = rows.flatMap((row) => {
    const heads = widths.map((width, cell) => padded(row[cell] ?? '', width, numbers.includes(cell)))
    const start = [indent + heads.join(gap), ...(heads.length > 0 ? [gap] : [])].join('')
    const [text, margin] = [row[cells - 1] ?? '', ' '.repeat(columnsOf(start))]
    const parts = wrapText(text, Math.max(minCell, columns - margin.length), { keepsWords: true })
    if (parts.length === 0) return [start]
    return parts.map((part, line) => `${line === 0 ? start : margin}${text.slice(part.start, part.end)}`)
  })
  return lines.map((line) => `${line.trimEnd()}\n`).join('')
}

function padded(text: string, width: number, isNumber: boolean): string {
  const space = ' '.repeat(width - columnsOf(text))
  return isNumber ? space + text : text + space
}
