import { greatest, missing } from '../../render/figures.js'
import type { Latency, Stage } from '../../summary/row.js'
import { type Markup, formatMilliseconds, html, percent, scrollBox } from '../markup.js'
import { type ReportSuite, type System, rowOf } from '../report-suite.js'

const stages: readonly (readonly [stage: Stage, heading: string])[] = [
  ['total', 'total'],
  ['sync', 'sync'],
  ['keyword', 'keyword'],
  ['vector', 'vector'],
  ['embed', 'of that, embed'],
  ['rank', 'rank'],
]

function latenciesOf({ systems }: Pick<ReportSuite, 'systems'>): Latency[] {
  return systems.flatMap((system) => Object.values(rowOf(system)?.latency ?? {}))
}

/** A stage that never took any time is not worth a column. */
function isWorthShowing({ systems }: ReportSuite, stage: Stage): boolean {
  const times = systems.map((system) => rowOf(system)?.latency?.[stage].p95 ?? 0)
  return stage === 'total' ? latenciesOf({ systems }).length > 0 : times.some((time) => time >= 0.05)
}

function renderBars({ p50, p95 }: Latency, longest: number): Markup {
  const share = (milliseconds: number) => percent(longest > 0 ? milliseconds / longest : 0)
  return html`<svg class="latency-bars" width="100%" height="6" aria-hidden="true">
    <rect class="latency-p95" width="${share(p95)}" height="6" rx="1" />
    <rect class="latency-p50" width="${share(p50)}" height="6" rx="1" />
  </svg>`
}

function renderStage(latency: Latency | undefined, longest: number): Markup {
  if (!latency) return html`<td>${missing}</td>`
  return html`<td>
    <span class="figure">${formatMilliseconds(latency.p50)}</span>
    <span class="interval">${formatMilliseconds(latency.p95)}</span>
    ${renderBars(latency, longest)}
  </td>`
}

function renderSystem(system: System, shown: typeof stages, longest: number): Markup {
  const latency = rowOf(system)?.latency
  const cells = shown.map(([stage]) => renderStage(latency?.[stage], longest))
  return html`<tr>
    <th scope="row">${system.name}</th>
    ${cells}
  </tr>`
}

/** How long searches took by stage and system, all bars on one scale; null where nobody measured. */
export function renderLatencyTable(suite: ReportSuite): Markup | null {
  const longest = greatest(
    latenciesOf(suite).map(({ p95 }) => p95),
    0,
  )
  const shown = stages.filter(([stage]) => isWorthShowing(suite, stage))
  if (shown.length === 0) return null
  const headings = shown.map(([, heading]) => html`<th scope="col">${heading}</th>`)
  const table = html`<table class="latency">
    <thead>
      <tr>
        <th scope="col">Strategy</th>
        ${headings}
      </tr>
    </thead>
    <tbody>
      ${suite.systems.map((system) => renderSystem(system, shown, longest))}
    </tbody>
  </table>`
  return html`<h3>Latency</h3>
    <p class="note">
      Milliseconds by stage: <span class="latency-key p50"></span> half of all searches took no longer than
      the first figure, <span class="latency-key p95"></span> 95 of 100 no longer than the second.
    </p>
    ${scrollBox(`Latency of ${suite.title}`, table)}`
}
