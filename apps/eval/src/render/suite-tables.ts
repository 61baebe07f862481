import { overall, type Row, type Stage } from '../summary/row.js'
import { figure, missing } from './figures.js'
import { describeQueryCounts } from './query-counts.js'
import type { Table } from './tables.js'
import { verdictMarks, verdictNote } from './verdict-marks.js'

/** What the tables of a suite are about. */
export interface TableOptions {
  /** The measures that are shown, by name. */
  readonly measures: readonly string[]
  /** The one that the kinds are compared by. */
  readonly kindMeasure: string
  readonly baseline: string
}

const stages: readonly Stage[] = ['total', 'keyword', 'vector', 'embed', 'rank']

function share(value: number): string {
  return value.toFixed(2).replace(/^(-?)0\./u, '$1.')
}

/** A mean with its interval and its mark, all of one width. */
function measured({ measures, ci, difference }: Row, name: string): string {
  const interval = ci[name]
  const range = interval ? ` (${share(interval[0])}–${share(interval[1])})` : ''
  const mark = verdictMarks[difference?.[name]?.verdict ?? 'same']
  return typeof measures[name] === 'number' ? `${figure(measures[name])}${range} ${mark}` : missing
}

function rankingTable(rows: readonly Row[], first: Row, { measures, baseline }: TableOptions): Table {
  const marks = rows.length > 1 ? ` ${verdictNote(baseline)}` : ''
  return {
    title: `${first.suite}: ${describeQueryCounts(first)}`,
    head: ['strategy', ...measures],
    lines: rows.map((row) => [row.strategy, ...measures.map((name) => measured(row, name))]),
    note: `In brackets 95 % bootstrap intervals.${marks}`,
  }
}

function shownTable(rows: readonly Row[], first: Row): Table {
  return {
    title: `${first.suite}: what is shown, by each strategy's own limit and threshold`,
    head: ['strategy', 'found', 'passage', 'abstained', 'files passed'],
    lines: rows.map((row) => [
      row.strategy,
      ...['found', 'passage', 'abstention'].map((name) => figure(row.measures[name])),
      row.files ? `${row.files.passed} of ${row.files.total}` : missing,
    ]),
    note: '',
  }
}

function kindTable(rows: readonly Row[], { kindMeasure }: TableOptions): Table {
  const strategies = [...new Set(rows.map(({ strategy }) => strategy))]
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const cell = (kind: string, strategy: string) => {
    const row = rows.find((each) => each.kind === kind && each.strategy === strategy)
    const mark = verdictMarks[row?.difference?.[kindMeasure]?.verdict ?? 'same']
    const mean = row?.measures[kindMeasure]
    return typeof mean === 'number' ? `${figure(mean)} ${mark}` : missing
  }
  const queries = (kind: string) => {
    const row = rows.find((each) => each.kind === kind)
    return String((row?.queries ?? 0) + (row?.apart.unanswerable ?? 0))
  }
  return {
    title: `${rows[0]?.suite ?? ''}: ${kindMeasure} by kind`,
    head: ['kind', 'queries', ...strategies],
    lines: kinds.map((kind) => [kind, queries(kind), ...strategies.map((strategy) => cell(kind, strategy))]),
    note: '',
  }
}

function timeOf(row: Row, stage: Stage): string {
  const latency = row.latency?.[stage]
  return latency ? `${latency.p50.toFixed(1)} / ${latency.p95.toFixed(1)}` : missing
}

function latencyTable(rows: readonly Row[], first: Row): Table {
  return {
    title: `${first.suite}: milliseconds, p50 / p95`,
    head: ['strategy', ...stages],
    lines: rows.map((row) => [row.strategy, ...stages.map((stage) => timeOf(row, stage))]),
    note: '',
  }
}

/** The tables of one suite, from its rows; none where there are no rows. */
export function suiteTables(rows: readonly Row[], options: TableOptions): Table[] {
  const all = rows.filter(({ kind }) => kind === overall)
  const kinds = rows.filter(({ kind }) => kind !== overall)
  const [first] = all
  if (!first) return []
  return [
    rankingTable(all, first, options),
    ...(all.some(({ measures }) => typeof measures['found'] === 'number') ? [shownTable(all, first)] : []),
    ...(kinds.length > 0 ? [kindTable(kinds, options)] : []),
    ...(all.some(({ latency }) => latency) ? [latencyTable(all, first)] : []),
  ]
}
