import { compareRuns, type ComparedQuery, type Comparison } from '../../compare/compare-runs.js'
import { describeMove, explainStanding } from '../../compare/render-comparison.js'
import { found } from '../../measures/answer-measures.js'
import type { Measure } from '../../measures/ranking-measures.js'
import { figure, probability, signed, verdictMarks } from '../../render/figures.js'
import { markup, renderFigures, type Markup } from '../markup.js'
import type { ReportRun } from '../report-suite.js'

const mostQueries = 10

/** What changed from the first of two runs to the second; null if there are not two, or they share no suite and strategy. */
export function renderChanges(runs: readonly ReportRun[], headline: Measure): Markup | null {
  const [first, second] = runs
  if (!first || !second || runs.length > 2) return null
  const names = new Set(second.run.strategies)
  const strategies = first.run.strategies.filter((name) => names.has(name))
  const suites = new Set(second.run.suites.map(({ name }) => name))
  if (strategies.length === 0 || first.run.suites.every(({ name }) => !suites.has(name))) return null
  const isShownKnown = [first, second].every(({ run }) =>
    run.answers.every(({ results }) => results !== null),
  )
  const measure = isShownKnown ? found : headline
  const named = [first, second].map(({ label, run }) => ({ file: label, run })) as [Named, Named]
  const { comparisons, settings } = compareRuns(...named, { measure })
  const differing = settings.map(
    ({ name, first: one, second: other }) => `${name} ${one ?? '–'} → ${other ?? '–'}`,
  )
  const used = comparisons.filter((each) => each.strategies.first === second.baseline)
  return markup`<section id="changes">
    <h2>Changes from ${first.label} to ${second.label}</h2>
    <p class="note">
      ${measure.name}: the mean in either run, the difference with its 95 % interval, and p of a paired randomisation test,
      Holm-corrected. ${differing.length === 0 ? 'The settings are the same.' : `Settings that differ: ${differing.join('; ')}.`}
    </p>
    ${renderDeltas(comparisons, [first.label, second.label])}${used.map(renderQueries)}
  </section>`
}

type Named = Parameters<typeof compareRuns>[0]

function renderDeltas(comparisons: readonly Comparison[], labels: readonly string[]): Markup {
  const lines = comparisons.flatMap(({ suite, strategies, means, counts }) => {
    if (!means) return []
    const { mean, adjustedP, verdict } = means.difference
    const change = [signed(mean), means.interval.map(signed).join(' to '), probability(adjustedP)]
    const said = verdict === 'same' ? '' : `${verdictMarks[verdict]} ${verdict}`
    const numbers = [counts.better, counts.same, counts.worse].map(String)
    return [
      [strategies.second, suite, figure(means.first), figure(means.second), ...change, said, ...numbers],
    ]
  })
  const figures = ['difference', '95 % interval', 'p', 'verdict', 'better', 'same', 'worse']
  return renderFigures('Differences between the runs', ['Strategy', 'suite', ...labels, ...figures], lines)
}

/** The queries of one suite that got worse, and those that got better, with how both runs scored what answers. */
function renderQueries({ suite, strategies, queries }: Comparison): Markup {
  const worse = queries.filter(({ difference }) => difference < 0)
  const better = queries.filter(({ difference }) => difference > 0)
  if (worse.length + better.length === 0) {
    return markup`<p class="muted">${suite}, ${strategies.second}: no query got better or worse.</p>`
  }
  return markup`<h3>${suite}: queries that changed for ${strategies.second}</h3>
    ${renderList('Worse', worse)}${renderList('Better', better)}`
}

function renderList(word: string, queries: readonly ComparedQuery[]): Markup | null {
  if (queries.length === 0) return null
  const count = queries.length > mostQueries ? `${mostQueries} of ${queries.length}` : String(queries.length)
  return markup`<h4>${word} (${count})</h4>
    <ul class="changes">${queries.slice(0, mostQueries).map(renderQuery)}</ul>`
}

function renderQuery(query: ComparedQuery): Markup {
  const { id, kind, text, expected, first, second } = query
  const about = [kind, id].filter((part) => part !== '').join(' · ')
  return markup`<li>
    <p><bdi>${text}</bdi> <span class="muted">${about}</span></p>
    <p class="change-figures">${figure(first.value)} → ${figure(second.value)}, ${describeMove(query)}; expected ${expected.join(', ')}</p>
    <p class="muted">before: ${explainStanding(first)}</p>
    <p class="muted">after: ${explainStanding(second)}</p>
  </li> `
}
