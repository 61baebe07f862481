import type { Io } from '@recallite/command-line'
import type { RunFigures } from '../commands/run-figures.js'
import type { Flags } from '../flags.js'
import {
  abstention,
  answerMeasures,
  comparedLimits,
  foreignAbstention,
  found,
  lost,
} from '../measures/answer-measures.js'
import { headlineMeasure } from '../measures/measure-table.js'
import { mean } from '../statistics/bootstrap-means.js'
import { allKinds } from '../suite/suite.js'
import { confidenceOf } from '../summary/confidence.js'
import { stages, type Row } from '../summary/summarise.js'
import { confidenceTables } from './confidence-tables.js'
import { describeQueryCounts, figure, formatCount, missing, verdictMarks, verdictNote } from './figures.js'
import { renderParts, screenWidth, tableOf, type Column, type Table } from './table.js'
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

/** Prints a run's tables, then its verdict. */
export function printTables(figures: RunFigures, { markdown, label }: Look, io: Io): void {
  const begin = label === undefined ? '' : `${label}: `
  const titled = runTables(figures).map((table) => ({ ...table, title: `${begin}${table.title}` }))
  const sentence = `${begin}${describeVerdict(figures.verdict)}`
  io.write(renderParts([...titled, [sentence]], { markdown, width: screenWidth(io) }))
}

/** The figures of a run as tables for each suite, those over all suites, then what is abstained on if foreign questions were asked. */
export function runTables({ run, rows, shown, baseline }: Omit<RunFigures, 'verdict'>): Table[] {
  const measures = shown.map(({ name }) => name)
  const kindMeasure = headlineMeasure(shown).name
  const compared = [kindMeasure, measures.at(-1) ?? '', found.name, lost.name, foreignAbstention.name]
  const suites = [...Map.groupBy(rows, ({ suite }) => suite).values()]
  return [
    ...suites.flatMap((own) => suiteTables(own, { measures, kindMeasure, baseline })),
    ...overviewTables(rows, [...new Set(compared)]),
    ...confidenceTables(confidenceOf(run)),
  ]
}

/** The tables of one suite, from its rows: every figure of each strategy, then one measure by kind; none if there are no rows. */
export function suiteTables(
  rows: readonly Row[],
  { measures, kindMeasure, baseline }: TableOptions,
): Table[] {
  const all = rows.filter(({ kind }) => kind === allKinds)
  const own = rows.filter(({ kind }) => kind !== allKinds)
  const [first] = all
  if (!first) return []
  const marks = all.length > 1 ? ` ${verdictNote(baseline)}` : ''
  const note = `In brackets 95 % bootstrap intervals.${marks} ${legend}`
  const lines = [...measures.map(markedLine), ...shownLines].filter(([, cell]) =>
    all.some((row) => cell(row) !== missing),
  )
  const figures = tableOf({ title: `${first.suite}: ${describeQueryCounts(first)}`, note }, lines, [
    ['measure', ([name]) => name],
    ...all.map((row): Column<FigureLine> => [row.strategy, ([, cell]) => cell(row)]),
  ])
  if (own.length === 0) return [figures]
  const kinds = [...Map.groupBy(own, ({ kind }) => kind)]
  const isAnyUnanswered = own.some(({ queries }) => queries === 0)
  const about = {
    title: `${first.suite}: ${kindMeasure} by kind`,
    ...(isAnyUnanswered && { note: kindNote }),
  }
  const byKind = tableOf(about, kinds, [
    ['kind', ([kind]) => kind],
    ['queries', ([, [row]]) => String(row?.queries || row?.apart.unanswerable || row?.apart.foreign || 0)],
    ...all.map(({ strategy }): Column<(typeof kinds)[number]> => [
      strategy,
      ([, each]) =>
        kindFigure(
          each.find((row) => row.strategy === strategy),
          kindMeasure,
        ),
    ]),
  ])
  return [figures, byKind]
}

/**
 * Each measure that was taken, of every strategy on every suite, with its mean over suites and the worst suite; nothing for fewer
 * than two suites.
 */
export function overviewTables(rows: readonly Row[], measures: readonly string[]): Table[] {
  const bySuite = [
    ...Map.groupBy(
      rows.filter(({ kind }) => kind === allKinds),
      ({ suite }) => suite,
    ),
  ]
  const strategies = bySuite[0]?.[1].map(({ strategy }) => strategy) ?? []
  if (bySuite.length < 2) return []
  return measures.flatMap((measure) => {
    const lines = bySuite.map(([suite, own]) => ({
      suite,
      values: own.map(({ measures: taken }) => taken[measure] ?? NaN),
    }))
    if (lines.every(({ values }) => values.every(Number.isNaN))) return []
    const worst = measure === lost.name ? Math.max : Math.min
    const over = (suite: string, of: (values: readonly number[]) => number) => {
      return {
        suite,
        values: strategies.map((_, index) => of(lines.map(({ values }) => values[index] ?? NaN))),
      }
    }
    const all = [
      ...lines,
      over('mean', (values) => mean(Float64Array.from(values)) ?? NaN),
      over('worst', (values) => worst(...values)),
    ]
    return tableOf({ title: `${measure} by suite` }, all, [
      ['suite', ({ suite }) => suite],
      ...strategies.map((name, index): Column<(typeof all)[number]> => [
        name,
        ({ values }) => figure(values[index]),
      ]),
    ])
  })
}

type FigureLine = readonly [name: string, cell: (row: Row) => string]

const legend =
  "From found@limit on: by each strategy's own limit and threshold. Nothing is shown for: lost, queries that some document answers; abstention, those that none answers; foreign, those of other suites. within: share of queries answered within this many tokens of what an agent is given. found@6, found@10 and the tokens of 6 and 10 results: without a threshold."

const kindNote = 'Of kinds that no document answers: the share for which nothing is shown.'

const share = (value: number): string => value.toFixed(2).replace(/^(-?)0\./u, '$1.')

function marked(row: Row | undefined, name: string, range = ''): string {
  const value = row?.measures[name]
  const mark = verdictMarks[row?.difference?.[name]?.verdict ?? 'same']
  return value == null ? missing : `${figure(value)}${range} ${mark}`
}

function kindFigure(row: Row | undefined, name: string): string {
  const { measures = {} } = row ?? {}
  const isAnswered = measures[name] != null
  return isAnswered
    ? marked(row, name)
    : figure(measures[abstention.name] ?? measures[foreignAbstention.name])
}

function markedLine(name: string): FigureLine {
  const range = ({ ci }: Row) => (ci[name] ? ` (${ci[name].map(share).join('–')})` : '')
  return [name, (row) => marked(row, name, range(row))]
}

/** What is shown, what an agent pays for it, and how long it takes. */
const shownLines: readonly FigureLine[] = [
  ...answerMeasures.map(({ name }): FigureLine => [name, ({ measures }) => figure(measures[name])]),
  ['files passed', ({ files }) => (files ? `${files.passed} of ${files.total}` : missing)],
  ['tokens shown', ({ tokens }) => whole(tokens?.shown)],
  ...comparedLimits.map((limit): FigureLine => [
    `tokens of ${limit} results`,
    ({ tokens }) => whole(tokens?.results[limit]),
  ]),
  ...stages.map((stage): FigureLine => [
    `${stage}, ms p50 / p95`,
    ({ latency }) =>
      latency ? `${latency[stage].p50.toFixed(1)} / ${latency[stage].p95.toFixed(1)}` : missing,
  ]),
]

function whole(tokens: number | undefined): string {
  return tokens === undefined ? missing : formatCount(Math.round(tokens))
}
