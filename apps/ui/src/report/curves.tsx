import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import type { ReportCurves } from '../api.js'
import { FigureTable } from '../elements.js'

/** As in app.css; further lines have the same colours again, dashed. */
const colours = 6
const dashes = [[], [8, 4], [2, 3]]

/** Lines between 0 and 1, with the same figures as a table. */
export function Curves(curves: ReportCurves) {
  const { title, points, xs, lines, note } = curves
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current) keepDrawn(box.current, curves)
  }, [])
  const names = lines.map(({ name }) => name)
  const legend = names.map((name, index) => (
    <li key={name} class={`line-${index % colours}${index < colours ? '' : ' dashed'}`}>
      {name}
    </li>
  ))
  const rows = xs.map((x, index) => [String(x), ...lines.map(({ values }) => String(values[index] ?? '–'))])
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div ref={box} class="chart" role="img" aria-label={`${title}: the table has the same figures`} />
      <ul class="legend">{legend}</ul>
      <p class="muted">{note}</p>
      <details>
        <summary>{title}, as a table</summary>
        <FigureTable title={title} head={[points, ...names]} lines={rows} />
      </details>
    </figure>
  )
}

/** Draws a chart, and anew when the width of its box or the colours of the screen change, for as long as the page is open. */
function keepDrawn(box: HTMLElement, curves: ReportCurves): void {
  let plot: uPlot | undefined
  const draw = () => {
    plot?.destroy()
    plot = new uPlot(optionsOf(box, curves), [curves.xs, ...curves.lines.map(({ values }) => values)], box)
  }
  new ResizeObserver(draw).observe(box)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
}

function optionsOf(box: HTMLElement, { points, lines }: ReportCurves): uPlot.Options {
  const colour = (name: string) => getComputedStyle(box).getPropertyValue(`--${name}`)
  const axis = {
    stroke: colour('muted'),
    grid: { stroke: colour('rule') },
    ticks: { stroke: colour('rule') },
  }
  const series = lines.map((_, index) => ({
    stroke: colour(`line-${index % colours}`),
    width: 2,
    dash: dashes[Math.floor(index / colours) % dashes.length] ?? [],
    spanGaps: true,
  }))
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: [0, 1] } },
    axes: [{ ...axis, label: points, labelSize: 20, size: 36 }, axis],
    series: [{}, ...series],
  }
}
