import { Fragment } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Report, ReportRun } from '../api.js'
import { Changes } from './changes.js'
import { Curves } from './curves.js'
import { FigureTable } from './figure-table.js'
import { OneQuery, type OpenQuery } from './one-query.js'
import { Queries } from './queries.js'

/** The report of an evaluation, from its data as JSON: what it says in words, then what that is read from. */
export function ReportView({ text }: { readonly text: string }) {
  const report = useMemo(() => JSON.parse(text) as Report, [text])
  const [opened, open] = useState<OpenQuery | null>(null)
  const { title, runs } = report
  return (
    <main class="report">
      <h1 dir="auto">{title}</h1>
      {runs.map((run) => (
        <p key={run.name} class="verdict">
          {run.verdict}
        </p>
      ))}
      {runs.map((run) => (
        <Fragment key={run.name}>
          <h2>Figures{nameOf(run)}</h2>
          <Figures run={run} />
          <Queries label={`Queries${nameOf(run)}`} run={run} onOpen={open} />
        </Fragment>
      ))}
      <Changes report={report} onOpen={open} />
      {opened && <OneQuery runs={runs} opened={opened} onClose={() => open(null)} />}
    </main>
  )
}

const nameOf = ({ name }: ReportRun) => name && ` of ${name}`

/** The first table and the curves are in sight. */
function Figures({ run: { tables, curves } }: { readonly run: ReportRun }) {
  const [first, ...others] = tables.map((table) => <FigureTable key={table.title} {...table} />)
  return (
    <>
      {first}
      <details>
        <summary>More figures</summary>
        {others}
      </details>
      <div class="charts">
        {curves.map((each) => (
          <Curves key={each.title} {...each} />
        ))}
      </div>
    </>
  )
}
