import { countOf, queryWords } from '../../render/figures.js'
import type { ReportRun } from '../group-suites.js'
import { html, type Markup } from '../markup.js'
import type { ReportSuite } from '../report-suite.js'
import { renderRunFacts } from './run-facts.js'

/** What the page is about, in a few words. */
export function titleOf(suites: readonly ReportSuite[]): string {
  const [first] = suites
  return `Recall on ${first && suites.length === 1 ? first.title : `${suites.length} suites`}`
}

function summaryOf(runs: readonly ReportRun[], suites: readonly ReportSuite[]): string {
  const strategies = new Set(runs.flatMap(({ run }) => run.strategies)).size
  const queries = suites.reduce((sum, suite) => sum + suite.queries.length, 0)
  const parts = [
    countOf(strategies, ['strategy', 'strategies']),
    countOf(suites.length, ['suite', 'suites']),
    countOf(queries, queryWords),
    ...(runs.length > 1 ? [`${runs.length} runs`] : []),
  ]
  return parts.join(' · ')
}

/** The head of the page: its title, what ran, and where everything is. */
export function renderHeading(runs: readonly ReportRun[], suites: readonly ReportSuite[]): Markup {
  const links = suites.map(({ title }, index) => html`<li><a href="#suite-${index + 1}">${title}</a></li>`)
  const overview = suites.length > 1 ? html`<li><a href="#overview">Overview</a></li>` : null
  return html`<header>
      <p class="eyebrow">Recallite evaluation</p>
      <h1>${titleOf(suites)}</h1>
      <p class="summary">${summaryOf(runs, suites)}</p>
      ${runs.map(renderRunFacts)}
    </header>
    <nav aria-label="Sections">
      <ul>
        ${overview}${links}
        <li><a href="#queries">Queries</a></li>
        <li><a href="#measures">What is measured</a></li>
      </ul>
    </nav>`
}
