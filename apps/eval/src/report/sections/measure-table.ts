import type { Measure } from '../../measures/ranking-measures.js'
import { figure, missing } from '../../render/figures.js'
import type { Row } from '../../summary/row.js'
import { formatInterval, markup, renderTable, renderVerdict, type Markup } from '../markup.js'
import { isBaseline, rowOf, type ReportSuite, type System } from '../report-suite.js'

/**
 * Shows the means, intervals and verdicts of a suite's systems. The `foremost` measures and those of what is shown are
 * visible at once, the others can be opened.
 */
export function renderMeasureTable(suite: ReportSuite, foremost: readonly Measure[]): Markup {
  const names = measuredNames(suite)
  // Measures of what is shown have no depth in their names.
  const isFirst = (name: string) => foremost.some((measure) => measure.name === name) || !/@\d/.test(name)
  const others = names.filter((name) => !isFirst(name))
  const hasFiles = suite.systems.some((system) => rowOf(system)?.files)
  const more = markup`<details>
    <summary>More measures</summary>
    ${renderColumns('More measures', suite, { names: others, hasFiles: false })}
  </details>`
  return markup`<h3>Measures</h3>
    ${renderColumns('Measures', suite, { names: names.filter(isFirst), hasFiles })}${others.length > 0 ? more : null}`
}

/** The tag of a system that others are compared with. */
function baselineTag(system: System, suite: ReportSuite): Markup | null {
  return isBaseline(system, suite) ? markup` <span class="tag">baseline</span>` : null
}

function measuredNames({ systems }: ReportSuite): string[] {
  const means = systems.flatMap((system) => Object.entries(rowOf(system)?.measures ?? {}))
  const measured = new Set(means.filter(([, mean]) => mean !== null).map(([name]) => name))
  return [...new Set(means.map(([name]) => name))].filter((name) => measured.has(name))
}

function renderColumns(
  label: string,
  suite: ReportSuite,
  { names, hasFiles }: { names: readonly string[]; hasFiles: boolean },
): Markup {
  const rows = suite.systems.map((system) => {
    const row = rowOf(system)
    return markup`<tr>
      <th scope="row">${system.name}${baselineTag(system, suite)}</th>
      ${names.map((name) => renderFigure(row, name))}${hasFiles ? renderFiles(row) : null}
    </tr>`
  })
  const head = ['Strategy', ...names, ...(hasFiles ? ['files passed'] : [])]
  return renderTable(`${label} of ${suite.title}`, { className: 'measures', head, rows })
}

function renderFigure(row: Row | undefined, name: string): Markup {
  return markup`<td>
    <span class="figure">${figure(row?.measures[name])}</span>${renderVerdict(row?.difference?.[name])}
    <span class="interval">${formatInterval(row?.ci[name])}</span>
  </td>`
}

function renderFiles(row: Row | undefined): Markup {
  const files = row?.files
  return markup`<td><span class="figure">${files ? `${files.passed} of ${files.total}` : missing}</span></td>`
}
