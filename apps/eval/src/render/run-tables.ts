import { printable, type Io } from '@recallite/command-line'
import type { RunFigures } from '../commands/kept-runs.js'
import { crossFigures, hasForeignQuestions, usualThresholds } from '../cross/cross-figures.js'
import type { Flags } from '../flags.js'
import {
  abstention,
  comparedLimits,
  foreignAbstention,
  found,
  foundAmong,
  lost,
  passage,
  recallOfShown,
  tokenBudgets,
  withinTokens,
} from '../measures/answer-measures.js'
import { headlineMeasure } from '../measures/measure-table.js'
import { allKinds } from '../suite/suite.js'
import type { Row, Stage } from '../summary/row.js'
import { crossTables } from './cross-tables.js'
import { describeQueryCounts, figure, formatCount, missing, verdictMarks, verdictNote } from './figures.js'
import { screenWidth, type Table, markdownText, renderTables, wrap } from './text-tables.js'
import { describeVerdict } from './verdict.js'

/** What the tables of a suite are about. */
export interface TableOptions {
  readonly measures: readonly string[]
  readonly kindMeasure: string
  readonly baseline: string
}

interface Look extends Pick<Flags, 'markdown'> {
  /** The beginning of each title if there are tables of several runs. */
  readonly label?: string | undefined
}

const stages: readonly Stage[] = ['total', 'keyword', 'vector', 'embed', 'rank']

const decisionNames = [found, recallOfShown, passage, lost, abstention, foreignAbstention].map(
  ({ name }) => name,
)
const tokenNames = tokenBudgets.map((tokens) => withinTokens(tokens).name)
const limitNames = comparedLimits.map((limit) => foundAmong(limit).name)

/** Prints a run's tables, then its verdict. */
export function printTables(figures: RunFigures, look: Look, io: Io): void {
  const { markdown, label } = look
  const begin = label === undefined ? '' : `${label}: `
  const titled = runTables(figures).map((table) => ({ ...table, title: `${begin}${table.title}` }))
  const sentence = printable(`${begin}${describeVerdict(figures.verdict)}`)
  const last = markdown ? markdownText(sentence) : wrap(sentence, screenWidth(io) ?? Infinity).join('\n')
  io.write(`${renderTables(titled, look, io)}\n${last}\n`)
}

/** The figures of a run as tables for each suite, then those over all of them, then what is abstained on if foreign questions were asked. */
export function runTables({ run, rows, shown, baseline }: Omit<RunFigures, 'verdict'>): Table[] {
  const measures = shown.map(({ name }) => name)
  const kindMeasure = headlineMeasure(shown).name
  const suites = [...Map.groupBy(rows, ({ suite }) => suite).values()]
  return [
    ...suites.flatMap((own) => suiteTables(own, { measures, kindMeasure, baseline })),
    ...overviewTables(rows, [...new Set([kindMeasure, measures.at(-1) ?? '', found.name, lost.name])]),
    ...(hasForeignQuestions(run) ? crossFigures(run, usualThresholds).flatMap(crossTables) : []),
  ]
}

/** The tables of one suite, from its rows; none if there are no rows. */
export function suiteTables(rows: readonly Row[], options: TableOptions): Table[] {
  const all = rows.filter(({ kind }) => kind === allKinds)
  const kinds = rows.filter(({ kind }) => kind !== allKinds)
  const [first] = all
  if (!first) return []
  return [
    rankingTable(all, first, options),
    ...(all.some(({ measures }) => typeof measures[found.name] === 'number') ? [shownTable(all, first)] : []),
    ...tokenTable(all),
    ...(kinds.length > 0 ? [kindTable(kinds, options)] : []),
    ...latencyTable(all),
  ]
}

/** Each measure of every strategy on every suite, and its mean over suites; nothing for fewer than two suites. */
export function overviewTables(rows: readonly Row[], measures: readonly string[]): Table[] {
  const all = rows.filter(({ kind }) => kind === allKinds)
  const suites = [...new Set(all.map(({ suite }) => suite))]
  const strategies = [...new Set(all.map(({ strategy }) => strategy))]
  if (suites.length < 2) return []
  const find = (strategy: string, suite: string, measure: string) =>
    all.find((row) => row.strategy === strategy && row.suite === suite)?.measures[measure]
  return measures.map((measure) => {
    const means = (strategy: string) => suites.map((suite) => find(strategy, suite, measure))
    return {
      title: `${measure} by suite`,
      head: ['suite', ...strategies],
      lines: [
        ...suites.map((suite) => [suite, ...strategies.map((name) => figure(find(name, suite, measure)))]),
        ['mean', ...strategies.map((name) => figure(meanOf(means(name))))],
      ],
    }
  })
}

const share = (value: number): string => value.toFixed(2).replace(/^(-?)0\./u, '$1.')

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
  const names = decisionNames.filter((name) =>
    rows.some(({ measures }) => typeof measures[name] === 'number'),
  )
  return {
    title: `${first.suite}: what is shown, by each strategy's own limit and threshold`,
    head: ['strategy', ...names, 'files passed'],
    lines: rows.map((row) => [
      row.strategy,
      ...names.map((name) => figure(row.measures[name])),
      row.files ? `${row.files.passed} of ${row.files.total}` : missing,
    ]),
    note: 'Nothing is shown for: lost, queries that some document answers; abstention, those that none answers; foreign, those of other suites.',
  }
}

/** What an agent pays, and what it gets for it; none if it is not known. */
function tokenTable(rows: readonly Row[]): Table[] {
  if (rows.every(({ tokens }) => !tokens)) return []
  const table = {
    title: `${rows[0]?.suite ?? ''}: tokens that an agent is given`,
    head: [
      'strategy',
      'shown',
      ...tokenNames,
      ...comparedLimits.map((limit) => `${limit} results`),
      ...limitNames,
    ],
    lines: rows.map((row) => [
      row.strategy,
      wholeTokens(row.tokens?.shown),
      ...tokenNames.map((name) => figure(row.measures[name])),
      ...comparedLimits.map((limit) => wholeTokens(row.tokens?.results[limit])),
      ...limitNames.map((name) => figure(row.measures[name])),
    ]),
    note: 'Mean tokens of what is shown; share of queries answered within so many of them; without a threshold, mean tokens of so many results, and share of queries found among them.',
  }
  return [table]
}

function wholeTokens(tokens: number | undefined): string {
  return tokens === undefined ? missing : formatCount(Math.round(tokens))
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
    // Those that nothing answers count in the figures of no kind that has others as well.
    return String(row?.queries || row?.apart.unanswerable || 0)
  }
  return {
    title: `${rows[0]?.suite ?? ''}: ${kindMeasure} by kind`,
    head: ['kind', 'queries', ...strategies],
    lines: kinds.map((kind) => [kind, queries(kind), ...strategies.map((strategy) => cell(kind, strategy))]),
  }
}

function timeOf(row: Row, stage: Stage): string {
  const latency = row.latency?.[stage]
  return latency ? `${latency.p50.toFixed(1)} / ${latency.p95.toFixed(1)}` : missing
}

function latencyTable(rows: readonly Row[]): Table[] {
  if (rows.every(({ latency }) => !latency)) return []
  const lines = rows.map((row) => [row.strategy, ...stages.map((stage) => timeOf(row, stage))])
  return [{ title: `${rows[0]?.suite ?? ''}: milliseconds, p50 / p95`, head: ['strategy', ...stages], lines }]
}

function meanOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === 'number')
  return known.length === values.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}
