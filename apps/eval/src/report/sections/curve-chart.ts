import { formatCount } from '../../render/figures.js'
import { widestOf } from '../../render/fit-text.js'
import { depthTicks } from '../curve-depths.js'
import { acrossOf, curveScale, downOf, shareTicks, type CurveScale } from '../curve-scale.js'
import { percent } from '../figures.js'
import { html, type Markup } from '../markup.js'
import type { CurvePoint } from '../recall-curve.js'
import { spreadLabels } from '../spread-labels.js'

/** A line with a name. */
export interface Curve {
  readonly name: string
  /** From the least depth down. */
  readonly points: readonly CurvePoint[]
}

const height = 300
const labelGap = 17
const leader = 14
/** About what a column of a label takes, in pixels. */
const columnWidth = 7.2
const colours = 8

/** Colours come round again, each time dotted. */
function seriesClass(index: number): string {
  return `series series-${index % colours}${index >= colours ? ' again' : ''}`
}

function lastShare({ points }: Curve): number {
  return points.at(-1)?.share ?? 0
}

function renderLine({ points }: Curve, index: number, scale: CurveScale): Markup {
  const places = points.map(({ depth, share }) => {
    const [x, y] = [acrossOf(depth, scale), downOf(share, scale)].map((part) => (part * 1000).toFixed(1))
    return `${x},${y}`
  })
  return html`<polyline class="${seriesClass(index)}" points="${places.join(' ')}" />`
}

function renderGrid(scale: CurveScale): Markup[] {
  const across = shareTicks(scale).map((share) => {
    const y = percent(downOf(share, scale))
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}" />`
  })
  const down = depthTicks(scale.depth).map((k) => {
    const x = percent(acrossOf(k, scale))
    return html`<line class="grid" x1="${x}" x2="${x}" y1="0" y2="100%" />`
  })
  return [...across, ...down]
}

function renderShareAxis(scale: CurveScale): Markup {
  const labels = shareTicks(scale).map(
    (share) =>
      html`<text x="100%" y="${percent(downOf(share, scale))}" dy="4" text-anchor="end"
        >${share.toFixed(1)}</text
      >`,
  )
  return html`<svg class="curve-shares" width="24" height="${height}">${labels}</svg>`
}

function renderDepthAxis(scale: CurveScale): Markup {
  const labels = depthTicks(scale.depth).map(
    (k) =>
      html`<text x="${percent(acrossOf(k, scale))}" y="14" text-anchor="middle">${formatCount(k)}</text>`,
  )
  return html`<svg class="curve-depths" width="100%" height="18">${labels}</svg>`
}

function renderEndLabels(curves: readonly Curve[], scale: CurveScale): Markup {
  const ends = curves.map((curve) => downOf(lastShare(curve), scale) * height)
  const places = spreadLabels(ends, { gap: labelGap, length: height })
  const longest = widestOf(curves.map(({ name }) => name))
  const labels = curves.map(({ name }, index) => {
    const [end = 0, place = 0] = [ends[index], places[index]].map((y) => Number(y?.toFixed(1)))
    return html`<line class="${seriesClass(index)}" x1="2" x2="${leader}" y1="${end}" y2="${place}" />
      <text x="${leader + 5}" y="${place}" dy="4">${name}</text>`
  })
  const width = Math.ceil(longest * columnWidth) + leader + 8
  return html`<svg class="curve-ends" width="${width}" height="${height}">${labels}</svg>`
}

function renderLegend(curves: readonly Curve[]): Markup {
  const entries = curves.map(
    ({ name }, index) =>
      html`<li>
        <svg width="28" height="10"><line class="${seriesClass(index)}" x1="0" x2="28" y1="5" y2="5" /></svg>
        ${name}
      </li>`,
  )
  return html`<ul class="curve-legend">
    ${entries}
  </ul>`
}

/** Curves over depth, each with its name at its end, or in a legend where that has no room; `label` says what it shows. */
export function renderCurveChart(label: string, curves: readonly Curve[]): Markup {
  const scale = curveScale(curves.map(({ points }) => points))
  const lines = curves.map((curve, index) => renderLine(curve, index, scale))
  return html`<div class="curves" role="img" aria-label="${label}">
      ${renderShareAxis(scale)}
      <svg class="curve-plot" width="100%" height="${height}">
        ${renderGrid(scale)}
        <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">${lines}</svg>
      </svg>
      ${renderEndLabels(curves, scale)}${renderDepthAxis(scale)}
    </div>
    ${renderLegend(curves)}`
}
