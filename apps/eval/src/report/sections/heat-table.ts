import { isAnswerable } from '../../measures/answer-measures.js'
import type { Measure } from '../../measures/ranking-measures.js'
import { figure, formatCount } from '../../render/figures.js'
import type { Difference } from '../../summary/row.js'
import { markup, renderTable, renderVerdict, reportVerdictNote, type Markup } from '../markup.js'
import { rowOf, type ReportSuite, type System } from '../report-suite.js'

const shades = 10

/** A share from 0 to 1, null if it is not known; how it compares, and what else there is to say. */
interface HeatCell {
  readonly value: number | null
  readonly difference?: Difference | undefined
  readonly about?: string
}

/** Shares by row and column. */
interface HeatTable {
  readonly label: string
  readonly head: readonly string[]
  readonly rows: readonly { name: string; note: string; cells: readonly HeatCell[] }[]
}

/** How well every system serves every suite; null if there is only one suite. */
export function renderOverview(suites: readonly ReportSuite[], { name }: Measure): Markup | null {
  if (suites.length < 2) return null
  const columns = [...new Set(suites.flatMap(({ systems }) => systems.map((system) => system.name)))]
  const rows = suites.map(({ title, queries, systems }) => ({
    name: title,
    note: formatCount(queries.filter(isAnswerable).length),
    cells: columns.map((column) =>
      heatCell(
        systems.find((system) => system.name === column),
        name,
      ),
    ),
  }))
  return markup`<section id="overview">
    <h2>Overview</h2>
    <p class="note">${name}. Beside each suite, how many of its queries some document answers.</p>
    ${renderHeatTable({ label: `${name} by suite and strategy`, head: ['Suite', ...columns], rows })}
  </section>`
}

/** How well each kind of query is served; null if there are fewer than two kinds. */
export function renderKindSection(suite: ReportSuite, { name }: Measure): Markup | null {
  const kinds = [...new Set(suite.queries.map(({ kind }) => kind))].filter((kind) => kind !== '')
  if (kinds.length < 2) return null
  const rows = kinds.map((kind) => ({
    name: kind,
    note: String(suite.queries.filter((query) => query.kind === kind && isAnswerable(query)).length),
    cells: suite.systems.map((system) => heatCell(system, name, kind)),
  }))
  const columns = suite.systems.map((system) => system.name)
  const isCompared = rows.some(({ cells }) => cells.some(({ difference }) => difference))
  return markup`<h3>By kind of query</h3>
    <p class="note">
      ${name}; beside each kind, how many of its queries some document answers. ${isCompared ? reportVerdictNote : ''}
    </p>
    ${renderHeatTable({ label: `${name} of ${suite.title} by kind of query`, head: ['Kind', ...columns], rows })}`
}

function heatCell(system: System | undefined, measure: string, kind?: string): HeatCell {
  const row = system && rowOf(system, kind)
  return { value: row?.measures[measure] ?? null, difference: row?.difference?.[measure] }
}

/** Every cell has its number, and a shade from a scale that also works without colours. */
export function renderHeatTable({ label, head, rows }: HeatTable): Markup {
  const lines = rows.map(
    ({ name, note, cells }) =>
      markup`<tr><th scope="row">${name} <span class="muted">${note}</span></th> ${cells.map(renderCell)}</tr> `,
  )
  const steps = Array.from(
    { length: shades },
    (_, shade) => markup`<span class="heat-step heat-${shade}"></span>`,
  )
  return markup`${renderTable(label, { className: 'heat', head, rows: lines })}
    <p class="heat-legend" aria-hidden="true"><span>0</span>${steps}<span>1</span></p>`
}

function renderCell({ value, difference, about }: HeatCell): Markup {
  if (value === null) return markup`<td class="heat-none">${figure(value)}</td>`
  const shade = Math.min(shades - 1, Math.max(0, Math.floor(value * shades)))
  return markup`<td class="heat-${shade}">${figure(value)}${renderVerdict(difference)}${
    about === undefined ? null : markup`<span class="interval">${about}</span>`
  }</td>`
}
