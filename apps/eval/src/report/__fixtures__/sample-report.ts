import { defaultDepths, shownMeasures } from '../../measures/measure-table.js'
import type { Run } from '../../run/run.js'
import { judgeRun } from '../../summary/judge-run.js'
import { summarise } from '../../summary/summarise.js'
import { type PageCode, renderReport } from '../render-report.js'
import type { ReportRun } from '../report-suite.js'

const measures = shownMeasures(defaultDepths)

/** A run with its figures, the first strategy being the baseline. */
export function reportOf(run: Run, label = 'before'): ReportRun {
  const [baseline = ''] = run.strategies
  const options = { depths: defaultDepths, baseline }
  return { label, run, baseline, verdict: judgeRun(run, options), rows: summarise(run, options) }
}

/** The page of such runs; without a script unless there is one. */
export function pageOf(runs: readonly ReportRun[], code: PageCode = { script: '', style: '' }): string {
  return renderReport(runs, { measures, code })
}

/** What a reader sees of markup, its white space put together. */
export function textOf(markup: string | undefined): string {
  return (markup ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
