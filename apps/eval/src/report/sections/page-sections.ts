import { countOf, formatCount, queryWords } from '../../render/figures.js'
import type { RunEnvironment, RunHeader, RunSettings } from '../../run/run.js'
import { type Markup, formatTime, html, joinWords } from '../markup.js'
import type { ReportRun, ReportSuite } from '../report-suite.js'

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

/** What the page is about, in a few words. */
export function titleOf(suites: readonly ReportSuite[]): string {
  const [first] = suites
  return `Recall on ${first && suites.length === 1 ? first.title : `${suites.length} suites`}`
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

type Fact = [term: string, fact: string]

function describeModel({ model }: RunSettings): string {
  if (!model) return 'None: words alone were searched.'
  const { provider, model: name, dimensions, promptStyle } = model
  return `${name} (${provider}, ${dimensions} dimensions, prompt style ${promptStyle})`
}

function describeRunDepth({ depth }: RunHeader): string {
  return `Up to ${countOf(depth, ['document', 'documents'])} for each query`
}

function describeCandidates({ candidates, minScore }: RunSettings): string {
  const cut = minScore > 0 ? `evidence below ${minScore} is cut` : 'nothing is cut by its evidence'
  return `from ${formatCount(candidates)} candidates per retriever; ${cut}`
}

function describeChunks({ chunking: { target, overlap } }: RunSettings): string {
  return `Aimed at ${formatCount(target)} tokens, ${formatCount(overlap)} of them shared with the one before.`
}

function describeMachine({ version, node, platform, processor }: RunEnvironment): string {
  const parts = [version && `Recallite ${version}`, node && `Node ${node}`, platform, processor]
  return parts.filter((part) => part !== '').join(', ')
}

/** How, when and on what it was made: of another program's run only its depth is known, and when it came to us. */
function originOf(run: RunHeader): Fact[] {
  const { settings, environment, startedAt } = run
  if (!settings) {
    return [
      ['Ranking', `${describeRunDepth(run)}, by another program.`],
      ['Imported', formatTime(startedAt)],
    ]
  }
  return [
    ['Model', describeModel(settings)],
    ['Ranking', `${describeRunDepth(run)}, ${describeCandidates(settings)}.`],
    ['Chunks', describeChunks(settings)],
    ['Made', formatTime(startedAt)],
    ['On', describeMachine(environment)],
  ]
}

function factsOf({ run }: ReportRun): Fact[] {
  const asked = run.suites.map(({ name, queries }) => `${name} (${countOf(queries.length, queryWords)})`)
  const facts: Fact[] = [
    ['Suites', joinWords(asked)],
    ['Strategies', joinWords(run.strategies)],
    ...originOf(run),
  ]
  return facts.filter(([, fact]) => fact !== '')
}

/** What one run was: what was asked, how, on what and when. */
function renderRunFacts(report: ReportRun): Markup {
  const facts = factsOf(report).map(
    ([term, fact]) =>
      html`<div>
        <dt>${term}</dt>
        <dd>${fact}</dd>
      </div>`,
  )
  return html`<section class="run">
    <h2 class="run-label">${report.label}</h2>
    <dl class="facts">${facts}</dl>
  </section>`
}
