import { isAnswerable, isForeign } from '../../measures/answer-measures.js'
import type { Measure } from '../../measures/ranking-measures.js'
import { describeQueryCounts, figure, greatest } from '../../render/figures.js'
import { formatInterval, joinWords, markup, type Markup } from '../markup.js'
import { rowOf, type ReportSuite } from '../report-suite.js'
import { renderCurveSection } from './curve-section.js'
import { renderKindSection } from './heat-table.js'
import { renderLatencyTable } from './latency-table.js'
import { renderMeasureTable } from './measure-table.js'
import { renderRateChart } from './rate-chart.js'
import { renderTokenTable } from './token-table.js'

/** Everything about one suite except its single queries; `headline` is the measure of its charts. */
export function renderSuite(
  suite: ReportSuite,
  index: number,
  { headline, measures }: { readonly headline: Measure; readonly measures: readonly Measure[] },
): Markup {
  const { title, description, queries, blank } = suite
  const answerable = queries.filter(isAnswerable).length
  const foreign = queries.filter(isForeign).length
  const apart = { unanswerable: queries.length - answerable - foreign, blank, foreign }
  return markup`<section class="suite" id="suite-${index + 1}">
    <h2>${title}</h2>
    ${description === '' ? null : markup`<p class="description">${description}</p>`}
    <p class="muted">${describeQueryCounts({ queries: answerable, apart })}.</p>
    ${renderBest(suite, headline)}${renderRateChart(suite, headline)}${renderMeasureTable(suite, measures)}
    ${renderKindSection(suite, headline)}${renderCurveSection(suite)}${renderTokenTable(suite)}${renderLatencyTable(suite)}
  </section>`
}

function renderBest({ systems }: ReportSuite, { name }: Measure): Markup | null {
  const means = systems.map((system) => rowOf(system)?.measures[name] ?? -1)
  const highest = greatest(means, -1)
  const best = systems.filter((_, index) => means[index] === highest)
  const row = best[0] && rowOf(best[0])
  if (highest < 0 || !row || systems.length < 2) return null
  const interval = formatInterval(row.ci[name])
  const mean = `${figure(row.measures[name])}${interval && ` (${interval})`}`
  const names = best.length > 3 ? `${best.length} strategies` : joinWords(best.map((system) => system.name))
  return markup`<p class="finding">
    <strong>${names}</strong> ${best.length === 1 ? 'has' : 'share'} the highest ${name}: ${mean}.
  </p>`
}
