import { judgeAnswers, reliability, type Reliability } from '../../calibration/reliability.js'
import { crossFigures, hasForeignQuestions } from '../../cross/cross-figures.js'
import { abstentionTables } from '../../render/cross-tables.js'
import { figure, formatCount } from '../../render/figures.js'
import { answersOf } from '../../summary/score-answers.js'
import { markup, type Markup } from '../markup.js'
import type { ReportRun } from '../report-suite.js'
import { renderDataTable } from './data-table.js'
import { renderHeatTable } from './heat-table.js'

/** How far confidence can be believed, and what strategies abstain on; null if no run tells confidences. */
export function renderConfidence(runs: readonly ReportRun[]): Markup | null {
  const nameOf = (label: string, strategy: string) => (runs.length > 1 ? `${label}: ${strategy}` : strategy)
  const calibrated = runs.flatMap(({ run, label }) => {
    const findAnswers = answersOf(run)
    return run.strategies.flatMap((strategy) => {
      const answered = run.suites.flatMap((suite) => findAnswers(suite, strategy))
      const calibration = reliability(judgeAnswers(answered))
      return calibration ? [{ name: nameOf(label, strategy), calibration }] : []
    })
  })
  if (calibrated.length === 0) return null
  const crossed = runs
    .filter(({ run }) => hasForeignQuestions(run))
    .flatMap(({ run, label }) =>
      crossFigures(run, []).flatMap((figures) =>
        abstentionTables({ ...figures, strategy: nameOf(label, figures.strategy) }),
      ),
    )
  return markup`<section id="confidence">
    <h2>Confidence</h2>
    ${renderCalibration(calibrated)}
    ${crossed.map((table) => renderDataTable(table.title, table))}
  </section>`
}

interface Calibrated {
  readonly name: string
  readonly calibration: Reliability
}

/** A row for each strategy, a column for each bin. */
function renderCalibration(calibrated: readonly Calibrated[]): Markup {
  const bins = calibrated[0]?.calibration.bins ?? []
  const rows = calibrated.map(({ name, calibration }) => ({
    name,
    note: `error ${figure(calibration.error)}, ${formatCount(calibration.queries)} questions`,
    cells: calibration.bins.map(({ right, count }) => ({ value: right, about: formatCount(count) })),
  }))
  return markup`<h3>Calibration</h3>
    <p class="note">
      Over all suites, by the confidence of the answer: the share of questions whose results, shown without a threshold,
      contain a relevant document, and how many questions there are. Confidence is a probability if the shares lie within
      the bounds of their columns; the expected calibration error says how far they are off.
    </p>
    ${renderHeatTable({
      label: 'Share found by confidence',
      head: ['Confidence', ...bins.map(({ from, to }) => `${from.toFixed(1)}–${to.toFixed(1)}`)],
      rows,
    })}`
}
