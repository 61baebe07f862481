import type { Io } from '@recallite/command-line'
import type { RunFigures } from '../commands/run-figures.js'
import type { Flags } from '../flags.js'
import { abstention, answerMeasures, comparedLimits } from '../measures/answer-measures.js'
import { foreignAbstention, found, lost } from '../measures/answer-measures.js'
import { headlineMeasure } from '../measures/measure-table.js'
import { mean } from '../statistics/bootstrap-mean.js'
import { allKinds } from '../suite/suite.js'
import { confidenceOf } from '../summary/confidence.js'
import { stages, type Row } from '../summary/summarise.js'
import { confidenceTables } from './confidence-tables.js'
import { describeQueryCounts, figure, formatCount, missing, verdictMarks, verdictNote } from './figures.js'
import { replayNotes } from '../strategy/strategy-table.js'
import { renderParts, screenWidth, tableOf, type Column, type Table } from './table.js'
import { describeVerdict } from './verdict.js'

/** The measures of a suite's tables, and the baseline of their marks. */
export interface TableOptions {
  readonly measures: readonly string[]
  readonly kindMeasure: string
  readonly baseline: string
}

interface Look extends Pick<Flags, 'markdown'> {
  /** The file of the run, if there is more than one run. */
  readonly label?: string | undefined
}

/** Prints a run's tables, then its verdict. */
export function printTables(figures: RunFigures, { markdown, label }: Look, io: Io): void {
  const begin = label === undefined ? '' : `${label}: `
  const titled = runTables(figures).map((table) => ({ ...table, title: `${begin}${table.title}` }))
  const sentence = `${begin}${describeVerdict(figures.verdict)}`
  io.write(renderParts([...titled, [sentence]], { markdown, width: screenWidth(io) }))
}

/** The tables of each suite, those over all suites, then abstention if the run has foreign questions. */
export function runTables({ run, rows, measures: chosen, baseline }: Omit<RunFigures, 'verdict'>): Table[] {
  const measures = chosen.map(({ name }) => name)
  const kindMeasure = headlineMeasure(chosen).name
  const compared = [kindMeasure, measures.at(-1) ?? '', found.name, lost.name, foreignAbstention.name]
  const suites = [...Map.groupBy(rows, ({ suite }) => suite).values()]
  return [
    ...suites.flatMap((suiteRows) => suiteTables(suiteRows, { measures, kindMeasure, baseline })),
    ...overviewTables(rows, [...new Set(compared)]),
    ...confidenceTables(confidenceOf(run)),
  ]
}

/** The tables of one suite: every figure of each strategy, then one measure by kind. */
export function suiteTables(
  rows: readonly Row[],
  { measures, kindMeasure, baseline }: TableOptions,
): Table[] {
  const all = rows.filter(({ kind }) => kind === allKinds)
  const byKind = rows.filter(({ kind }) => kind !== allKinds)
  const [first] = all
  if (!first) return []
  const marks = all.length > 1 ? ` ${verdictNote(baseline)}` : ''
  const note = `Brackets: 95 % bootstrap intervals.${marks} ${legend}`
  const lines = [...measures.map(markedLine), ...resultLines].filter(([, cell]) =>
    all.some((row) => cell(row) !== missing),
  )
  const figures = tableOf({ title: `${first.suite}: ${describeQueryCounts(first)}`, note }, lines, [
    ['measure', ([name]) => name],
    ...all.map((row): Column<FigureLine> => [row.strategy, ([, cell]) => cell(row)]),
  ])
  if (byKind.length === 0) return [figures, ...fixTable(all)]
  const kinds = [...Map.groupBy(byKind, ({ kind }) => kind)]
  const isAnyUnanswered = byKind.some(({ queries }) => queries === 0)
  const about = {
    title: `${first.suite}: ${kindMeasure} by kind`,
    ...(isAnyUnanswered && { note: kindNote }),
  }
  const kindTable = tableOf(about, kinds, [
    ['kind', ([kind]) => kind],
    ['queries', ([, [row]]) => String(row?.queries || row?.apart.unanswerable || row?.apart.foreign || 0)],
    ...all.map(({ strategy }): Column<(typeof kinds)[number]> => [
      strategy,
      ([, each]) => kindFigure(each, strategy, kindMeasure),
    ]),
  ])
  return [figures, kindTable, ...fixTable(all)]
}

/** What each fix of OpenClaw's issue gains over OpenClaw 2026.2, which the note explains. */
function fixTable(rows: readonly Row[]): Table[] {
  const replays = Object.keys(replayNotes).flatMap((name) => rows.filter((row) => row.strategy === name))
  const [base] = replays
  if (base?.strategy !== 'openclaw-2026.2') return []
  const about = { title: `${base.suite}: what each fix of OpenClaw's issue #16021 gains`, note: openclawNote }
  const columns: Column<Row>[] = [
    ['configuration', ({ strategy }) => `${strategy}: ${replayNotes[strategy]}`],
    ['found', (row) => `${countFound(row)} of ${row.queries}`],
    ['files passed', ({ files }) => (files ? `${files.passed} of ${files.total}` : missing)],
    ['gain', (row) => gains.format(countFound(row) - countFound(base))],
  ]
  return [tableOf(about, replays, columns)]
}

const gains = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' })

const countFound = (row: Row): number => Math.round((row.measures[found.name] ?? 0) * row.queries)

/** A table per measure: each suite, the mean over suites and the worst suite. No tables for a single suite. */
export function overviewTables(rows: readonly Row[], measures: readonly string[]): Table[] {
  const all = rows.filter(({ kind }) => kind === allKinds)
  const bySuite = [...Map.groupBy(all, ({ suite }) => suite)]
  const strategies = bySuite[0]?.[1].map(({ strategy }) => strategy) ?? []
  if (bySuite.length < 2) return []
  return measures.flatMap((measure) => {
    type Line = readonly [suite: string, values: readonly number[]]
    const lines = bySuite.map(([suite, each]): Line => [
      suite,
      each.map((row) => row.measures[measure] ?? NaN),
    ])
    if (lines.every(([, values]) => values.every(Number.isNaN))) return []
    const worst = measure === lost.name ? Math.max : Math.min
    const over = (name: string, of: (values: readonly number[]) => number): Line => [
      name,
      strategies.map((_, index) => of(lines.map(([, values]) => values[index] ?? NaN))),
    ]
    const totals = [
      over('mean', (values) => mean(Float64Array.from(values)) ?? NaN),
      over('worst', (values) => worst(...values)),
    ]
    return tableOf(
      { title: `${measure} by suite` },
      [...lines, ...totals],
      [
        ['suite', ([suite]) => suite],
        ...strategies.map((name, index): Column<Line> => [name, ([, values]) => figure(values[index])]),
      ],
    )
  })
}

type FigureLine = readonly [name: string, cell: (row: Row) => string]

const legend =
  "hit@6: a right note is among the first 6 notes. found@6: it is among the first 6 results, several of which may be of one note. Rows from found@limit on use each strategy's own limit and threshold. Share of queries without results: lost (answerable queries), abstention (unanswerable queries), foreign (queries of other suites). within: share answered within this many tokens of the text for an agent. found@6, found@10 and the tokens of 6 and 10 results ignore the threshold."

const openclawNote =
  'openclaw-2026.2 searches as OpenClaw did before its issue #16021. Bug 1: a keyword hit must contain every word of the query. Bug 2: all keyword hits score the same. Bug 3: a result is withheld if .7 × cosine + .3 × keyword score is below .35. Because of bug 1, almost no query has several keyword hits, so bug 2 matters only where bug 1 is fixed. Each issue-16021-fix-N fixes one bug; the gains overlap, and one question is within chance. found: questions with an answer in the results (found@limit). files passed: notes found by at least 3 of the questions about them.'

const kindNote = 'Kinds without answers: the share of queries without results.'

const share = (value: number): string => value.toFixed(2).replace(/^(-?)0\./u, '$1.')

function marked(row: Row | undefined, name: string, range = ''): string {
  const value = row?.measures[name]
  const mark = verdictMarks[row?.difference?.[name]?.verdict ?? 'same']
  return value == null ? missing : `${figure(value)}${range} ${mark}`
}

function kindFigure(rows: readonly Row[], strategy: string, name: string): string {
  const row = rows.find((each) => each.strategy === strategy)
  const { measures = {} } = row ?? {}
  if (measures[name] != null) return marked(row, name)
  return figure(measures[abstention.name] ?? measures[foreignAbstention.name])
}

function markedLine(name: string): FigureLine {
  const range = ({ ci }: Row) => (ci[name] ? ` (${ci[name].map(share).join('–')})` : '')
  return [name, (row) => marked(row, name, range(row))]
}

const resultLines: readonly FigureLine[] = [
  ...answerMeasures.map(({ name }): FigureLine => [name, ({ measures }) => figure(measures[name])]),
  ['files passed', ({ files }) => (files ? `${files.passed} of ${files.total}` : missing)],
  ['tokens shown', ({ tokens }) => whole(tokens?.shown)],
  ...comparedLimits.map((limit): FigureLine => [
    `tokens of ${limit} results`,
    ({ tokens }) => whole(tokens?.results[limit]),
  ]),
  ...stages.map((stage): FigureLine => [`${stage}, ms p50 / p95`, ({ latency }) => times(latency?.[stage])]),
]

function times(stage: { readonly p50: number; readonly p95: number } | undefined): string {
  return stage ? `${stage.p50.toFixed(1)} / ${stage.p95.toFixed(1)}` : missing
}

function whole(tokens: number | undefined): string {
  return tokens === undefined ? missing : formatCount(Math.round(tokens))
}
