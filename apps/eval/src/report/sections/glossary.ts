import type { ReportRun } from '../group-suites.js'
import { html, type Markup } from '../markup.js'

/** What measures mean, by what their names begin with, in the order of reports. */
const meanings: readonly (readonly [name: RegExp, term: string, meaning: string])[] = [
  [/^hit@/, 'hit@k', 'Share of queries with a relevant document among the first k.'],
  [/^recall@/, 'recall@k', 'Share of a query’s relevant documents that are among the first k.'],
  [/^precision@/, 'precision@k', 'Share of the first k that are relevant.'],
  [/^MRR@/, 'MRR@k', '1 ÷ rank of the first relevant document, 0 where none is among the first k.'],
  [
    /^nDCG@/,
    'nDCG@k',
    'Gain 2^grade − 1 of each of the first k, less the lower it stands, ÷ the best possible.',
  ],
  [/^nDCG-linear@/, 'nDCG-linear@k', 'The same with the grade itself as gain.'],
  [/^MAP@/, 'MAP@k', 'Precision at the rank of each relevant document, ÷ the number of all of them.'],
  [/^found$/, 'found', 'Share of queries with a relevant document among what the strategy shows.'],
  [/^passage$/, 'passage', 'Share of queries for which a chunk that is shown holds the answer itself.'],
  [/^abstention$/, 'abstention', 'Share of queries that no document answers for which nothing is shown.'],
]

const filesMeaning = 'Documents found by at least 3 of their queries, or by 3/5 where they have fewer than 5.'

const basis = 'Means over queries that some document answers; a query that is answered with nothing counts 0.'
/** Of our own runs; nobody knows how other programs rank documents. */
const rankingRule = 'A document ranks by its best chunk.'
const intervals = 'Intervals hold the mean with 95 % confidence.'

/** What the measures of a report mean. */
export function renderGlossary(runs: readonly ReportRun[]): Markup {
  const rows = runs.flatMap((each) => each.rows)
  const isOurs = runs.some(({ run }) => run.settings)
  const figures = rows.flatMap(({ measures }) => Object.entries(measures))
  const names = [...new Set(figures.filter(([, mean]) => mean !== null).map(([name]) => name))]
  const shown = meanings
    .filter(([name]) => names.some((each) => name.test(each)))
    .map(([, term, meaning]) => [term, meaning])
  const files = rows.some((row) => row.files) ? [['files passed', filesMeaning]] : []
  const entries = [...shown, ...files].map(
    ([term = '', meaning = '']) =>
      html`<div>
        <dt>${term}</dt>
        <dd>${meaning}</dd>
      </div>`,
  )
  return html`<section id="measures">
    <h2>What is measured</h2>
    <p class="note">${[basis, ...(isOurs ? [rankingRule] : []), intervals].join(' ')}</p>
    <dl class="facts">${entries}</dl>
  </section>`
}
