import { isAnswerable } from '../../measures/answer-measure.js'
import type { Measure } from '../../measures/measure.js'
import { html, type Markup } from '../markup.js'
import { rowOf, type ReportSuite } from '../report-suite.js'
import { reportVerdictNote } from './verdict.js'
import { renderHeatTable, type HeatRow } from './heat-table.js'

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
