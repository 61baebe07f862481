import { judgeAnswers } from '../../calibration/judge-answers.js'
import { reliability } from '../../calibration/reliability.js'
import { crossFigures, hasForeignQuestions, type CrossFigures } from '../../cross/cross-figures.js'
import { markup, type Markup } from '../markup.js'
import type { Run } from '../../run/run.js'
import { answersOf } from '../../summary/score-answers.js'
import type { ReportRun } from '../report-suite.js'
import { renderHeatTable } from './heat-table.js'
import { renderReliability } from './reliability-chart.js'

/** How far confidence can be believed, and what strategies abstain on; null if no run tells confidences. */
export function renderConfidence(runs: readonly ReportRun[]): Markup | null {
  const nameOf = (label: string, strategy: string) => (runs.length > 1 ? `${label}: ${strategy}` : strategy)
  const calibrations = runs.flatMap(({ run, label }) =>
    calibrateRun(run).flatMap(({ strategy, calibration }) =>
      calibration ? [renderReliability(nameOf(label, strategy), calibration)] : [],
    ),
  )
  const crossed = runs
    .filter(({ run }) => hasForeignQuestions(run))
    .flatMap(({ run, label }) =>
      crossFigures(run, []).map((figures) => renderAbstained(nameOf(label, figures.strategy), figures)),
    )
  if (calibrations.length === 0) return null
  return markup`<section id="confidence">
    <h2>Confidence</h2>
    <h3>Calibration</h3>
    <p class="note">
      Over all suites: bars are the share of questions whose results, shown without a threshold, contain a relevant
      document; dots stand at the mean confidence, their area is the number of questions. Confidence is a probability if
      they lie on the diagonal.
    </p>
    <div class="reliabilities">${calibrations}</div>
    ${crossed}
  </section>`
}

function renderAbstained(name: string, { collections }: CrossFigures): Markup {
  const suites = collections.map(({ suite }) => suite)
  const rows = collections.map(({ suite, own, unanswerable, foreign, pairs }) => ({
    name: suite,
    note: '',
    cells: [
      own,
      unanswerable,
      foreign,
      ...suites.map((from) => pairs.find((pair) => pair.suite === from)?.abstained ?? null),
    ].map((value) => ({ value, difference: undefined })),
  }))
  const head = ['Collection', 'own', 'unanswerable', 'foreign', ...suites]
  return markup`<h3>Abstained: ${name}</h3>
    <p class="note">
      The share of questions for which nothing is shown: own ones that the collection answers, own ones that nothing
      answers, and those of other suites, as a mean and by suite.
    </p>
    ${renderHeatTable({ label: `Share of questions that ${name} abstains on`, head, rows })}`
}

/** The calibration of each strategy over all questions of a run, its suites' own and foreign ones; null if no confidence is known. */
function calibrateRun(run: Run) {
  const findAnswers = answersOf(run)
  return run.strategies.map((strategy) => {
    const answered = run.suites.flatMap((suite) => findAnswers(suite, strategy))
    return { strategy, calibration: reliability(judgeAnswers(answered)) }
  })
}
