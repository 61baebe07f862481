import { markup, percent, type Markup } from '../markup.js'

/** A place in a chart: across from the left, and up from the bottom, from 0 to 1. */
export type ChartPoint = readonly [across: number, up: number]

/** A line with a name, and perhaps a dot of its own. */
export interface ChartLine {
  readonly name: string
  readonly points: readonly ChartPoint[]
  readonly dot?: ChartPoint | null
}

interface ChartLook {
  /** What the chart shows, for those who do not see it. */
  readonly label: string
  readonly titles: readonly [across: string, up: string]
  /** The labels under the chart, and where they stand, from 0 to 1. */
  readonly ticks: readonly (readonly [label: string, across: number])[]
}

const height = 300
const colours = 8
const shares = [0, 0.2, 0.4, 0.6, 0.8, 1]

/** Lines over shares from 0 to 1, with a legend. */
export function renderLineChart(lines: readonly ChartLine[], { label, titles, ticks }: ChartLook): Markup {
  const [across, up] = titles
  return markup`<p class="chart-title" aria-hidden="true">${up} ↑</p>
    <div class="chart" role="img" aria-label="${label}">
      <svg width="24" height="${height}">${shares.map(renderShare)}</svg>
      <svg class="chart-plot" width="100%" height="${height}">
        ${shares.map((share) => renderGrid([0, share], [1, share]))}
        ${ticks.map(([, position]) => renderGrid([position, 0], [position, 1]))}
        <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">${lines.map(renderLine)}</svg>
        ${lines.map(renderDot)}
      </svg>
      <svg class="chart-ticks" width="100%" height="18">${ticks.map(renderTick)}</svg>
      <p class="chart-title">${across} →</p>
    </div>
    <ul class="chart-legend">${lines.map(renderName)}</ul>`
}

/** Colours repeat after the eighth line, and repeated ones are dotted. */
function seriesClass(index: number): string {
  return `series series-${index % colours}${index >= colours ? ' again' : ''}`
}

function renderGrid([x1, y1]: ChartPoint, [x2, y2]: ChartPoint): Markup {
  const [top, bottom] = [percent(1 - y1), percent(1 - y2)]
  return markup`<line class="grid" x1="${percent(x1)}" x2="${percent(x2)}" y1="${top}" y2="${bottom}" />`
}

function renderShare(share: number): Markup {
  return markup`<text x="100%" y="${percent(1 - share)}" dy="4" text-anchor="end">${share.toFixed(1)}</text>`
}

function renderTick([label, across]: ChartLook['ticks'][number]): Markup {
  return markup`<text x="${percent(across)}" y="14" text-anchor="middle">${label}</text>`
}

function renderLine({ points }: ChartLine, index: number): Markup {
  const places = points.map(([across, up]) => `${(across * 1000).toFixed(1)},${((1 - up) * 1000).toFixed(1)}`)
  return markup`<polyline class="${seriesClass(index)}" points="${places.join(' ')}" />`
}

function renderDot({ dot }: ChartLine, index: number): Markup {
  if (!dot) return markup``
  return markup`<circle class="dot ${seriesClass(index)}" cx="${percent(dot[0])}" cy="${percent(1 - dot[1])}" r="5" />`
}

function renderName({ name }: ChartLine, index: number): Markup {
  return markup`<li>
    <svg width="28" height="10" aria-hidden="true"><line class="${seriesClass(index)}" x1="0" x2="28" y1="5" y2="5" /></svg>
    ${name}
  </li>`
}
