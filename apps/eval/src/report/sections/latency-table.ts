import { greatest, missing } from '../../render/figures.js'
import { stages, type Row, type Stage } from '../../summary/row.js'
import { formatMilliseconds, markup, percent, renderTable, type Markup } from '../markup.js'
import { rowOf, type ReportSuite } from '../report-suite.js'

/** How long searches took by stage and system, all bars on one scale; null if no search was timed. */
export function renderLatencyTable({ title, systems }: ReportSuite): Markup | null {
  const all = systems.map((system) => ({ name: system.name, latency: rowOf(system)?.latency }))
  const times = (stage: Stage) => all.flatMap(({ latency }) => latency?.[stage].p95 ?? [])
  const longest = greatest(stages.flatMap(times), 0)
  // A stage that took no time in any search gets no column.
  const shown = stages.filter((stage) => stage === 'total' || times(stage).some((time) => time >= 0.05))
  if (times('total').length === 0) return null
  const rows = all.map(
    ({ name, latency }) => markup`<tr>
      <th scope="row">${name}</th> ${shown.map((stage) => renderStage(latency?.[stage], longest))}
    </tr>`,
  )
  const head = ['Strategy', ...shown.map((stage) => (stage === 'embed' ? 'of that, embed' : stage))]
  return markup`<h3>Latency</h3>
    <p class="note">
      Milliseconds by stage: <span class="latency-key p50"></span> half of all searches took no longer than
      the first figure, <span class="latency-key p95"></span> 95 of 100 no longer than the second.
    </p>
    ${renderTable(`Latency of ${title}`, { className: 'latency', head, rows })}`
}

function renderStage(latency: NonNullable<Row['latency']>[Stage] | undefined, longest: number): Markup {
  if (!latency) return markup`<td>${missing}</td>`
  const width = (milliseconds: number) => percent(longest > 0 ? milliseconds / longest : 0)
  return markup`<td>
    <span class="figure">${formatMilliseconds(latency.p50)}</span>
    <span class="interval">${formatMilliseconds(latency.p95)}</span>
    <svg class="latency-bars" width="100%" height="6" aria-hidden="true">
      <rect class="latency-p95" width="${width(latency.p95)}" height="6" rx="1" />
      <rect class="latency-p50" width="${width(latency.p50)}" height="6" rx="1" />
    </svg>
  </td>`
}
