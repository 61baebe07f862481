import { Fragment } from 'preact'
import type { Report, ReportRun } from '../api.js'
import { FigureTable, Paragraphs } from '../elements.js'
import { Curves } from './curves.js'
import { Changes, OpenedQuery, Queries } from './queries.js'

/** The report of an evaluation: what it says in words, then what that is read from. */
export function ReportView(report: Report) {
  const { title, runs } = report
  return (
    <main class="report">
      <h1 dir="auto">{title}</h1>
      <Paragraphs of={runs.map(({ verdict }) => verdict)} kind="verdict" />
      {runs.length > 1 && <Changes {...report} />}
      {runs.map((run) => (
        <Fragment key={run.name}>
          <Figures {...run} />
          <Queries run={run} />
        </Fragment>
      ))}
      {runs.length === 1 && <Changes {...report} />}
      <OpenedQuery {...report} />
    </main>
  )
}

/** The first table and the curves are in sight. */
function Figures({ name, tables, curves }: ReportRun) {
  const [first, ...others] = tables.map((table) => <FigureTable key={table.title} {...table} />)
  const charts = curves.map((each) => <Curves key={each.title} {...each} />)
  return (
    <>
      <h2>Figures{name && ` of ${name}`}</h2>
      {first}
      <details>
        <summary>More figures</summary>
        {others}
      </details>
      <div class="charts">{charts}</div>
    </>
  )
}
