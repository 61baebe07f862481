import type { PageAnswer, PageData, PageExpected, PageQuery } from '../page-data.js'
import { type Child, element, setOptions } from './dom.js'
import { hitView, relevanceMark } from './hit-view.js'
import { type Listed, decodeAnswer, retrieverList } from './retriever-list.js'
import type { QueryItem } from './select-queries.js'

/** The name of the system whose lists are shown, for all queries that are opened. */
export interface ChosenSystem {
  name: string
}

const derivedNote =
  'Put together from contributions to fused results: ranks are those of chunks, and some are missing.'

const contributionsNote =
  'Under each document, for each retriever: its rank, its own score, what that adds to the score, and, where it is known, how much of the question the chunk matches.'

/** What is shown where a query is opened: what should be found, and what the retrievers and a chosen system found. */
export function queryDetail(data: PageData, item: QueryItem, remembered: ChosenSystem): HTMLElement {
  const indices = fusedIndices(item)
  const lists = element('div', { className: 'rankings' })
  const show = (chosen: number | null) => {
    const shown = retrieverViews(data, item, chosen)
    if (chosen === null) return lists.replaceChildren(...shown)
    const select = choice(item, indices, chosen)
    select.addEventListener('change', () => {
      const next = Number(select.value)
      remembered.name = item.suite.systems[next]?.name ?? ''
      show(next)
      lists.querySelector('select')?.focus()
    })
    const heading = element('h4', {}, [element('label', {}, ['Ranked by ', select])])
    lists.replaceChildren(...shown, answerView(data, heading, item.query.answers[chosen] ?? null))
  }
  show(indices.find((index) => item.suite.systems[index]?.name === remembered.name) ?? indices[0] ?? null)
  return element('div', { className: 'query-detail' }, [
    expectedViews(data, item.query),
    hasDetails(item.query) ? element('p', { className: 'ranking-note' }, [contributionsNote]) : null,
    lists,
  ])
}

function expectedView({ strings }: PageData, { document, grade, places }: PageExpected): HTMLElement {
  const where = places.length > 0 ? ` ${places.join('; ')}` : ''
  return element('li', {}, [
    relevanceMark(grade),
    ' ',
    element('bdi', { className: 'path' }, [strings[document] ?? '']),
    element('span', { className: 'muted' }, [where]),
  ])
}

function expectedViews(data: PageData, { expected, relevant }: PageQuery): HTMLElement {
  if (relevant === 0) return element('p', { className: 'expected' }, ['No document answers this query.'])
  const more = relevant - expected.length
  return element('ul', { className: 'expected' }, [
    ...expected.map((each) => expectedView(data, each)),
    more > 0 ? element('li', { className: 'muted' }, [`and ${more} more`]) : null,
  ])
}

/** Systems that fuse; retrievers have lists of their own. */
function fusedIndices({ suite }: QueryItem): number[] {
  return [...suite.systems.keys()].filter((index) => suite.systems[index]?.retriever === null)
}

function choice(item: QueryItem, indices: readonly number[], chosen: number): HTMLSelectElement {
  const select = element('select', {})
  setOptions(
    select,
    indices.map((index) => [String(index), item.suite.systems[index]?.name ?? '']),
  )
  select.value = String(chosen)
  return select
}

function retrieverViews(data: PageData, item: QueryItem, chosen: number | null): HTMLElement[] {
  const views = (['keyword', 'vector'] as const).map((retriever) =>
    retrieverView(data, item, { retriever, chosen }),
  )
  return views.filter((view) => view !== null)
}

function hasDetails({ answers }: PageQuery): boolean {
  return answers.some((answer) => answer && answer.ranking.length > 0)
}

function shownNote({ shown, passage, milliseconds }: PageAnswer): string {
  const parts = [
    ...(shown === null ? [] : [`shows ${shown}`]),
    ...(passage === null ? [] : [`the answer itself is in no. ${passage}`]),
    ...(milliseconds === null ? [] : [`${milliseconds.toFixed(1)} ms`]),
  ]
  return parts.join(' · ')
}

/** The ranking of a list, or that there is none. */
function hitList(listed: readonly Listed[]): HTMLElement {
  if (listed.length === 0) return element('p', { className: 'muted' }, ['Nothing was found.'])
  return element('ol', { className: 'hits' }, listed.map(hitView))
}

/** A list under its heading, with notes between. */
function rankingView(heading: Child, notes: readonly string[], listed: readonly Listed[]): HTMLElement {
  const said = notes.filter((note) => note !== '')
  return element('section', { className: 'ranking' }, [
    heading,
    ...said.map((note) => element('p', { className: 'ranking-note' }, [note])),
    hitList(listed),
  ])
}

/** What a system answered, under a heading. */
function answerView(data: PageData, heading: Child, answer: PageAnswer | null): HTMLElement {
  if (!answer) return rankingView(heading, ['It was not asked.'], [])
  const degraded = answer.degraded.map((text) => data.strings[text] ?? '')
  return rankingView(heading, [shownNote(answer), ...degraded], decodeAnswer(data, answer))
}

/** What a retriever found, beside what a chosen system made of it; null where that is not known. */
function retrieverView(
  data: PageData,
  item: QueryItem,
  which: Parameters<typeof retrieverList>[2],
): HTMLElement | null {
  const found = retrieverList(data, item, which)
  if (!found) return null
  const { listed, system } = found
  if (system === null) return rankingView(element('h4', {}, [which.retriever]), [derivedNote], listed)
  const heading = element('h4', {}, [item.suite.systems[system]?.name ?? which.retriever])
  return answerView(data, heading, item.query.answers[system] ?? null)
}
