import type { Measure } from '../../measures/ranking-measures.js'
import { figure } from '../../render/figures.js'
import type { Interval } from '../../statistics/bootstrap-means.js'
import { formatInterval, markup, percent, renderVerdict, reportVerdictNote, type Markup } from '../markup.js'
import { rowOf, type ReportSuite, type System } from '../report-suite.js'
import { baselineTag } from './measure-table.js'

const gridLines = [0, 0.25, 0.5, 0.75, 1]

/** A suite's hit rate by system: a dot for the mean, a whisker for its interval, and both in figures. */
export function renderRateChart(suite: ReportSuite, measure: Measure): Markup {
  const isCompared = suite.systems.some((system) => rowOf(system)?.difference)
  return markup`<h3>Hit rate</h3>
    <p class="note">
      Queries with a relevant document among the first ${measure.depth}: the mean, and its 95 % confidence interval
      (bootstrap). ${isCompared ? reportVerdictNote : ''}
    </p>
    <ul class="rates">
      ${suite.systems.map((system) => renderRate(system, suite, measure))}${renderAxis()}
    </ul>`
}

function renderRate(system: System, suite: ReportSuite, { name }: Measure): Markup {
  const row = rowOf(system)
  const mean = row?.measures[name] ?? null
  const interval = row?.ci[name] ?? null
  return markup`<li>
    <span class="rate-name">${system.name}${baselineTag(system, suite)}</span>
    ${renderTrack(mean, interval)}
    <span class="rate-figure">${figure(mean)}</span>
    <span class="rate-interval">${formatInterval(interval)}</span>
    <span class="rate-verdict">${renderVerdict(row?.difference?.[name])}</span>
  </li>`
}

function renderTrack(mean: number | null, interval: Interval | null): Markup {
  const grid = gridLines.map((share) => upright('grid', share, ['0', '100%']))
  const marks = mean === null ? null : renderMean(percent(mean), interval)
  return markup`<svg class="rate-track" width="100%" height="28" aria-hidden="true">${grid}${marks}</svg>`
}

function renderMean(x: string, interval: Interval | null): Markup {
  const stem = markup`<line class="rate-stem" x1="0" x2="${x}" y1="14" y2="14" />`
  const dot = markup`<circle class="rate-dot" cx="${x}" cy="14" r="5" />`
  if (!interval) return markup`${stem}${dot}`
  const [low, high] = interval.map(percent) as [string, string]
  const ends = interval.map((share) => upright('whisker', share, ['9', '19']))
  return markup`${stem}<line class="whisker" x1="${low}" x2="${high}" y1="14" y2="14" />${ends}${dot}`
}

function upright(className: string, share: number, [top, bottom]: readonly [string, string]): Markup {
  const x = percent(share)
  return markup`<line class="${className}" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}" />`
}

function renderAxis(): Markup {
  const labels = gridLines.map(
    (share) => markup`<text x="${percent(share)}" y="12" text-anchor="middle">${share}</text>`,
  )
  return markup`<li class="rate-axis" aria-hidden="true">
    <svg class="rate-track" width="100%" height="16">${labels}</svg>
  </li>`
}
