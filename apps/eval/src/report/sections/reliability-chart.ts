import type { Reliability, ReliabilityBin } from '../../calibration/reliability.js'
import { figure, formatCount } from '../../render/figures.js'
import { markup, percent, renderTable, type Markup } from '../markup.js'

const ticks = [0, 0.25, 0.5, 0.75, 1]
/** A dot for all questions would have this radius; its area is their share. */
const greatestRadius = 26
const leastRadius = 2.5

/** A reliability diagram: for each bin a bar as high as the share that was found, and a dot at its mean confidence. */
export function renderReliability(name: string, { bins, error, queries }: Reliability): Markup {
  const label = `Confidence of ${name} against what it finds; expected calibration error ${figure(error)}`
  return markup`<figure class="reliability">
    <figcaption>
      <strong>${name}</strong>
      <span class="reliability-error">expected calibration error ${figure(error)}</span>
      <span class="muted">${formatCount(queries)} questions</span>
    </figcaption>
    <div class="reliability-chart" role="img" aria-label="${label}">
      <svg class="reliability-shares" width="2.5rem" height="240" aria-hidden="true">${ticks.map(renderShare)}</svg>
      <svg class="reliability-plot" width="100%" height="240">
        ${ticks.map(renderGrid)}${bins.map(renderBar)}
        <line class="reliability-ideal" x1="0" y1="100%" x2="100%" y2="0" />
        ${bins.map((bin) => renderDot(bin, queries))}
      </svg>
      <svg class="reliability-confidences" width="100%" height="18" aria-hidden="true">${ticks.map(renderConfidence)}</svg>
    </div>
    <details>
      <summary>The figures</summary>
      ${renderFigures(name, bins)}
    </details>
  </figure>`
}

function renderGrid(tick: number): Markup {
  const y = percent(1 - tick)
  return markup`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}" />`
}

function renderShare(tick: number): Markup {
  return markup`<text x="100%" dx="-8" y="${percent(1 - tick)}" dy="4" text-anchor="end">${tick}</text>`
}

function renderConfidence(tick: number): Markup {
  return markup`<text x="${percent(tick)}" y="14" text-anchor="middle">${tick}</text>`
}

function renderBar({ from, to, right }: ReliabilityBin): Markup {
  if (right === null) return markup``
  const box = markup`x="${percent(from)}" width="${percent(to - from)}" y="${percent(1 - right)}"`
  return markup`<rect class="reliability-bar" ${box} height="${percent(right)}" />`
}

function renderDot({ count, confidence, right }: ReliabilityBin, queries: number): Markup {
  if (right === null || confidence === null) return markup``
  const radius = Math.max(leastRadius, greatestRadius * Math.sqrt(count / queries)).toFixed(1)
  return markup`<circle class="reliability-dot" cx="${percent(confidence)}" cy="${percent(1 - right)}" r="${radius}" />`
}

function renderFigures(name: string, bins: readonly ReliabilityBin[]): Markup {
  const rows = bins.map(
    ({ from, to, count, confidence, right }) => markup`<tr>
      <th scope="row">${from.toFixed(1)}–${to.toFixed(1)}</th>
      <td>${formatCount(count)}</td> <td>${figure(confidence)}</td> <td>${figure(right)}</td>
    </tr>`,
  )
  const head = ['Confidence', 'questions', 'mean confidence', 'found']
  return renderTable(`Calibration of ${name}`, { className: 'recall', head, rows })
}
