import { formatCount, greatest } from '../../render/figures.js'
import { widestOf } from '../../render/text-tables.js'
import { markup, percent, type Markup } from '../markup.js'

/** Recall@k at one k. */
export interface CurvePoint {
  readonly depth: number
  readonly share: number
}

/** A line with a name; its points are ordered from the least depth. */
export interface Curve {
  readonly name: string
  readonly points: readonly CurvePoint[]
}

type CurveScale = ReturnType<typeof curveScale>

const height = 300
const labelGap = 17
const leader = 14
/** About the width of a label's column in pixels. */
const columnWidth = 7.2
const colours = 8
const shareStep = 0.2

/** The first digits of round depths; the later choices are for depths with too many ticks otherwise. */
const leadingDigits: readonly (readonly number[])[] = [[1, 2, 3, 5], [1, 3], [1]]
const mostTicks = 9

/** Curves over depth, each with its name at its end, or in a legend on narrow screens; `label` says what it shows. */
export function renderCurveChart(label: string, curves: readonly Curve[]): Markup {
  const scale = curveScale(curves.map(({ points }) => points))
  const lines = curves.map((curve, index) => renderLine(curve, index, scale))
  const legend = curves.map(
    ({ name }, index) => markup`<li>
      <svg width="28" height="10"><line class="${seriesClass(index)}" x1="0" x2="28" y1="5" y2="5" /></svg> ${name}
    </li>`,
  )
  return markup`<div class="curves" role="img" aria-label="${label}">
      ${renderShareAxis(scale)}
      <svg class="curve-plot" width="100%" height="${height}">
        ${renderGrid(scale)}
        <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">${lines}</svg>
      </svg>
      ${renderEndLabels(curves, scale)}${renderDepthAxis(scale)}
    </div>
    <ul class="curve-legend">${legend}</ul>`
}

/** The scales that hold all curves; each begins at a depth of 1. */
export function curveScale(curves: readonly (readonly CurvePoint[])[]) {
  const shares = curves.flatMap((points) => points.map(({ share }) => share))
  const least = shares.reduce((a, b) => Math.min(a, b), 1)
  const low = Math.min(0.8, Math.floor(least / shareStep) * shareStep)
  const high = Math.max(low + shareStep, Math.ceil(greatest(shares, 0) / shareStep - 1e-9) * shareStep)
  const depths = curves.map((points) => points.at(-1)?.depth ?? 1)
  /** The least and the greatest share shown are in steps of 0.2. */
  return { depth: greatest(depths, 1), low, high: Math.min(1, high) }
}

/** The horizontal position of a depth, from 0 on the left to 1 on the right. */
export function acrossOf(k: number, { depth }: CurveScale): number {
  return depth > 1 ? Math.log(k) / Math.log(depth) : 0
}

/** The vertical position of a share, from 0 at the top to 1 at the bottom. */
export function downOf(share: number, { low, high }: CurveScale): number {
  return 1 - (share - low) / (high - low)
}

/** The shares that are labelled, the least first. */
export function shareTicks({ low, high }: CurveScale): number[] {
  const apart = high - low > 0.41 ? shareStep : shareStep / 2
  const count = Math.round((high - low) / apart)
  return Array.from({ length: count + 1 }, (_, index) => Number((low + index * apart).toFixed(1)))
}

/** The depths that are labelled: round ones that are far enough from the last, and the last. */
export function depthTicks(depth: number): number[] {
  const choices = leadingDigits.map((digits) => roundDepths(depth / 1.4, digits))
  return [...(choices.find(({ length }) => length <= mostTicks) ?? choices.at(-1) ?? []), depth]
}

/** The depths of a curve's points: all to 100, then each 1 % deeper, all round depths, and the last. */
export function curveDepths(depth: number): number[] {
  const depths = new Set([...leadingDigits.flatMap((digits) => roundDepths(depth, digits)), depth])
  for (let each = 1; each < depth; each = Math.max(each + 1, Math.floor(each * 1.01))) depths.add(each)
  return [...depths].toSorted((a, b) => a - b)
}

function roundDepths(depth: number, digits: readonly number[]): number[] {
  const depths: number[] = []
  for (let power = 1; power <= depth; power *= 10) depths.push(...digits.map((digit) => digit * power))
  return depths.filter((each) => each <= depth)
}

/** The class of a curve by its position: colours repeat after the eighth, and repeated ones are dotted. */
export function seriesClass(index: number): string {
  return `series series-${index % colours}${index >= colours ? ' again' : ''}`
}

function renderLine({ points }: Curve, index: number, scale: CurveScale): Markup {
  const positions = points.map(({ depth, share }) =>
    [acrossOf(depth, scale), downOf(share, scale)].map((part) => (part * 1000).toFixed(1)).join(),
  )
  return markup`<polyline class="${seriesClass(index)}" points="${positions.join(' ')}" />`
}

function renderGrid(scale: CurveScale): Markup[] {
  const across = shareTicks(scale).map((share) => {
    const y = percent(downOf(share, scale))
    return markup`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}" />`
  })
  const down = depthTicks(scale.depth).map((k) => {
    const x = percent(acrossOf(k, scale))
    return markup`<line class="grid" x1="${x}" x2="${x}" y1="0" y2="100%" />`
  })
  return [...across, ...down]
}

function renderShareAxis(scale: CurveScale): Markup {
  const labels = shareTicks(scale).map((share) => {
    const y = percent(downOf(share, scale))
    return markup`<text x="100%" y="${y}" dy="4" text-anchor="end">${share.toFixed(1)}</text>`
  })
  return markup`<svg class="curve-shares" width="24" height="${height}">${labels}</svg>`
}

function renderDepthAxis(scale: CurveScale): Markup {
  const labels = depthTicks(scale.depth).map((k) => {
    const x = percent(acrossOf(k, scale))
    return markup`<text x="${x}" y="14" text-anchor="middle">${formatCount(k)}</text>`
  })
  return markup`<svg class="curve-depths" width="100%" height="18">${labels}</svg>`
}

function renderEndLabels(curves: readonly Curve[], scale: CurveScale): Markup {
  const ends = curves.map(({ points }) => downOf(points.at(-1)?.share ?? 0, scale) * height)
  const positions = spreadLabels(ends, { gap: labelGap, length: height })
  const labels = curves.map(({ name }, index) => {
    const [end = 0, position = 0] = [ends[index], positions[index]].map((y) => Number(y?.toFixed(1)))
    return markup`<line class="${seriesClass(index)}" x1="2" x2="${leader}" y1="${end}" y2="${position}" />
      <text x="${leader + 5}" y="${position}" dy="4">${name}</text>`
  })
  const width = Math.ceil(widestOf(curves.map(({ name }) => name)) * columnWidth) + leader + 8
  return markup`<svg class="curve-ends" width="${width}" height="${height}">${labels}</svg>`
}

/**
 * Moves labels apart: centres keep their order, are at least `gap` apart and lie between 0 and `length`, at the least
 * sum of squared distances from where they were. If there is no room for the gaps, they become smaller.
 */
export function spreadLabels(centres: readonly number[], { gap, length }: { gap: number; length: number }) {
  const step = Math.min(gap, length / Math.max(1, centres.length - 1))
  const order = [...centres.keys()].toSorted((a, b) => (centres[a] ?? 0) - (centres[b] ?? 0) || a - b)
  // A block's mean is that of its labels' centres, each less the gaps before it. Neighbours that would overlap are
  // pooled until none do: isotonic regression, Ayer et al. 1955.
  const blocks: { size: number; mean: number }[] = []
  for (const [before, index] of order.entries()) {
    let last = { size: 1, mean: (centres[index] ?? 0) - before * step }
    for (let own = blocks.at(-1); own && own.mean > last.mean; own = blocks.at(-1)) {
      blocks.pop()
      const size = own.size + last.size
      last = { size, mean: (own.mean * own.size + last.mean * last.size) / size }
    }
    blocks.push(last)
  }
  const highest = length - Math.max(0, centres.length - 1) * step
  const starts = blocks.flatMap(({ size, mean }) =>
    Array.from({ length: size }, () => Math.min(highest, Math.max(0, mean))),
  )
  const placed = Array.from({ length: centres.length }, () => 0)
  for (const [before, index] of order.entries()) placed[index] = (starts[before] ?? 0) + before * step
  return placed
}
