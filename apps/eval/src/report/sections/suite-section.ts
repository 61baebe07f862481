import { isAnswerable, isForeign } from '../../measures/answer-measures.js'
import type { Measure } from '../../measures/ranking-measures.js'
import { describeQueryCounts } from '../../render/figures.js'
import { markup, type Markup } from '../markup.js'
import type { ReportSuite } from '../report-suite.js'
import { renderCosts } from './data-table.js'
import { renderKindSection } from './heat-table.js'
import { renderMeasureTable } from './measure-table.js'
import { renderRecall } from './recall-section.js'

/** Everything about one suite except its single queries; `headline` is the measure that kinds are compared by. */
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
    ${renderMeasureTable(suite, measures)}${renderKindSection(suite, headline)}${renderRecall(suite)}${renderCosts(suite)}
  </section>`
}
