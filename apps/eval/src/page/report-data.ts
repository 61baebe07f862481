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

export type FiguredRun = NamedRun & RunFigures

const maxResults = 5
/** With fewer queries, shares are noise. */
const minQueriesPerBin = 5

/** The data of a report page. Throws like `answersOf`. */
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
    tables: [...runTables(figures), { title: 'Settings', head: ['setting', 'value'], lines: made }],
    curves: [hitCurves(run, queries), ...bySuite.map(([suite, each]) => calibrationCurves(suite, each))],
    strategies: run.strategies,
    depth: run.depth,
    queries,
  }
}

/** All queries except foreign ones, with the rank of the first answer and the first results of each strategy. */
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

/** The first results with lines, score, confidence and a mark if relevant; then why an answer is withheld, and the reasons of degradation. */
function resultsOf(query: RunQuery, { documents, ranking, degraded, unfiltered }: Answer): string[] {
  const results = documents.slice(0, maxResults).map((document, index) => {
    const ranked = ranking[index]
    const detail = ranked
      ? `:${ranked.startLine}–${ranked.endLine}, score ${ranked.score.toFixed(2)}, confidence ${ranked.confidence.toFixed(2)}`
      : ''
    return `${gradeOf(query, document) > 0 ? '✓ ' : ''}${document}${detail}`
  })
  return [...results, ...(unfiltered.withheld === undefined ? [] : [unfiltered.withheld]), ...degraded]
}

function hitCurves({ strategies, depth }: Run, queries: readonly ReportQuery[]): ReportCurves {
  const xs = Array.from({ length: depth }, (_, index) => index + 1)
  const answerable = queries.filter(({ expected }) => expected.length > 0)
  const lines = strategies.map((name, position) => {
    const ranks = answerable.map(({ answers }) => answers[position]?.rank ?? Infinity)
    return { name, values: xs.map((k) => ranks.filter((rank) => rank <= k).length / (ranks.length || 1)) }
  })
  const note = 'Share of queries with an answer among the first k documents, regardless of confidence.'
  return { title: 'hit@k', points: 'k', xs, lines, note }
}

/** The share of correct results by confidence, from the rows of a suite. */
function calibrationCurves(suite: string, rows: readonly Row[]): ReportCurves {
  const calibrated = rows.flatMap(({ strategy: name, calibration }) =>
    calibration ? { name, ...calibration } : [],
  )
  const xs = calibrated[0]?.bins.map(({ from, to }) => (from + to) / 2) ?? []
  const lines = calibrated.map(({ name, bins }) => ({
    name,
    values: bins.map(({ count, right }) => (count < minQueriesPerBin ? null : right)),
  }))
  const errors = calibrated.map(({ name, error }) => `${name} ${figure(error)}`).join(', ')
  const note = `Share of queries whose results contain an answer, by the highest confidence, in bins of ${minQueriesPerBin} or more. Well calibrated confidence follows the diagonal. Expected calibration error: ${errors}.`
  const [title, diagonal] = [`${suite}: calibration`, { name: 'diagonal', values: xs }]
  return { title, points: 'confidence', xs, lines: [...lines, diagonal], note }
}

function changesOf([first, second = first, third]: readonly FiguredRun[]): Report['changes'] {
  if (!first || !second || third) return []
  const isOne = first === second
  const isCompared = (name: string) => (isOne ? name !== first.baseline : first.run.strategies.includes(name))
  const compared = second.run.strategies.filter(isCompared)
  const pairs = compared.map((name) => ({ first: isOne ? first.baseline : name, second: name }))
  // The last default measure, nDCG, reflects every change of rank.
  const measure = second.measures.at(-1) ?? headlineMeasure(second.measures)
  const comparison = compareRuns(first, second, { measure, pairs })
  return comparison.comparisons.map((each) => ({
    suite: each.suite,
    lines: [...describeComparison(each, comparison), ...(isOne ? [] : describeRuns(comparison))],
    moves: each.queries
      .filter(({ difference }) => difference !== 0)
      .map(({ id, difference, first: before, second: after }) => ({
        id,
        difference: signed(difference),
        before: before.rank,
        after: after.rank,
      })),
  }))
}
