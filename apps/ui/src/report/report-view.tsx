import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import type { Report, ReportCurves, ReportRun } from '../api.js'
import { FigureTable, Paragraphs } from '../elements.js'
import { Changes, OpenedQuery, Queries } from './queries.js'

/** An evaluation report: verdict, figures, queries. */
export function ReportView(report: Report) {
  const { title, runs } = report
  return (
    <main class="report">
      <h1 dir="auto">{title}</h1>
      <Paragraphs of={runs.map(({ verdict }) => verdict)} kind="verdict" />
      {runs.length > 1 && <Changes {...report} />}
      {runs.map((run) => (
        <div key={run.name}>
          <Figures {...run} />
          <Queries run={run} />
        </div>
      ))}
      {runs.length === 1 && <Changes {...report} />}
      <OpenedQuery {...report} />
    </main>
  )
}

function Figures({ name, tables, curves }: ReportRun) {
  const [first, ...others] = tables.map((table) => <FigureTable key={table.title} {...table} />)
  const charts = curves.map((each) => <Curves key={each.title} {...each} />)
  return (
    <>
      <h2>Figures{name && ` of ${name}`}</h2>
      {first}
      <details>
        <summary>More figures</summary>
        {others}
      </details>
      <div class="charts">{charts}</div>
    </>
  )
}

/** The number of colours in app.css. More lines repeat them, dashed. */
const colours = 6
const dashes = [[], [8, 4], [2, 3]]

/** A chart of shares, and the same figures as a table. */
function Curves(curves: ReportCurves) {
  const { title, points, xs, lines, note } = curves
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => keepDrawn(box.current, curves), [])
  const names = lines.map(({ name }) => name)
  const legend = names.map((name, index) => (
    <li
      key={name}
      class={index < colours ? '' : 'dashed'}
      style={{ '--line': `var(--line-${index % colours})` }}
    >
      {name}
    </li>
  ))
  const rows = xs.map((x, index) => [String(x), ...lines.map(({ values }) => String(values[index] ?? '–'))])
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div ref={box} class="chart" role="img" aria-label={`${title}: the table below has the same figures`} />
      <ul class="legend">{legend}</ul>
      <p class="muted">{note}</p>
      <details>
        <summary>{title}, as a table</summary>
        <FigureTable title={title} head={[points, ...names]} lines={rows} />
      </details>
    </figure>
  )
}

/** Draws a chart, again when the width of its box or the colour scheme changes. */
function keepDrawn(box: HTMLElement | null, curves: ReportCurves): void {
  if (!box) return
  let plot: uPlot | undefined
  const draw = () => {
    plot?.destroy()
    plot = new uPlot(optionsOf(box, curves), [curves.xs, ...curves.lines.map(({ values }) => values)], box)
  }
  new ResizeObserver(draw).observe(box)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
}

function optionsOf(box: HTMLElement, { points, lines }: ReportCurves): uPlot.Options {
  // A canvas does not know variables of styles.
  const colour = (name: string) => {
    box.style.color = `var(--${name})`
    return getComputedStyle(box).color
  }
  const rule = { stroke: colour('rule') }
  const axis = { stroke: colour('muted'), grid: rule, ticks: rule }
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
