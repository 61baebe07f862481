import { foreignAbstention } from '../measures/answer-measures.js'
import { foreignKind } from '../run/foreign-questions.js'
import type { Run } from '../run/run.js'
import { confidenceOf, type ConfidenceFigures } from '../summary/confidence.js'
import type { Row } from '../summary/summarise.js'
import { figure, formatCount, missing } from './figures.js'
import { tableOf, type Column, type Table } from './table.js'

/**
 * For each strategy what is abstained on by the suite that questions are of, what other thresholds would abstain on, and the
 * calibration; none if a run asks no foreign questions.
 */
export function abstentionTables(run: Run, rows: readonly Row[]): Table[] {
  const suites = run.suites.map(({ name }) => name)
  return confidenceOf(run).flatMap((figures) => [
    ...(suites.length > 2 ? [pairTable(figures.strategy, suites, rows)] : []),
    thresholdTable(figures),
    calibrationTable(figures),
  ])
}

function pairTable(strategy: string, suites: readonly string[], rows: readonly Row[]): Table {
  const about = {
    title: `${strategy}: share of foreign questions abstained on, by the suite that they are of`,
    note: `${missing}: questions of the suite itself, and of suites that are not foreign to it.`,
  }
  const find = (suite: string, kind: string) =>
    rows.find((row) => row.strategy === strategy && row.suite === suite && row.kind === kind)
  const valueOf = (suite: string, from: string) =>
    find(suite, foreignKind(from))?.measures[foreignAbstention.name]
  return tableOf(about, suites, [
    ['suite', (suite) => suite],
    ...suites.map((from): Column<string> => [from, (suite) => figure(valueOf(suite, from))]),
  ])
}

function thresholdTable({ strategy, thresholds }: ConfidenceFigures): Table {
  const note =
    'Shares of questions whose best result has less confidence, over suites; the worst suite is that which loses most, or abstains on the fewest foreign questions.'
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
