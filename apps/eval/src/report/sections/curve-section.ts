import { isAnswerable, relevantDocuments } from '../../measures/answer-measures.js'
import { figure, formatCount } from '../../render/figures.js'
import type { Answer, RunQuery } from '../../run/run.js'
import { markup, renderTable, type Markup } from '../markup.js'
import type { ReportSuite } from '../report-suite.js'
import {
  curveDepths,
  curveScale,
  depthTicks,
  renderCurveChart,
  type Curve,
  type CurvePoint,
} from './curve-chart.js'

/** How recall grows with depth, a curve for each system; null if there is no curve with more than one point. */
export function renderCurveSection({ title, queries, systems }: ReportSuite): Markup | null {
  const curves = systems
    .map(({ name, answers, depth }) => ({ name, points: recallCurve(queries, answers, curveDepths(depth)) }))
    .filter(({ points }) => points.length > 1)
  if (curves.length === 0) return null
  return markup`<h3>Recall by depth</h3>
    <p class="note">
      The share of a query’s relevant documents among the first k, as a mean over queries; k grows
      logarithmically.
    </p>
    ${renderCurveChart(`Recall of ${title} by depth, a curve for each strategy`, curves)}
    <details class="curve-figures">
      <summary>The figures</summary>
      ${renderFigures(curves, title)}
    </details>`
}

/** Recall@k at the given depths over the queries that some document answers; empty if there are none. */
export function recallCurve(
  queries: readonly RunQuery[],
  answers: ReadonlyMap<string, Answer>,
  depths: readonly number[],
): CurvePoint[] {
  const answerable = queries.filter(isAnswerable)
  if (answerable.length === 0) return []
  const sums = new Float64Array(depths.length)
  for (const query of answerable) {
    const relevant = new Set(relevantDocuments(query))
    const documents = answers.get(query.id)?.documents ?? []
    const ranks = documents.flatMap((document, index) => (relevant.has(document) ? [index + 1] : []))
    let found = 0
    for (const [index, depth] of depths.entries()) {
      while ((ranks[found] ?? Infinity) <= depth) found += 1
      sums[index] = (sums[index] ?? 0) + found / relevant.size
    }
  }
  return depths.map((depth, index) => ({ depth, share: (sums[index] ?? 0) / answerable.length }))
}

function renderFigures(curves: readonly Curve[], title: string): Markup {
  const ticks = depthTicks(curveScale(curves.map(({ points }) => points)).depth)
  const rows = curves.map(({ name, points }) => {
    const shares = new Map(points.map(({ depth, share }) => [depth, share]))
    const cells = ticks.map((k) => markup`<td>${figure(shares.get(k))}</td> `)
    return markup`<tr><th scope="row">${name}</th> ${cells}</tr>`
  })
  const head = ['k', ...ticks.map(formatCount)]
  return renderTable(`Recall of ${title} by depth`, { className: 'recall', head, rows })
}
