import type { Measure } from '../../measures/ranking-measures.js'
import { figure } from '../../render/figures.js'
import type { Interval } from '../../statistics/bootstrap-means.js'
import { type Markup, formatInterval, html, percent, renderVerdict, reportVerdictNote } from '../markup.js'
import { type ReportSuite, type System, isBaseline, rowOf } from '../report-suite.js'

const gridLines = [0, 0.25, 0.5, 0.75, 1]

function renderGrid(): Markup[] {
  return gridLines.map(
    (share) => html`<line class="grid" x1="${percent(share)}" x2="${percent(share)}" y1="0" y2="100%" />`,
  )
}

function renderWhisker([low, high]: Interval): Markup {
  const ends = [low, high].map(
    (share) => html`<line class="whisker" x1="${percent(share)}" x2="${percent(share)}" y1="9" y2="19" />`,
  )
  return html`<line class="whisker" x1="${percent(low)}" x2="${percent(high)}" y1="14" y2="14" />${ends}`
}

function renderStem(mean: number): Markup {
  return html`<line class="rate-stem" x1="0" x2="${percent(mean)}" y1="14" y2="14" />`
}

function renderDot(mean: number): Markup {
  return html`<circle class="rate-dot" cx="${percent(mean)}" cy="14" r="5" />`
}

function renderTrack(mean: number | null, interval: Interval | null): Markup {
  const marks =
    mean === null ? [] : [renderStem(mean), ...(interval ? [renderWhisker(interval)] : []), renderDot(mean)]
  return html`<svg class="rate-track" width="100%" height="28" aria-hidden="true">
    ${renderGrid()}${marks}
  </svg>`
}

function renderRate(system: System, suite: ReportSuite, { name }: Measure): Markup {
  const row = rowOf(system)
  const mean = row?.measures[name] ?? null
  const interval = row?.ci[name] ?? null
  const baseline = isBaseline(system, suite) ? html` <span class="tag">baseline</span>` : null
  return html`<li>
    <span class="rate-name">${system.name}${baseline}</span>
    ${renderTrack(mean, interval)}
    <span class="rate-figure">${figure(mean)}</span>
    <span class="rate-interval">${formatInterval(interval)}</span>
    <span class="rate-verdict">${renderVerdict(row?.difference?.[name])}</span>
  </li>`
}

function renderAxis(): Markup {
  const labels = gridLines.map(
    (share) => html`<text x="${percent(share)}" y="12" text-anchor="middle">${share}</text>`,
  )
  return html`<li class="rate-axis" aria-hidden="true">
    <svg class="rate-track" width="100%" height="16">${labels}</svg>
  </li>`
}

/** A suite's hit rate by system, in their order: a dot for the mean, a whisker for where it may lie, and the figures. */
export function renderRateChart(suite: ReportSuite, measure: Measure): Markup {
  const systems = suite.systems.map((system) => renderRate(system, suite, measure))
  const isCompared = suite.systems.some((system) => rowOf(system)?.difference)
  return html`<h3>Hit rate</h3>
    <p class="note">
      Queries with a relevant document among the first ${measure.depth}: the mean, and where it lies with 95 %
      confidence (bootstrap). ${isCompared ? reportVerdictNote : ''}
    </p>
    <ul class="rates">
      ${systems}${renderAxis()}
    </ul>`
}
