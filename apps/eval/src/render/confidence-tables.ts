import type { ConfidenceFigures } from '../summary/confidence.js'
import { figure, formatCount } from './figures.js'
import { tableOf, type Table } from './table.js'

/** For each strategy, the effect of other thresholds and the calibration. */
export function confidenceTables(figures: readonly ConfidenceFigures[]): Table[] {
  return figures.flatMap((each) => [thresholdTable(each), calibrationTable(each)])
}

function thresholdTable({ strategy, thresholds }: ConfidenceFigures): Table {
  const note =
    'Share of questions whose best result is below the threshold: mean over suites, and worst suite (most lost, or fewest foreign questions).'
  return tableOf({ title: `${strategy}: thresholds`, note }, thresholds, [
    ['threshold', ({ threshold }) => figure(threshold)],
    ['lost, mean', ({ lost }) => figure(lost.mean)],
    ['lost, worst', ({ lost }) => figure(lost.worst)],
    ['foreign, mean', ({ foreign }) => figure(foreign.mean)],
    ['foreign, worst', ({ foreign }) => figure(foreign.worst)],
  ])
}

function calibrationTable({ strategy, calibration }: ConfidenceFigures): Table {
  const about = {
    title: `${strategy}: calibration, ${formatCount(calibration.queries)} own and foreign questions`,
    note: `Expected calibration error ${figure(calibration.error)}. found: the results without a threshold contain a relevant document.`,
  }
  return tableOf(about, calibration.bins, [
    ['confidence', ({ from, to }) => `${from.toFixed(1)}–${to.toFixed(1)}`],
    ['questions', ({ count }) => formatCount(count)],
    ['mean confidence', ({ confidence }) => figure(confidence)],
    ['found', ({ right }) => figure(right)],
  ])
}
