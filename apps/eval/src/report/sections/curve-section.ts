import { isAnswerable, relevantDocuments } from '../../measures/answer-measures.js'
import { figure, formatCount } from '../../render/figures.js'
import type { Answer, RunQuery } from '../../run/run.js'
import { type Markup, html, scrollBox } from '../markup.js'
import type { ReportSuite } from '../report-suite.js'
import { type Curve, curveDepths, curveScale, depthTicks, renderCurveChart } from './curve-chart.js'

/** Recall@k at one k. */
export interface CurvePoint {
  readonly depth: number
  readonly share: number
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
    ${renderCurveFigures(curves, title)}`
}

/**
 * Recall@k at some depths, given from the least up: the share of a query's relevant documents that are among its first
 * k, as a mean over the queries that some document answers; one without an answer counts 0. Empty where there are no
 * such queries.
 */
export function recallCurve(
  queries: readonly RunQuery[],
  answers: ReadonlyMap<string, Answer>,
  depths: readonly number[],
): CurvePoint[] {
  const answerable = queries.filter(isAnswerable)
  if (answerable.length === 0) return []
  const sums = new Float64Array(depths.length)
  for (const query of answerable) {
    addRecall(sums, query, { documents: answers.get(query.id)?.documents ?? [], depths })
  }
  return depths.map((depth, index) => ({ depth, share: (sums[index] ?? 0) / answerable.length }))
}

function renderCurveFigures(curves: readonly Curve[], title: string): Markup {
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

/** The ranks, from 1, of the documents that answer, from the best. */
function foundRanks(relevant: ReadonlySet<string>, documents: readonly string[]): number[] {
  return documents.flatMap((document, index) => (relevant.has(document) ? [index + 1] : []))
}

function addRecall(
  sums: Float64Array,
  query: RunQuery,
  { documents, depths }: { readonly documents: readonly string[]; readonly depths: readonly number[] },
): void {
  const relevant = new Set(relevantDocuments(query))
  const ranks = foundRanks(relevant, documents)
  let found = 0
  for (const [index, depth] of depths.entries()) {
    while ((ranks[found] ?? Infinity) <= depth) found += 1
    sums[index] = (sums[index] ?? 0) + found / relevant.size
  }
}
