import { formatCount, greatest } from '../../render/figures.js'
import { widestOf } from '../../render/text-tables.js'
import { type Markup, html, percent } from '../markup.js'
import type { CurvePoint } from './curve-section.js'

/** A line with a name. */
export interface Curve {
  readonly name: string
  /** From the least depth down. */
  readonly points: readonly CurvePoint[]
}

/** The scales of a chart of curves: depth to the right, logarithmic; a share upwards. */
export interface CurveScale {
  readonly depth: number
  /** The least and the greatest share shown, in steps of 0.2. */
  readonly low: number
  readonly high: number
}

/** The digits that round depths begin with: fewer where there would be too many depths. */
const leadingDigits: readonly (readonly number[])[] = [[1, 2, 3, 5], [1, 3], [1]]

const mostTicks = 9

/** From here on depths a hundredth apart are as many as anybody sees. */
const thinning = 1.01

const step = 0.2

const height = 300

const labelGap = 17

const leader = 14

/** About what a column of a label takes, in pixels. */
const columnWidth = 7.2

const colours = 8

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

/** The scales that hold all curves; each begins at a depth of 1. */
export function curveScale(curves: readonly (readonly CurvePoint[])[]): CurveScale {
  const shares = curves.flatMap((points) => points.map(({ share }) => share))
  const least = shares.reduce((a, b) => Math.min(a, b), 1)
  const low = Math.min(0.8, Math.floor(least / step) * step)
  const high = Math.max(low + step, Math.ceil(greatest(shares, 0) / step - 1e-9) * step)
  const depths = curves.map((points) => points.at(-1)?.depth ?? 1)
  return { depth: greatest(depths, 1), low, high: Math.min(1, high) }
}

/** Where a depth stands, from 0 on the left to 1 on the right. */
export function acrossOf(k: number, { depth }: CurveScale): number {
  return depth > 1 ? Math.log(k) / Math.log(depth) : 0
}

/** Where a share stands, from 0 at the top to 1 at the bottom. */
export function downOf(share: number, { low, high }: CurveScale): number {
  return 1 - (share - low) / (high - low)
}

/** The shares that are labelled, from the least up. */
export function shareTicks({ low, high }: CurveScale): number[] {
  const apart = high - low > 0.41 ? step : step / 2
  const count = Math.round((high - low) / apart)
  return Array.from({ length: count + 1 }, (_, index) => Number((low + index * apart).toFixed(1)))
}

/**
 * Moves labels apart: centres keep their order, are at least `gap` apart and lie between 0 and `length`, as near to where
 * they were (in squares) as that allows. Where there is no room for the gaps, they are smaller.
 */
export function spreadLabels(
  centres: readonly number[],
  { gap, length }: { gap: number; length: number },
): number[] {
  const step = Math.min(gap, length / Math.max(1, centres.length - 1))
  const order = [...centres.keys()].toSorted((a, b) => (centres[a] ?? 0) - (centres[b] ?? 0) || a - b)
  const blocks = order.map((index, before) => ({
    indices: [index],
    mean: (centres[index] ?? 0) - before * step,
  }))
  const highest = length - Math.max(0, centres.length - 1) * step
  const starts = pool(blocks).flatMap(({ indices, mean }) =>
    indices.map(() => Math.min(highest, Math.max(0, mean))),
  )
  const placed = Array.from({ length: centres.length }, () => 0)
  for (const [before, index] of order.entries()) placed[index] = (starts[before] ?? 0) + before * step
  return placed
}

/** The depths that are labelled; the last is always there, others where there is room beside it. */
export function depthTicks(depth: number): number[] {
  const choices = leadingDigits.map((digits) => roundDepths(depth / 1.4, digits))
  return [...(choices.find(({ length }) => length <= mostTicks) ?? choices.at(-1) ?? []), depth]
}

/**
 * Where a curve has points: at every depth up to 100, then where one is a hundredth deeper than the last, at round depths,
 * which may be labelled, and at the last: under a thousand for 60,000.
 */
export function curveDepths(depth: number): number[] {
  const depths = new Set([...leadingDigits.flatMap((digits) => roundDepths(depth, digits)), depth])
  for (let each = 1; each < depth; each = Math.max(each + 1, Math.floor(each * thinning))) depths.add(each)
  return [...depths].toSorted((a, b) => a - b)
}

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

interface Block {
  /** Where its labels are, first to last. */
  readonly indices: readonly number[]
  /** Mean of its labels' centres, each less the gaps before it. */
  readonly mean: number
}

function merge(left: Block, right: Block): Block {
  const [a, b] = [left.indices.length, right.indices.length]
  return {
    indices: [...left.indices, ...right.indices],
    mean: (left.mean * a + right.mean * b) / (a + b),
  }
}

/** Pools neighbours that would overlap until none do: isotonic regression, Ayer et al. 1955. */
function pool(blocks: readonly Block[]): Block[] {
  const pooled: Block[] = []
  for (const block of blocks) {
    let last = block
    for (let before = pooled.at(-1); before && before.mean > last.mean; before = pooled.at(-1)) {
      pooled.pop()
      last = merge(before, last)
    }
    pooled.push(last)
  }
  return pooled
}

function roundDepths(depth: number, digits: readonly number[]): number[] {
  const depths: number[] = []
  for (let power = 1; power <= depth; power *= 10) depths.push(...digits.map((digit) => digit * power))
  return depths.filter((each) => each <= depth)
}
