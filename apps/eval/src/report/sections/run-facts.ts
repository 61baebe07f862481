import type { RunEnvironment, RunHeader, RunSettings } from '../../run/run.js'
import { countOf, formatCount, queryWords } from '../../render/figures.js'
import { formatTime, joinWords } from '../figures.js'
import type { ReportRun } from '../group-suites.js'
import { html, type Markup } from '../markup.js'

type Fact = [term: string, fact: string]

function describeModel({ model }: RunSettings): string {
  if (!model) return 'None: words alone were searched.'
  const { provider, model: name, dimensions, promptStyle } = model
  return `${name} (${provider}, ${dimensions} dimensions, prompt style ${promptStyle})`
}

function describeDepth({ depth }: RunHeader): string {
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
      ['Ranking', `${describeDepth(run)}, by another program.`],
      ['Imported', formatTime(startedAt)],
    ]
  }
  return [
    ['Model', describeModel(settings)],
    ['Ranking', `${describeDepth(run)}, ${describeCandidates(settings)}.`],
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
export function renderRunFacts(report: ReportRun): Markup {
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
