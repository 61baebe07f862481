import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { shown } from './elements.js'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** `number` aligns at the right, `wide` takes the space that is left. */
  readonly kind?: 'number' | 'wide'
}

interface RowTableProps<Row> {
  /** What the table holds, for screen readers. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** What Enter and a click do. */
  readonly onOpen?: (row: Row) => void
  /** The row to show and to go on from; default the first one. */
  readonly start?: number
}

/** As in app.css, in pixels. */
const rowHeight = 32
/** How many rows above and below those in sight are in the page. */
const spare = 20
/** A window of many pixels does not put more rows into the page. */
const maximumInSight = 120

/** A table of any number of rows, of which only those in sight are in the page. Arrows go from row to row. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, rows, columns, onOpen, start = 0 } = props
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [active, setActive] = useState(0)
  const inSight = Math.min(maximumInSight, Math.ceil((box.current?.clientHeight ?? 800) / rowHeight))
  const current = Math.min(active, Math.max(0, rows.length - 1))
  useLayoutEffect(() => {
    setActive(Math.max(0, start))
    if (box.current && start > 0) box.current.scrollTop = (start - 2) * rowHeight
  }, [start])
  const press = (event: KeyboardEvent) => {
    const row = rows[current]
    if (!row || !(event.target as HTMLElement).matches('[data-row]')) return
    const target = { ...moves, PageDown: inSight, PageUp: -inSight }[event.key]
    if (target === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (target === undefined) return onOpen?.(row)
    const next = Math.max(0, Math.min(rows.length - 1, current + target))
    setActive(next)
    if (box.current) showRow(box.current, next)
  }
  return (
    <div
      class="rows"
      ref={box}
      role="region"
      aria-label={label}
      onKeyDown={press}
      onScroll={() => setTop(box.current?.scrollTop ?? 0)}
    >
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" class={kind}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <RowsInSight {...props} place={{ top, inSight, current }} onSelect={setActive} />
      </table>
    </div>
  )
}

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }

interface RowsInSightProps<Row> extends RowTableProps<Row> {
  /** How far the table is scrolled in pixels, how many rows are in sight, and which the Tab key goes to. */
  readonly place: { readonly top: number; readonly inSight: number; readonly current: number }
  readonly onSelect: (index: number) => void
}

function RowsInSight<Row>({ rows, columns, keyOf, onOpen, place, onSelect }: RowsInSightProps<Row>) {
  const { top, inSight, current } = place
  const first = Math.max(0, Math.min(rows.length - inSight, Math.floor(top / rowHeight)) - spare)
  const last = Math.min(rows.length, first + inSight + 2 * spare)
  // Scrolling may have left the current row behind.
  const tabbed = current >= first && current < last ? current : Math.min(last - 1, Math.ceil(top / rowHeight))
  return (
    <tbody>
      <Space rows={first} />
      {rows.slice(first, last).map((row, offset) => (
        <tr
          key={keyOf(row)}
          data-row={first + offset}
          aria-rowindex={first + offset + 2}
          tabIndex={first + offset === tabbed ? 0 : -1}
          onFocus={() => onSelect(first + offset)}
          onClick={() => onOpen?.(row)}
        >
          {columns.map(({ title, kind, cell }) => (
            <td key={title} class={kind}>
              {shown(cell(row))}
            </td>
          ))}
        </tr>
      ))}
      <Space rows={rows.length - last} />
    </tbody>
  )
}

/** Stands for rows that are not in the page. */
const Space = ({ rows }: { readonly rows: number }) =>
  rows > 0 && <tr aria-hidden="true" style={{ height: `${rows * rowHeight}px` }} />

/** Scrolls no further than needed; the head of the table covers one row. */
function showRow(box: HTMLElement, index: number): void {
  const [above, below] = [index * rowHeight, (index + 2) * rowHeight]
  if (above < box.scrollTop) box.scrollTop = above
  else if (below > box.scrollTop + box.clientHeight) box.scrollTop = below - box.clientHeight
  requestAnimationFrame(() => box.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus())
}
