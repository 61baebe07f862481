import { isAnswerable } from '../../measures/answer-measure.js'
import type { Measure } from '../../measures/measure.js'
import { formatCount } from '../../render/figures.js'
import { html, type Markup } from '../markup.js'
import { rowOf, type ReportSuite } from '../report-suite.js'
import { renderHeatTable } from './heat-table.js'

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
