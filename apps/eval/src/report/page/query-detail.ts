import { missing, signed, wholePercent } from '../../render/figures.js'
import type { PageAnswer, PageData, PageQuery } from '../encode-page-data.js'
import { element, setOptions, type Child } from './dom.js'
import { decodeAnswer, type Details, type Listed } from './decode-answer.js'
import type { QueryItem } from './select-queries.js'

/** The name of the system whose lists are shown, for all queries that are opened. */
export interface ChosenSystem {
  name: string
}

const contributionsNote =
  'Under each document, for each retriever: its rank, its own score, what that adds to the score, and, if it is known, how much of the question the chunk matches.'
/** The view of an opened query: its relevant documents, and what the retrievers and a chosen system found. */
export function queryDetail(data: PageData, item: QueryItem, remembered: ChosenSystem): HTMLElement {
  const { query, suite } = item
  const fused = [...suite.systems.keys()].filter((index) => suite.systems[index]?.retriever === null)
  const lists = element('div', { className: 'rankings' })
  const show = (chosen: number | null) => {
    const shown = retrieverViews(data, item, chosen)
    if (chosen === null) return lists.replaceChildren(...shown)
    const select = systemSelect(item, fused, chosen)
    select.addEventListener('change', () => {
      const next = Number(select.value)
      remembered.name = suite.systems[next]?.name ?? ''
      show(next)
      lists.querySelector('select')?.focus()
    })
    const heading = element('h4', {}, [element('label', {}, ['Ranked by ', select])])
    lists.replaceChildren(...shown, answerView(data, heading, query.answers[chosen] ?? null))
  }
  show(fused.find((index) => suite.systems[index]?.name === remembered.name) ?? fused[0] ?? null)
  const hasDetails = query.answers.some((answer) => answer && answer.ranking.length > 0)
  return element('div', { className: 'query-detail' }, [
    expectedView(data, query),
    hasDetails ? element('p', { className: 'ranking-note' }, [contributionsNote]) : null,
    lists,
  ])
}

function expectedView({ strings }: PageData, { expected, relevant }: PageQuery): HTMLElement {
  if (relevant === 0) return element('p', { className: 'expected' }, ['No document answers this query.'])
  const entries = expected.map(({ document, grade, places }) =>
    element('li', {}, [
      relevanceMark(grade),
      ' ',
      element('bdi', { className: 'path' }, [strings[document] ?? '']),
      element('span', { className: 'muted' }, [places.length > 0 ? ` ${places.join('; ')}` : '']),
    ]),
  )
  const more = relevant - expected.length
  return element('ul', { className: 'expected' }, [
    ...entries,
    more > 0 ? element('li', { className: 'muted' }, [`and ${more} more`]) : null,
  ])
}

function systemSelect({ suite }: QueryItem, indices: readonly number[], chosen: number): HTMLSelectElement {
  const select = element('select', {})
  const options = indices.map((index) => [String(index), suite.systems[index]?.name ?? ''] as const)
  setOptions(select, options)
  select.value = String(chosen)
  return select
}

/** The rankings of the retrievers that were asked alone, in the run of the chosen system if it has them. */
function retrieverViews(data: PageData, { suite, query }: QueryItem, chosen: number | null): HTMLElement[] {
  const { systems } = suite
  const run = systems[chosen ?? -1]?.run
  return ['keyword', 'vector'].flatMap((retriever) => {
    const alone = [...systems.keys()].filter((index) => systems[index]?.retriever === retriever)
    const index = alone.find((each) => systems[each]?.run === run) ?? alone[0] ?? -1
    const answer = query.answers[index]
    return answer ? [answerView(data, element('h4', {}, [systems[index]?.name ?? retriever]), answer)] : []
  })
}

function answerView(data: PageData, heading: Child, answer: PageAnswer | null): HTMLElement {
  if (!answer) return rankingView(heading, ['It was not asked.'], [])
  const { shown, passage, milliseconds } = answer
  const about = [
    ...(shown === null ? [] : [`shows ${shown}`]),
    ...(passage === null ? [] : [`the answer itself is in no. ${passage}`]),
    ...(milliseconds === null ? [] : [`${milliseconds.toFixed(1)} ms`]),
  ]
  const degraded = answer.degraded.map((text) => data.strings[text] ?? '')
  return rankingView(heading, [about.join(' · '), ...degraded], decodeAnswer(data, answer))
}

function rankingView(heading: Child, notes: readonly string[], listed: readonly Listed[]): HTMLElement {
  return element('section', { className: 'ranking' }, [
    heading,
    ...notes.filter((note) => note !== '').map((note) => element('p', { className: 'ranking-note' }, [note])),
    listed.length === 0
      ? element('p', { className: 'muted' }, ['Nothing was found.'])
      : element('ol', { className: 'hits' }, listed.map(hitView)),
  ])
}

/** A document at its rank in a list, with everything that is known of why it is there. */
function hitView({ rank, document, grade, details }: Listed): HTMLElement {
  return element('li', { className: grade > 0 ? 'hit relevant' : 'hit' }, [
    element('span', { className: 'hit-rank' }, [String(rank)]),
    element('p', { className: 'hit-line' }, [
      element('bdi', { className: 'path' }, [document]),
      details && element('span', { className: 'lines' }, [lineRange(details)]),
      grade > 0 ? relevanceMark(grade) : null,
    ]),
    ...(details ? detailViews(details) : []),
  ])
}

/** The mark of a relevant document, with its grade unless that is 1. */
function relevanceMark(grade: number): HTMLElement {
  return element('span', { className: 'relevance' }, [`★ relevant${grade === 1 ? '' : `, grade ${grade}`}`])
}

function lineRange({ startLine, endLine }: Details): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`
}

function detailViews({ heading, snippet, score, confidence, contributions }: Details): Child[] {
  const rows = contributions.flatMap(contributionRows)
  return [
    heading === '' ? null : element('p', { className: 'breadcrumb' }, [heading]),
    element('p', { className: 'snippet' }, [snippet]),
    element('p', { className: 'scores' }, [
      'score ',
      boldScore(score),
      ' confidence ',
      boldScore(confidence),
    ]),
    element('table', { className: 'contributions' }, [element('tbody', {}, rows)]),
  ]
}

function contributionRows(contribution: Details['contributions'][number]): HTMLElement[] {
  const { source, rank, raw, value, coverage } = contribution
  const row = element('tr', {}, [
    element('th', { attributes: { scope: 'row' } }, [source]),
    element('td', {}, [unseen('rank '), rank === null ? missing : `#${rank}`]),
    element('td', {}, [unseen('score '), formatScore(raw)]),
    element('td', {}, [unseen('adds '), signed(value)]),
  ])
  if (coverage === null) return [row]
  const cell = element('td', { className: 'coverage', attributes: { colspan: '4' } }, [
    `matches ${wholePercent(coverage)} of the question`,
  ])
  return [row, element('tr', {}, [cell])]
}

function unseen(word: string): HTMLElement {
  return element('span', { className: 'unseen' }, [word])
}

function boldScore(value: number): HTMLElement {
  return element('b', {}, [formatScore(value)])
}

function formatScore(value: number | null): string {
  if (value === null) return missing
  return Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(3)
}
