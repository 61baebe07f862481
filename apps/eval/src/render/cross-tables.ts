import type { Reliability } from '../calibration/reliability.js'
import type { CrossFigures } from '../cross/cross-figures.js'
import { figure, formatCount, missing } from './figures.js'
import type { Table } from './text-tables.js'

/** What one strategy abstains on: its own decisions, other thresholds, and its calibration. */
export function crossTables(figures: CrossFigures): Table[] {
  return [
    summaryTable(figures),
    ...(figures.collections.length > 2 ? [pairTable(figures)] : []),
    ...(figures.thresholds.length > 0 ? [thresholdTable(figures)] : []),
    ...(figures.calibration ? [calibrationTable(figures.strategy, figures.calibration)] : []),
  ]
}

function summaryTable({ strategy, collections, mean, worst }: CrossFigures): Table {
  return {
    title: `${strategy}: share of questions abstained on`,
    head: ['collection', 'questions', 'own', 'unanswerable', 'foreign'],
    lines: [
      ...collections.map(({ suite, queries, own, unanswerable, foreign }) => [
        suite,
        formatCount(queries),
        ...[own, unanswerable, foreign].map(figure),
      ]),
      ['mean', '', figure(mean.own), '', figure(mean.foreign)],
      ['worst', '', figure(worst.own), '', figure(worst.foreign)],
    ],
    note: 'own: questions that the collection answers; unanswerable: questions of its suite that nothing answers; foreign: questions of other suites, each suite counting the same.',
  }
}

function pairTable({ strategy, collections }: CrossFigures): Table {
  const suites = collections.map(({ suite }) => suite)
  return {
    title: `${strategy}: share of foreign questions abstained on, by the suite that they are of`,
    head: ['collection', ...suites],
    lines: collections.map(({ suite, pairs }) => [
      suite,
      ...suites.map((from) => figure(pairs.find((pair) => pair.suite === from)?.abstained)),
    ]),
    note: `${missing}: its own questions, and suites that are not foreign to it.`,
  }
}

function thresholdTable({ strategy, thresholds }: CrossFigures): Table {
  return {
    title: `${strategy}: thresholds`,
    head: ['threshold', 'own, mean', 'own, worst', 'foreign, mean', 'foreign, worst'],
    lines: thresholds.map(({ threshold, mean, worst }) => [
      figure(threshold),
      ...[mean.own, worst.own, mean.foreign, worst.foreign].map(figure),
    ]),
    note: 'Share of questions whose best result has less confidence.',
  }
}

function calibrationTable(strategy: string, { bins, error, queries }: Reliability): Table {
  return {
    title: `${strategy}: calibration, ${formatCount(queries)} own and foreign questions`,
    head: ['confidence', 'questions', 'mean confidence', 'found'],
    lines: bins.map(({ from, to, count, confidence, right }) => [
      `${from.toFixed(1)}–${to.toFixed(1)}`,
      formatCount(count),
      figure(confidence),
      figure(right),
    ]),
    note: `Expected calibration error ${figure(error)}. found: the results without a threshold contain a relevant document.`,
  }
}
