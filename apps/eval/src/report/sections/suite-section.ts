import { isAnswerable } from '../../measures/answer-measures.js'
import type { Measure } from '../../measures/ranking-measures.js'
import { describeQueryCounts, figure, greatest } from '../../render/figures.js'
import { type Markup, formatInterval, html, joinWords } from '../markup.js'
import { type ReportSuite, type System, rowOf } from '../report-suite.js'
import { renderCurveSection } from './curve-section.js'
import { renderKindSection } from './heat-table.js'
import { renderLatencyTable } from './latency-table.js'
import { renderMeasureTable } from './measure-table.js'
import { renderRateChart } from './rate-chart.js'

function describeQueries({ queries, blank }: ReportSuite): string {
  const answerable = queries.filter(isAnswerable).length
  const unanswerable = queries.length - answerable
  return `${describeQueryCounts({ queries: answerable, apart: { unanswerable, blank } })}.`
}

function bestOf({ systems }: ReportSuite, name: string): System[] {
  const means = systems.map((system) => rowOf(system)?.measures[name] ?? -1)
  const best = greatest(means, -1)
  return best < 0 ? [] : systems.filter((_, index) => means[index] === best)
}

function describeBest(suite: ReportSuite, { name }: Measure): Markup | null {
  const best = bestOf(suite, name)
  const row = best[0] && rowOf(best[0])
  if (!row || suite.systems.length < 2) return null
  const interval = formatInterval(row.ci[name])
  const mean = `${figure(row.measures[name])}${interval && ` (${interval})`}`
  const names = best.length > 3 ? `${best.length} strategies` : joinWords(best.map((system) => system.name))
  return html`<p class="finding">
    <strong>${names}</strong> ${best.length === 1 ? 'has' : 'share'} the highest ${name}: ${mean}.
  </p>`
}

/** What is shown of a suite. */
export interface SuiteOptions {
  readonly headline: Measure
  /** Those of rankings that stand in the foreground. */
  readonly measures: readonly Measure[]
}

/** Everything about one suite but its single queries. */
export function renderSuite(suite: ReportSuite, index: number, { headline, measures }: SuiteOptions): Markup {
  const { title, description } = suite
  const about = description === '' ? null : html`<p class="description">${description}</p>`
  return html`<section class="suite" id="suite-${index + 1}">
    <h2>${title}</h2>
    ${about}
    <p class="muted">${describeQueries(suite)}</p>
    ${describeBest(suite, headline)}${renderRateChart(suite, headline)}${renderMeasureTable(suite, measures)}${renderKindSection(
      suite,
      headline,
    )}${renderCurveSection(suite)}${renderLatencyTable(suite)}
  </section>`
}
