import { figure } from '../../render/figures.js'
import type { Difference } from '../../summary/row.js'
import { html, type Markup } from '../markup.js'
import { scrollBox } from './scroll-box.js'
import { renderVerdict } from './verdict.js'

const shades = 10

/** A figure of a heat map. */
export interface HeatCell {
  /** From 0 to 1; null where there is none. */
  readonly value: number | null
  /** To the baseline's. */
  readonly difference: Difference | undefined
}

/** A row of a heat map. */
export interface HeatRow {
  readonly name: string
  /** Said beside the name in small. */
  readonly note: string
  /** One for each column. */
  readonly cells: readonly HeatCell[]
}

/** A table whose cells are shaded by their figures. */
export interface HeatTable {
  /** What it shows, for those who hear the page. */
  readonly label: string
  /** Heads the first column. */
  readonly corner: string
  readonly columns: readonly string[]
  readonly rows: readonly HeatRow[]
}

function shadeOf(value: number): number {
  return Math.min(shades - 1, Math.max(0, Math.floor(value * shades)))
}

function renderCell({ value, difference }: HeatCell): Markup {
  if (value === null) return html`<td class="heat-none">${figure(value)}</td>`
  return html`<td class="heat-${shadeOf(value)}">${figure(value)}${renderVerdict(difference)}</td>`
}

function renderLegend(): Markup {
  const steps = Array.from(
    { length: shades },
    (_, shade) => html`<span class="heat-step heat-${shade}"></span>`,
  )
  return html`<p class="heat-legend" aria-hidden="true"><span>0</span>${steps}<span>1</span></p>`
}

/** A heat map: every cell has its number, and a shade from a scale that also greys tell apart. */
export function renderHeatTable({ label, corner, columns, rows }: HeatTable): Markup {
  const headings = columns.map((column) => html`<th scope="col">${column}</th>`)
  const lines = rows.map(
    ({ name, note, cells }) =>
      html`<tr>
        <th scope="row">${name} <span class="muted">${note}</span></th>
        ${cells.map(renderCell)}
      </tr>`,
  )
  const table = html`<table class="heat">
    <thead>
      <tr>
        <th scope="col">${corner}</th>
        ${headings}
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`
  return html`${scrollBox(label, table)}${renderLegend()}`
}
