import { figure, formatCount } from '../../render/figures.js'
import { curveDepths, depthTicks } from '../curve-depths.js'
import { curveScale } from '../curve-scale.js'
import { html, type Markup } from '../markup.js'
import { recallCurve } from '../recall-curve.js'
import type { ReportSuite } from '../report-suite.js'
import { renderCurveChart, type Curve } from './curve-chart.js'
import { scrollBox } from './scroll-box.js'

function renderFigures(curves: readonly Curve[], title: string): Markup {
  const ticks = depthTicks(curveScale(curves.map(({ points }) => points)).depth)
  const lines = curves.map(({ name, points }) => {
    const shares = new Map(points.map(({ depth, share }) => [depth, share]))
    return html`<tr>
      <th scope="row">${name}</th>
      ${ticks.map((k) => html`<td>${figure(shares.get(k))}</td>`)}
    </tr>`
  })
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">k</th>
        ${ticks.map((k) => html`<th scope="col">${formatCount(k)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`
  return html`<details class="curve-figures">
    <summary>The figures</summary>
    ${scrollBox(`Recall of ${title} by depth`, table)}
  </details>`
}

/** How recall grows with depth, a curve for each system; null where nothing was ranked below the first or no document answers anything. */
export function renderCurveSection({ title, queries, systems }: ReportSuite): Markup | null {
  const curves = systems
    .map(({ name, answers, depth }) => ({ name, points: recallCurve(queries, answers, curveDepths(depth)) }))
    .filter(({ points }) => points.length > 1)
  if (curves.length === 0) return null
  return html`<h3>Recall by depth</h3>
    <p class="note">
      The share of a query’s relevant documents among the first k, as a mean over queries; k grows
      logarithmically.
    </p>
    ${renderCurveChart(`Recall of ${title} by depth, a curve for each strategy`, curves)}
    ${renderFigures(curves, title)}`
}
