import { usualThresholds } from '../../cross/cross-figures.js'
import {
  thresholdCurves,
  type AbstentionKind,
  type ThresholdCurves,
  type ThresholdPoint,
} from '../../cross/threshold-curve.js'
import { countOf, figure } from '../../render/figures.js'
import { markup, renderFigures, type Markup } from '../markup.js'
import type { ReportRun } from '../report-suite.js'
import { renderLineChart } from './line-chart.js'

const questions = ['question', 'questions'] as const

/** What is abstained on, by the kind of the questions. */
const meanings: Readonly<Record<AbstentionKind, string>> = {
  foreign: 'questions of other suites, which nothing here answers',
  unanswerable: 'own questions that no document answers',
  own: 'own questions, as no question was asked that nothing answers: the less, the better',
}

const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => [share.toFixed(1), share] as const)

/** Found against abstained over the threshold, for each run; null where no run tells confidences. */
export function renderThresholds(runs: readonly ReportRun[]): Markup | null {
  const parts = runs.flatMap(({ run, label }) => {
    const curves = thresholdCurves(run)
    return curves ? [renderRun(curves, runs.length > 1 ? label : '')] : []
  })
  if (parts.length === 0) return null
  return markup`<section id="thresholds">
    <h2>Found against abstained</h2>
    <p class="note">
      A line follows a strategy as the threshold of confidence rises from 0, on the left, to 1: upwards the share of
      questions with an answer among the results that are shown, to the right the share of questions that nothing is
      shown for. The upper right corner is best. A dot is where the strategy’s own threshold puts it; thresholds of other
      programs are not about confidence, so that their dots lie beside their lines.
    </p>
    ${parts}
  </section>`
}

function renderRun({ kind, answerable, others, curves }: ThresholdCurves, label: string): Markup {
  const counts = `Found: of ${countOf(answerable, questions)}. Abstained: of ${countOf(others, questions)}: ${meanings[kind]}.`
  const name = label === '' ? '' : ` of ${label}`
  const lines = curves.map(({ strategy, points, own }) => {
    return { name: strategy, points: points.map(placeOf), dot: own && placeOf(own) }
  })
  return markup`${label === '' ? null : markup`<h3>${label}</h3>`}
    <p class="muted">${counts}</p>
    ${renderLineChart(lines, {
      label: `Found against abstained${name}, a line for each strategy. ${counts}`,
      titles: ['abstained', 'found'],
      ticks,
    })}
    <details>
      <summary>The figures</summary>
      ${renderFigures(
        `Found and abstained${name} by threshold`,
        ['Strategy', 'own threshold', ...usualThresholds.map((threshold) => threshold.toFixed(2))],
        curves.map(figuresOf),
      )}
    </details>`
}

function placeOf({ found, abstained }: Omit<ThresholdPoint, 'threshold'>) {
  return [abstained, found] as const
}

/** Found and abstained of a strategy at its own threshold, and at some others. */
function figuresOf({ strategy, points, own }: ThresholdCurves['curves'][number]): string[] {
  const listed = usualThresholds.map((threshold) => points.find((point) => point.threshold === threshold))
  return [
    strategy,
    ...[own, ...listed].map((point) => `${figure(point?.found)} / ${figure(point?.abstained)}`),
  ]
}
