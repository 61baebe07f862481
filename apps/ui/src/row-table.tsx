import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { display } from './elements.js'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** `number` is right-aligned, `wide` takes the remaining width. */
  readonly kind?: 'number' | 'wide'
}

interface RowTableProps<Row> {
  /** For screen readers. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** Called on Enter and clicks. */
  readonly onOpen?: (row: Row) => void
  /** In pixels; default 32. */
  readonly rowHeight?: number
}

/** Rendered rows above and below the visible ones. */
const spare = 20
/** The maximum number of visible rows. */
const maxVisible = 120

/** A table of any size that renders only the visible rows. Arrow keys move between rows. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, rows, columns, onOpen, rowHeight = 32 } = props
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [active, setActive] = useState(0)
  const visible = Math.min(maxVisible, Math.ceil((box.current?.clientHeight ?? 800) / rowHeight))
  const current = Math.min(active, Math.max(0, rows.length - 1))
  const press = (event: KeyboardEvent) => {
    const row = rows[current]
    if (!row || !(event.target as HTMLElement).matches('[data-row]')) return
    const target = { ...moves, PageDown: visible, PageUp: -visible }[event.key]
    if (target === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (target === undefined) return onOpen?.(row)
    const next = Math.max(0, Math.min(rows.length - 1, current + target))
    setActive(next)
    if (box.current) showRow(box.current, next, rowHeight)
  }
  return (
    <div
      class="rows"
      style={{ '--row': `${rowHeight}px` }}
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
        <VisibleRows {...props} view={{ top, visible, current, rowHeight }} onSelect={setActive} />
      </table>
    </div>
  )
}

const moves: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  j: 1,
  k: -1,
  Home: -Infinity,
  End: Infinity,
}

interface VisibleRowsProps<Row> extends RowTableProps<Row> {
  /** The scroll position and the height of a row in pixels, the number of visible rows, and the index of the focusable row. */
  readonly view: Readonly<Record<'top' | 'visible' | 'current' | 'rowHeight', number>>
  readonly onSelect: (index: number) => void
}

function VisibleRows<Row>({ rows, columns, keyOf, onOpen, view, onSelect }: VisibleRowsProps<Row>) {
  const { top, visible, current, rowHeight } = view
  const first = Math.max(0, Math.min(rows.length - visible, Math.floor(top / rowHeight)) - spare)
  const last = Math.min(rows.length, first + visible + 2 * spare)
  // The current row may be scrolled out of view.
  const tabbed = current >= first && current < last ? current : Math.min(last - 1, Math.ceil(top / rowHeight))
  return (
    <tbody>
      <Space height={first * rowHeight} />
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
              {display(cell(row))}
            </td>
          ))}
        </tr>
      ))}
      <Space height={(rows.length - last) * rowHeight} />
    </tbody>
  )
}

/** The height of rows that are not rendered. */
const Space = ({ height }: { readonly height: number }) =>
  height > 0 && <tr aria-hidden="true" style={{ height: `${height}px` }} />

/** Scrolls the minimum distance. The sticky table head covers one row. */
function showRow(box: HTMLElement, index: number, rowHeight: number): void {
  const [above, below] = [index * rowHeight, (index + 2) * rowHeight]
  if (above < box.scrollTop) box.scrollTop = above
  else if (below > box.scrollTop + box.clientHeight) box.scrollTop = below - box.clientHeight
  requestAnimationFrame(() => box.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus())
}
