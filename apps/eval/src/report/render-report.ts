import { createHash } from 'node:crypto'
import { compareRuns, type NamedRun } from '../compare/compare-runs.js'
import { comparedSettings } from '../compare/pair-runs.js'
import { renderComparison } from '../compare/render-comparison.js'
import { found, isForeign, relevantDocuments } from '../measures/answer-measures.js'
import { headlineMeasure, shownMeasures } from '../measures/measure-table.js'
import { missing } from '../render/figures.js'
import { runTables, type Figures } from '../render/run-tables.js'
import { describeVerdict } from '../render/verdict.js'
import { gradeOf, type Answer, type Run, type RunQuery, type RunSuite } from '../run/run.js'
import { answersOf } from '../summary/score-answers.js'
import { markup, renderTable, type Markup } from './markup.js'

/** A run with its file and its figures. */
export type ReportRun = NamedRun & Figures

/** Every report begins with this; `recallite-eval report` replaces no other file. */
export const reportMarker = '<!doctype html><!-- recallite-eval report -->'

const mostResults = 5
const mostChanges = 10
/** Of the texts that are shown as they are printed, in columns. */
const textWidth = 110

/** For light and dark screens and for paper. */
const style = `
:root { color-scheme: light dark; --ink: #1d1d1b; --paper: #fcfcfa; --muted: #62625c; --rule: #e2e0d9; --good: #1a7343; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e7e1; --paper: #1a1918; --muted: #a19f97; --rule: #34332f; --good: #6cc894; }
}
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.verdict { font-size: 1.25rem; }
.note, .about { color: var(--muted); font-size: 0.875rem; }
.scroll { overflow-x: auto; margin-top: 2rem; }
table { border-collapse: collapse; font-size: 0.875rem; overflow-wrap: normal; }
caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
th:first-child { text-align: left; }
details { border-bottom: 1px solid var(--rule); padding: 0.25rem 0; }
summary { cursor: pointer; }
pre { white-space: pre-wrap; font-size: 0.8125rem; }
mark { background: none; color: var(--good); font-weight: 600; }
`

/** The page loads nothing, sends nothing and runs nothing; only this style sheet applies. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** A page in one file that needs nothing else: what runs say, what changed, their tables, and every query with its first results. */
export function renderReport(runs: readonly ReportRun[], depths: readonly number[]): string {
  const title = `Recall on ${[...new Set(runs.flatMap(({ run }) => run.suites.map(({ name }) => name)))].join(', ')}`
  const { html } = markup`<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<h1>${title}</h1>
${runs.map(
  (each) => markup`<p class="verdict">${nameOf(each, runs)}${describeVerdict(each.verdict)}</p>
`,
)}${renderChanges(runs, depths)}${runs.map((each) => renderRun(each, nameOf(each, runs)))}</body>
</html>
`
  return `${reportMarker}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
${html}`
}

/** The file of a run and a colon; nothing if it is the only one. */
function nameOf({ file }: ReportRun, runs: readonly ReportRun[]): string {
  return runs.length > 1 ? `${file}: ` : ''
}

/** What changed from the first of two runs to the second; null if there are not two, or they share no suite and strategy. */
function renderChanges(runs: readonly ReportRun[], depths: readonly number[]): Markup | null {
  const [first, second] = runs
  if (!first || !second || runs.length > 2 || !isComparable(first.run, second.run)) return null
  const isShownKnown = runs.every(({ run }) => run.answers.every(({ results }) => results !== null))
  const measure = isShownKnown ? found : headlineMeasure(shownMeasures(depths))
  const comparison = compareRuns(first, second, { measure })
  const used = comparison.comparisons.filter(({ strategies }) => strategies.first === second.baseline)
  const shown = { ...comparison, comparisons: used.length > 0 ? used : comparison.comparisons }
  return markup`<h2>From ${first.file} to ${second.file}</h2>
<pre>${renderComparison(shown, { width: textWidth, limit: mostChanges })}</pre>
`
}

function isComparable(first: Run, second: Run): boolean {
  const names = new Set(second.suites.map(({ name }) => name))
  return (
    first.strategies.some((name) => second.strategies.includes(name)) &&
    first.suites.some(({ name }) => names.has(name))
  )
}

function renderRun({ run, rows, shown, baseline }: ReportRun, name: string): Markup {
  const settings = [...comparedSettings(run)].filter(([, value]) => value !== null)
  const made = settings.map(([setting, value]) => `${setting} ${value}`).join(' · ')
  const tables = runTables({ run, rows, shown, baseline })
  return markup`<h2>${name}figures</h2>
<p class="about">${run.startedAt} · ${made}</p>
${tables.map(renderTable)}${run.suites.map((suite) => renderQueries(suite, run, name))}`
}

/** Every query of a suite with the first results of each strategy; those of other suites have none. */
function renderQueries(suite: RunSuite, run: Run, name: string): Markup {
  const findAnswers = answersOf(run)
  const byStrategy = run.strategies.map((strategy) => {
    const answers = findAnswers(suite, strategy).map(({ query, answer }) => [query.id, answer] as const)
    return [strategy, new Map(answers)] as const
  })
  const queries = suite.queries.filter((query) => !isForeign(query))
  return markup`<h2>${name}queries of ${suite.name}</h2>
${
  suite.description === ''
    ? null
    : markup`<p class="about">${suite.description}</p>
`
}${queries.map((query) => {
    const answers = byStrategy.flatMap(([strategy, byQuery]) => {
      const answer = byQuery.get(query.id)
      return answer ? [{ strategy, answer }] : []
    })
    return renderQuery(query, answers)
  })}`
}

function renderQuery(
  query: RunQuery,
  answers: readonly { readonly strategy: string; readonly answer: Answer }[],
): Markup {
  const about = [query.kind, query.id].filter((part) => part !== '').join(' · ')
  const expected = relevantDocuments(query).join(', ') || 'nothing'
  const rows = answers.map(
    ({ strategy, answer }) =>
      markup`<p>${strategy} (${rankOf(query, answer)}): ${renderResults(query, answer)}</p>
`,
  )
  return markup`<details><summary><bdi>${query.text}</bdi> <span class="about">${about}</span></summary>
<p class="about">expected: ${expected}</p>
${rows}</details>
`
}

/** The rank of the first document that answers. */
function rankOf(query: RunQuery, { documents }: Answer): string {
  const index = documents.findIndex((document) => gradeOf(query, document) > 0)
  return index === -1 ? missing : String(index + 1)
}

/** The first documents of an answer with their lines, scores and confidence; those that answer are marked. */
function renderResults(query: RunQuery, { documents, ranking, degraded }: Answer): readonly Markup[] {
  const results = documents.slice(0, mostResults).map((document, index) => {
    const ranked = ranking[index]
    const detail = ranked
      ? `:${ranked.startLine}-${ranked.endLine} (${ranked.score.toFixed(2)}, confidence ${ranked.confidence.toFixed(2)})`
      : ''
    const shown = markup`${document}${detail}`
    return markup`${index === 0 ? '' : ', '}${gradeOf(query, document) > 0 ? markup`<mark>${shown}</mark>` : shown}`
  })
  const notes = degraded.map((reason) => markup` <span class="about">${reason}</span>`)
  return results.length === 0 ? [markup`nothing`, ...notes] : [...results, ...notes]
}
