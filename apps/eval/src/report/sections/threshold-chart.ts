import type { ThresholdCurve } from '../../cross/threshold-curve.js'
import { markup, percent, type Markup } from '../markup.js'
import { seriesClass } from './curve-chart.js'

const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
const height = 320

/**
 * Found (upwards) against abstained (to the right), a line for each strategy as its threshold rises, and a dot where its own
 * threshold puts it; `label` says what it shows.
 */
export function renderThresholdChart(label: string, curves: readonly ThresholdCurve[]): Markup {
  return markup`<p class="curve-axis upwards" aria-hidden="true">found ↑</p>
    <div class="curves thresholds" role="img" aria-label="${label}">
      <svg class="curve-shares" width="24" height="${height}">${ticks.map(renderFound)}</svg>
      <svg class="curve-plot" width="100%" height="${height}">
        ${ticks.map(renderGrid)}
        <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">${curves.map(renderLine)}</svg>
        ${curves.map(renderDot)}
      </svg>
      <svg class="curve-depths" width="100%" height="18">${ticks.map(renderAbstained)}</svg>
      <p class="curve-axis">abstained →</p>
    </div>
    <ul class="curve-legend always">${curves.map(renderLegend)}</ul>`
}

function renderGrid(tick: number): Markup {
  const [x, y] = [percent(tick), percent(1 - tick)]
  return markup`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}" />
    <line class="grid" x1="${x}" x2="${x}" y1="0" y2="100%" />`
}

function renderFound(tick: number): Markup {
  return markup`<text x="100%" y="${percent(1 - tick)}" dy="4" text-anchor="end">${tick.toFixed(1)}</text>`
}

function renderAbstained(tick: number): Markup {
  return markup`<text x="${percent(tick)}" y="14" text-anchor="middle">${tick.toFixed(1)}</text>`
}

function renderLine({ points }: ThresholdCurve, index: number): Markup {
  const positions = points.map(({ found, abstained }) =>
    [abstained, 1 - found].map((part) => (part * 1000).toFixed(1)).join(),
  )
  return markup`<polyline class="${seriesClass(index)}" points="${positions.join(' ')}" />`
}

function renderDot({ own }: ThresholdCurve, index: number): Markup {
  if (!own) return markup``
  const [x, y] = [percent(own.abstained), percent(1 - own.found)]
  return markup`<circle class="dot ${seriesClass(index)}" cx="${x}" cy="${y}" r="5" />`
}

function renderLegend({ strategy }: ThresholdCurve, index: number): Markup {
  return markup`<li>
    <svg width="28" height="10" aria-hidden="true"><line class="${seriesClass(index)}" x1="0" x2="28" y1="5" y2="5" /></svg>
    ${strategy}
  </li>`
}
