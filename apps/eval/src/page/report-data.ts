import type { Report, ReportCurves, ReportQuery, ReportRun } from '@recallite/ui/api'
import type { RunFigures } from '../commands/run-figures.js'
import { compareRuns, type NamedRun } from '../compare/compare-runs.js'
import { comparedSettings } from '../compare/pair-runs.js'
import { isForeign, relevantDocuments } from '../measures/answer-measures.js'
import { headlineMeasure } from '../measures/measure-table.js'
import { describeComparison, describeRuns } from '../render/comparison.js'
import { figure, missing, signed } from '../render/figures.js'
import { runTables } from '../render/run-tables.js'
import { describeVerdict } from '../render/verdict.js'
import { gradeOf, type Answer, type Run, type RunQuery } from '../run/run.js'
import type { Row } from '../summary/summarise.js'
import { answersOf } from '../summary/score-answers.js'

/** A run with its file and its figures. */
export type FiguredRun = NamedRun & RunFigures

const mostResults = 5
/** Shares of fewer queries are noise. */
const fewestInBin = 5

/** What a page shows of runs; throws as `answersOf` does. */
export function reportData(runs: readonly FiguredRun[]): Report {
  const suites = new Set(runs.flatMap(({ run }) => run.suites.map(({ name }) => name)))
  return {
    title: `Recall on ${[...suites].join(', ')}`,
    runs: runs.map((each) => runData(each, runs.length > 1 ? each.file : '')),
    changes: changesOf(runs),
  }
}

function runData({ verdict, ...figures }: FiguredRun, name: string): ReportRun {
  const { run, rows } = figures
  const queries = queriesOf(run)
  const described = run.suites.map((suite) => [suite.name, suite.description || missing])
  const settings = [...comparedSettings(run)].map(([setting, value]) => [setting, value ?? missing])
  const made = [...described, ['made', run.startedAt], ...settings]
  const bySuite = [...Map.groupBy(rows, ({ suite }) => suite)]
  return {
    name,
    verdict: `${name && `${name}: `}${describeVerdict(verdict)}`,
    tables: [...runTables(figures), { title: 'Made with', head: ['setting', 'value'], lines: made }],
    curves: [hitCurves(run, queries), ...bySuite.map(([suite, own]) => calibrationCurves(suite, own))],
    strategies: run.strategies,
    depth: run.depth,
    queries,
  }
}

/** All queries but those of other suites, with the rank of what answers and the first results of each strategy. */
function queriesOf(run: Run): ReportQuery[] {
  const findAnswers = answersOf(run)
  return run.suites.flatMap((suite) => {
    const byStrategy = run.strategies.map((strategy) => findAnswers(suite, strategy))
    return suite.queries.flatMap((query, position) => {
      if (isForeign(query)) return []
      const { id, text, kind } = query
      const answered = byStrategy.flatMap((answers) => answers[position] ?? [])
      const answers = answered.map(({ answer }) => {
        const index = answer.documents.findIndex((document) => gradeOf(query, document) > 0)
        return { rank: index === -1 ? null : index + 1, results: resultsOf(query, answer) }
      })
      return [{ suite: suite.name, id, text, kind, expected: relevantDocuments(query), answers }]
    })
  })
}

/** The first results with their lines, scores and confidence, those that answer marked; then why they could be better. */
function resultsOf(query: RunQuery, { documents, ranking, degraded }: Answer): string[] {
  const results = documents.slice(0, mostResults).map((document, index) => {
    const ranked = ranking[index]
    const detail = ranked
      ? `:${ranked.startLine}–${ranked.endLine}, score ${ranked.score.toFixed(2)}, confidence ${ranked.confidence.toFixed(2)}`
      : ''
    return `${gradeOf(query, document) > 0 ? '✓ ' : ''}${document}${detail}`
  })
  return [...results, ...degraded]
}

function hitCurves({ strategies, depth }: Run, queries: readonly ReportQuery[]): ReportCurves {
  const xs = Array.from({ length: depth }, (_, index) => index + 1)
  const asked = queries.filter(({ expected }) => expected.length > 0)
  const lines = strategies.map((name, position) => {
    const ranks = asked.map(({ answers }) => answers[position]?.rank ?? Infinity)
    return { name, values: xs.map((k) => ranks.filter((rank) => rank <= k).length / (ranks.length || 1)) }
  })
  const note = 'Share of queries with an answer among the first k documents, whatever their confidence.'
  return { title: 'hit@k', points: 'k', xs, lines, note }
}

/** How often results of a confidence are right, from the rows of a suite. */
function calibrationCurves(suite: string, rows: readonly Row[]): ReportCurves {
  const known = rows.flatMap(({ strategy, calibration }) =>
    calibration ? { name: strategy, ...calibration } : [],
  )
  const xs = known[0]?.bins.map(({ from, to }) => (from + to) / 2) ?? []
  const lines = known.map(({ name, bins }) => ({
    name,
    values: bins.map(({ count, right }) => (count < fewestInBin ? null : right)),
  }))
  const errors = known.map(({ name, error }) => `${name} ${figure(error)}`).join(', ')
  const note = `Share of queries whose results contain an answer, by the confidence of the best one, in bins of ${fewestInBin} or more. Confidence that can be trusted follows the diagonal. Expected calibration error: ${errors}.`
  const [title, diagonal] = [`${suite}: calibration`, { name: 'diagonal', values: xs }]
  return { title, points: 'confidence', xs, lines: [...lines, diagonal], note }
}

function changesOf([first, second = first, third]: readonly FiguredRun[]): Report['changes'] {
  if (!first || !second || third) return []
  const isOne = first === second
  const isCompared = (name: string) => (isOne ? name !== first.baseline : first.run.strategies.includes(name))
  const compared = second.run.strategies.filter(isCompared)
  const pairs = compared.map((name) => ({ first: isOne ? first.baseline : name, second: name }))
  // The last column sees each change of rank, unless others were chosen.
  const measure = second.shown.at(-1) ?? headlineMeasure(second.shown)
  const comparison = compareRuns(first, second, { measure, pairs })
  return comparison.comparisons.map((each) => ({
    suite: each.suite,
    lines: [...describeComparison(each, comparison), ...(isOne ? [] : describeRuns(comparison))],
    moves: each.queries
      .filter(({ difference }) => difference !== 0)
      .map(({ id, difference, first: before, second: after }) => {
        return { id, difference: signed(difference), before: before.rank, after: after.rank }
      }),
  }))
}
