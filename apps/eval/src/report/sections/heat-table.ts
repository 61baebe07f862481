import { isAnswerable } from '../../measures/answer-measures.js'
import type { Measure } from '../../measures/ranking-measures.js'
import { figure, formatCount } from '../../render/figures.js'
import type { Difference } from '../../summary/row.js'
import { type Markup, html, renderVerdict, reportVerdictNote, scrollBox } from '../markup.js'
import { type ReportSuite, rowOf } from '../report-suite.js'

const shades = 10

/** How well each kind of query is served; null where there are no kinds to tell apart. */
export function renderKindSection(suite: ReportSuite, measure: Measure): Markup | null {
  const kinds = kindsOf(suite)
  if (kinds.length < 2) return null
  const rows = kinds.map((kind) => heatRow(suite, kind, measure))
  const columns = suite.systems.map(({ name }) => name)
  const isCompared = rows.some(({ cells }) => cells.some(({ difference }) => difference))
  const label = `${measure.name} of ${suite.title} by kind of query`
  return html`<h3>By kind of query</h3>
    <p class="note">
      ${measure.name}; beside each kind, how many of its queries some document answers.
      ${isCompared ? reportVerdictNote : ''}
    </p>
    ${renderHeatTable({ label, corner: 'Kind', columns, rows })}`
}

/** How well every system serves every suite, at a glance; null where there is only one suite. */
export function renderOverview(suites: readonly ReportSuite[], { name }: Measure): Markup | null {
  if (suites.length < 2) return null
  const columns = [...new Set(suites.flatMap(({ systems }) => systems.map((system) => system.name)))]
  const rows = suites.map(({ title, queries, systems }) => ({
    name: title,
    note: formatCount(queries.filter(isAnswerable).length),
    cells: columns.map((column) => {
      const system = systems.find((each) => each.name === column)
      const row = system && rowOf(system)
      return { value: row?.measures[name] ?? null, difference: row?.difference?.[name] }
    }),
  }))
  return html`<section id="overview">
    <h2>Overview</h2>
    <p class="note">${name}. Beside each suite, how many of its queries some document answers.</p>
    ${renderHeatTable({ label: `${name} by suite and strategy`, corner: 'Suite', columns, rows })}
  </section>`
}

/** A figure of a heat map. */
interface HeatCell {
  /** From 0 to 1; null where there is none. */
  readonly value: number | null
  /** To the baseline's. */
  readonly difference: Difference | undefined
}

/** A row of a heat map. */
interface HeatRow {
  readonly name: string
  /** Said beside the name in small. */
  readonly note: string
  /** One for each column. */
  readonly cells: readonly HeatCell[]
}

/** A table whose cells are shaded by their figures. */
interface HeatTable {
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
function renderHeatTable({ label, corner, columns, rows }: HeatTable): Markup {
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

function kindsOf({ queries }: ReportSuite): string[] {
  return [...new Set(queries.map(({ kind }) => kind))].filter((kind) => kind !== '')
}

function heatRow(suite: ReportSuite, kind: string, { name }: Measure): HeatRow {
  const answerable = suite.queries.filter((query) => query.kind === kind && isAnswerable(query))
  const cells = suite.systems.map((system) => {
    const row = rowOf(system, kind)
    return { value: row?.measures[name] ?? null, difference: row?.difference?.[name] }
  })
  return { name: kind, note: String(answerable.length), cells }
}
