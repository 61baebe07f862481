import { latencyTable, tokenTable } from '../../render/run-tables.js'
import type { Table } from '../../render/text-tables.js'
import { markup, renderFigures, type Markup } from '../markup.js'
import { rowOf, type ReportSuite } from '../report-suite.js'

/** What an agent pays for answers and what it gets, and how long searches took, where that is known. */
export function renderCosts({ systems }: ReportSuite): Markup[] {
  const rows = systems.flatMap((system) => {
    const row = rowOf(system)
    return row ? [{ ...row, strategy: system.name }] : []
  })
  return [
    ...tokenTable(rows).map((table) => renderDataTable('Tokens', table)),
    ...latencyTable(rows).map((table) => renderDataTable('Latency', table)),
  ]
}

/** A table as terminals show it. */
export function renderDataTable(heading: string, { title, head, lines, note = '' }: Table): Markup {
  return markup`<h3>${heading}</h3>
    <p class="note">${note}</p>
    ${renderFigures(title, head, lines)}`
}
