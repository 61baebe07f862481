import type { Measure } from '../../measures/ranking-measures.js'
import { figure, missing } from '../../render/figures.js'
import type { Row } from '../../summary/row.js'
import { type Markup, formatInterval, html, renderVerdict, scrollBox } from '../markup.js'
import { type ReportSuite, type System, isBaseline, rowOf } from '../report-suite.js'

interface Columns {
  readonly names: readonly string[]
  readonly hasFiles: boolean
}

/** The names of all measures of which a suite has a figure. */
function measuredNames({ systems }: ReportSuite): string[] {
  const names = new Set(systems.flatMap((system) => Object.keys(rowOf(system)?.measures ?? {})))
  return [...names].filter((name) =>
    systems.some((system) => typeof rowOf(system)?.measures[name] === 'number'),
  )
}

/** Measures of what is shown have no depth, so there are only a few. */
function isOfShown(name: string): boolean {
  return !name.includes('@')
}

function renderFigure(row: Row | undefined, name: string): Markup {
  return html`<td>
    <span class="figure">${figure(row?.measures[name])}</span>${renderVerdict(row?.difference?.[name])}
    <span class="interval">${formatInterval(row?.ci[name])}</span>
  </td>`
}

function renderFiles(row: Row | undefined): Markup {
  const files = row?.files
  return html`<td><span class="figure">${files ? `${files.passed} of ${files.total}` : missing}</span></td>`
}

function renderSystem(system: System, suite: ReportSuite, { names, hasFiles }: Columns): Markup {
  const row = rowOf(system)
  const baseline = isBaseline(system, suite) ? html` <span class="tag">baseline</span>` : null
  return html`<tr>
    <th scope="row">${system.name}${baseline}</th>
    ${names.map((name) => renderFigure(row, name))}${hasFiles ? renderFiles(row) : null}
  </tr>`
}

function renderTable(label: string, suite: ReportSuite, columns: Columns): Markup {
  const headings = columns.names.map((name) => html`<th scope="col">${name}</th>`)
  const table = html`<table class="measures">
    <thead>
      <tr>
        <th scope="col">Strategy</th>
        ${headings}${columns.hasFiles ? html`<th scope="col">files passed</th>` : null}
      </tr>
    </thead>
    <tbody>
      ${suite.systems.map((system) => renderSystem(system, suite, columns))}
    </tbody>
  </table>`
  return scrollBox(`${label} of ${suite.title}`, table)
}

/**
 * The measures of a suite by system: means, where they lie, and whether they differ from the baseline's. Those that are
 * `foremost` and those of what is shown are there at once, the others to be opened.
 */
export function renderMeasureTable(suite: ReportSuite, foremost: readonly Measure[]): Markup {
  const names = measuredNames(suite)
  const foremostNames = new Set(foremost.map(({ name }) => name))
  const isFirst = (name: string) => foremostNames.has(name) || isOfShown(name)
  const hasFiles = suite.systems.some((system) => rowOf(system)?.files)
  const others = names.filter((name) => !isFirst(name))
  const more = html`<details>
    <summary>More measures</summary>
    ${renderTable('More measures', suite, { names: others, hasFiles: false })}
  </details>`
  return html`<h3>Measures</h3>
    ${renderTable('Measures', suite, { names: names.filter(isFirst), hasFiles })}${others.length > 0 ? more : null}`
}
