import { comparedLimits, foundAmong, tokenBudgets, withinTokens } from '../../measures/answer-measures.js'
import { figure, formatCount, missing } from '../../render/figures.js'
import { markup, renderTable, type Markup } from '../markup.js'
import { rowOf, type ReportSuite, type System } from '../report-suite.js'

/** What an agent pays for answers, and what it gets; null if it is not known. */
export function renderTokenTable(suite: ReportSuite): Markup | null {
  if (!suite.systems.some((system) => rowOf(system)?.tokens)) return null
  const head = [
    'Strategy',
    'shown',
    ...tokenBudgets.map((budget) => `within ${formatCount(budget)}`),
    ...comparedLimits.flatMap((limit) => [`${limit} results`, foundAmong(limit).name]),
  ]
  return markup`<h3>Tokens</h3>
    <p class="note">
      The mean number of tokens that an agent is given; the share of queries whose first answering lines end within so
      many of them; without a threshold, the mean tokens of so many results, and the share of queries found among them.
    </p>
    ${renderTable(`Tokens of ${suite.title}`, { className: 'recall', head, rows: suite.systems.map(renderSystem) })}`
}

function renderSystem(system: System): Markup {
  const { tokens = null, measures = {} } = rowOf(system) ?? {}
  const cells = [
    wholeTokens(tokens?.shown),
    ...tokenBudgets.map((budget) => figure(measures[withinTokens(budget).name])),
    ...comparedLimits.flatMap((limit) => [
      wholeTokens(tokens?.results[limit]),
      figure(measures[foundAmong(limit).name]),
    ]),
  ]
  return markup`<tr><th scope="row">${system.name}</th> ${cells.map((cell) => markup`<td>${cell}</td> `)}</tr>`
}

function wholeTokens(tokens: number | undefined): string {
  return tokens === undefined ? missing : formatCount(Math.round(tokens))
}
