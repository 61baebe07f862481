import { countOf, formatCount, queryWords } from '../../render/figures.js'
import { describeVerdict } from '../../render/verdict.js'
import type { RunHeader, RunSettings } from '../../run/run.js'
import { formatTime, joinWords, markup, renderFacts, type Markup } from '../markup.js'
import type { ReportRun, ReportSuite } from '../report-suite.js'

type Fact = readonly [term: string, fact: string]

/** What measures mean, in the order of reports; `@k` stands for every depth. */
const meanings: Readonly<Record<string, string>> = {
  'hit@k': 'Share of queries with a relevant document among the first k.',
  'recall@k': 'Share of a query’s relevant documents that are among the first k.',
  'precision@k': 'Share of the first k that are relevant.',
  'MRR@k': '1 ÷ rank of the first relevant document, 0 if none is among the first k.',
  'nDCG@k': 'Gain 2^grade − 1 of each of the first k, discounted by its rank, ÷ the best possible.',
  'nDCG-linear@k': 'The same with the grade itself as gain.',
  'MAP@k': 'Precision at the rank of each relevant document, ÷ the number of all of them.',
  'found@limit':
    'Share of queries with a relevant document among what the strategy shows, by its own limit and threshold.',
  'recall@limit': 'Share of a query’s relevant documents that are among what the strategy shows.',
  passage: 'Share of queries for which a chunk that is shown holds the answer itself.',
  within:
    'Share of queries for which the first lines that answer end within so many tokens of what an agent is given.',
  'found@k': 'Share of queries with a relevant document among the first k results, without a threshold.',
  lost: 'Share of queries that some document answers for which nothing is shown.',
  abstention: 'Share of queries that no document answers for which nothing is shown.',
  foreign: 'Share of queries of other suites for which nothing is shown.',
}
const filesMeaning = 'Documents found by at least 3 of their queries, or by 3/5 if they have fewer than 5.'

/** What the page is about, in a few words. */
export function titleOf(suites: readonly ReportSuite[]): string {
  const [first] = suites
  return `Recall on ${first && suites.length === 1 ? first.title : `${suites.length} suites`}`
}

/** The head of the page: its title, what the runs say, and links to its sections. */
export function renderHeading(runs: readonly ReportRun[], suites: readonly ReportSuite[]): Markup {
  const links = suites.map(({ title }, index) => markup`<li><a href="#suite-${index + 1}">${title}</a></li>`)
  const queries = suites.reduce((sum, suite) => sum + suite.queries.length, 0)
  const summary = [
    countOf(new Set(runs.flatMap(({ run }) => run.strategies)).size, ['strategy', 'strategies']),
    countOf(suites.length, ['suite', 'suites']),
    countOf(queries, queryWords),
    ...(runs.length > 1 ? [`${runs.length} runs`] : []),
  ]
  return markup`<header>
      <p class="eyebrow">Recallite evaluation</p>
      <h1>${titleOf(suites)}</h1>
      <div class="run-verdicts">${runs.map((each) => renderVerdict(each, runs.length))}</div>
      <p class="summary">${summary.join(' · ')}</p>
    </header>
    <nav aria-label="Sections">
      <ul>
        ${hasConfidence(runs) ? markup`<li><a href="#thresholds">Thresholds</a></li>` : null}
        <li><a href="#runs">What ran</a></li>
        ${suites.length > 1 ? markup`<li><a href="#overview">Overview</a></li>` : null}${links}
        ${hasConfidence(runs) ? markup`<li><a href="#confidence">Confidence</a></li>` : null}
        <li><a href="#queries">Queries</a></li>
        <li><a href="#measures">What is measured</a></li>
      </ul>
    </nav>`
}

/** What a run says in one sentence; with its label if there are several. */
function renderVerdict({ label, verdict }: ReportRun, count: number): Markup {
  const name = count > 1 ? markup`<strong class="run-label">${label}</strong> ` : null
  return markup`<p class="run-verdict">${name}${describeVerdict(verdict)}</p> `
}

/** What ran, with what, where and when. */
export function renderRuns(runs: readonly ReportRun[]): Markup {
  return markup`<section id="runs">
    <h2>What ran</h2>
    ${runs.map(renderRunFacts)}
  </section>`
}

/** The meanings of the measures that a report shows. */
export function renderGlossary(runs: readonly ReportRun[]): Markup {
  const rows = runs.flatMap((each) => each.rows)
  const figures = rows.flatMap(({ measures }) => Object.entries(measures))
  const measured = figures.filter(([, mean]) => mean !== null)
  const terms = new Set(measured.map(([name]) => name.replace(/@\d+$/, '@k').replace(/ \d+$/, '')))
  const notes = [
    'Means over queries that some document answers; a query that is answered with nothing counts 0.',
    // How another program ranks documents is not known.
    ...(runs.some(({ run }) => run.settings) ? ['A document ranks by its best chunk.'] : []),
    'Intervals hold the mean with 95 % confidence.',
  ]
  return markup`<section id="measures">
    <h2>What is measured</h2>
    <p class="note">${notes.join(' ')}</p>
    ${renderFacts([
      ...Object.entries(meanings).filter(([term]) => terms.has(term)),
      ...(rows.some((row) => row.files) ? [['files passed', filesMeaning] as const] : []),
    ])}
  </section>`
}

/** Whether a run tells the confidence of an answer. */
function hasConfidence(runs: readonly ReportRun[]): boolean {
  return runs.some(({ run }) => run.answers.some(({ unfiltered }) => unfiltered))
}

function renderRunFacts({ label, run }: ReportRun): Markup {
  const asked = run.suites.map(({ name, queries }) => `${name} (${countOf(queries.length, queryWords)})`)
  const facts: Fact[] = [
    ['Suites', joinWords(asked)],
    ['Strategies', joinWords(run.strategies)],
    ...originOf(run),
  ]
  return markup`<div class="run">
    <h3 class="run-label">${label}</h3>
    ${renderFacts(facts.filter(([, fact]) => fact !== ''))}
  </div>`
}

/** Of another program's run only the depth and the time of the import are known. */
function originOf({ settings, environment, depth, startedAt }: RunHeader): Fact[] {
  const ranked = `Up to ${countOf(depth, ['document', 'documents'])} for each query`
  if (!settings) {
    return [
      ['Ranking', `${ranked}, by another program.`],
      ['Imported', formatTime(startedAt)],
    ]
  }
  const { candidates, threshold, chunking } = settings
  const { version, node, platform, processor } = environment
  const machine = [version && `Recallite ${version}`, node && `Node ${node}`, platform, processor]
  const cut = threshold > 0 ? `none where confidence is below ${threshold}` : 'whatever the confidence'
  return [
    ['Model', describeModel(settings)],
    ['Reranked by', settings.reranker ?? ''],
    ['Settings', settings.search ?? ''],
    ['Ranking', `${ranked}, from ${formatCount(candidates)} candidates per retriever; ${cut}.`],
    [
      'Chunks',
      `Aimed at ${formatCount(chunking.target)} tokens, ${formatCount(chunking.overlap)} of them shared with the one before.`,
    ],
    ['Made', formatTime(startedAt)],
    ['On', machine.filter((part) => part !== '').join(', ')],
  ]
}

function describeModel({ model }: RunSettings): string {
  if (!model) return 'None: only keywords were searched.'
  const { provider, model: name, dimensions, promptStyle } = model
  return `${name} (${provider}, ${dimensions} dimensions, prompt style ${promptStyle})`
}
