import { element } from './dom.js'

type Order = 'ascending' | 'descending'

/** Makes the columns of every table with a head sortable by a button in each heading; the first order of figures is downwards. */
export function startSorting(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('.scroll > table')) {
    const headings = [...(table.tHead?.rows[0]?.cells ?? [])]
    const [body] = table.tBodies
    if (!body || body.rows.length < 2) continue
    for (const [column, heading] of headings.entries()) addButton(heading, () => sort(body, headings, column))
  }
}

function addButton(heading: HTMLTableCellElement, onClick: () => void): void {
  const button = element('button', { className: 'sort', attributes: { type: 'button' } }, [
    ...heading.childNodes,
  ])
  button.addEventListener('click', onClick)
  heading.replaceChildren(button)
}

function sort(
  body: HTMLTableSectionElement,
  headings: readonly HTMLTableCellElement[],
  column: number,
): void {
  const heading = headings[column]
  const isText = column === 0 || [...body.rows].every((row) => figureIn(row, column) === null)
  const usual: Order = isText ? 'ascending' : 'descending'
  const before = heading?.getAttribute('aria-sort')
  const order: Order = before === usual ? opposite(usual) : usual
  for (const each of headings) each.removeAttribute('aria-sort')
  heading?.setAttribute('aria-sort', order)
  const sign = order === 'ascending' ? 1 : -1
  const rows = [...body.rows].toSorted((a, b) => {
    if (isText) return sign * textIn(a, column).localeCompare(textIn(b, column), 'en', { numeric: true })
    return compareFigures(figureIn(a, column), figureIn(b, column), sign)
  })
  body.append(...rows)
}

/** Cells without a figure come last in either order. */
function compareFigures(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (a - b)
}

function opposite(order: Order): Order {
  return order === 'ascending' ? 'descending' : 'ascending'
}

function textIn(row: HTMLTableRowElement, column: number): string {
  return row.cells[column]?.textContent?.trim() ?? ''
}

/** The first figure in a cell: `1,204.5`, `−0.062`; null without one. */
function figureIn(row: HTMLTableRowElement, column: number): number | null {
  const [figure] = /[-−]?\d[\d,]*(?:\.\d+)?/u.exec(textIn(row, column)) ?? []
  return figure === undefined ? null : Number(figure.replace('−', '-').replaceAll(',', ''))
}
