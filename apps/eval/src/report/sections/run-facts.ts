import type { RunEnvironment, RunSettings } from '../../run/run.js'
import { countOf, formatCount, formatTime, joinWords } from '../figures.js'
import type { ReportRun } from '../group-suites.js'
import { html, type Markup } from '../markup.js'

const queryWords = ['query', 'queries'] as const

function describeModel({ model }: RunSettings): string {
  if (!model) return 'None: words alone were searched.'
  const { provider, model: name, dimensions, promptStyle } = model
  return `${name} (${provider}, ${dimensions} dimensions, prompt style ${promptStyle})`
}

function describeRanking({ depth, candidates, minScore }: RunSettings): string {
  const documents = countOf(depth, ['document', 'documents'])
  const cut = minScore > 0 ? `evidence below ${minScore} is cut` : 'nothing is cut by its evidence'
  return `Up to ${documents} for each query, from ${formatCount(candidates)} candidates per retriever; ${cut}.`
}

function describeChunks({ chunking: { target, overlap } }: RunSettings): string {
  return `Aimed at ${formatCount(target)} tokens, ${formatCount(overlap)} of them shared with the one before.`
}

function describeMachine({ version, node, platform, processor }: RunEnvironment): string {
  const parts = [version && `Recallite ${version}`, node && `Node ${node}`, platform, processor]
  return parts.filter((part) => part !== '').join(', ')
}

function factsOf({ run }: ReportRun): [term: string, fact: string][] {
  const { suites, strategies, settings, environment, startedAt } = run
  const asked = suites.map(({ name, queries }) => `${name} (${countOf(queries.length, queryWords)})`)
  const facts: [string, string][] = [
    ['Suites', joinWords(asked)],
    ['Strategies', joinWords(strategies)],
    ['Model', describeModel(settings)],
    ['Ranking', describeRanking(settings)],
    ['Chunks', describeChunks(settings)],
    ['Made', formatTime(startedAt)],
    ['On', describeMachine(environment)],
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
