import { describeVerdict } from '../../render/verdict.js'
import { markup, type Markup } from '../markup.js'
import type { ReportRun } from '../report-suite.js'

/** What the runs say in one sentence each; with the run's label if there are several. */
export function renderVerdicts(runs: readonly ReportRun[]): Markup {
  const sentences = runs.map(({ label, verdict }) => {
    const name = runs.length > 1 ? markup`<strong class="run-label">${label}</strong> ` : null
    return markup`<p class="run-verdict">${name}${describeVerdict(verdict)}</p> `
  })
  return markup`<div class="run-verdicts">${sentences}</div>`
}
